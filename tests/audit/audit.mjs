// Lighthouse on the start screen and on two screens around tables online, as phone and desktop: at least 95
// in every category and 100 for accessibility. Run by `make audit`.
import { launch } from 'chrome-launcher'
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import lighthouse, { desktopConfig } from 'lighthouse'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const program = process.env.ATOLL ?? join(root, 'build', 'atoll')
const server = spawn(program, ['serve', '--listen', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'inherit'] })
const url = await new Promise(ok =>
  server.stdout.on('data', d => {
    const m = /http:\/\/\S+/.exec(String(d))
    if (m) ok(m[0])
  }),
)
const LEAST = { accessibility: 100, default: 95 }

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const good = c => c.score !== null && c.score * 100 >= (LEAST[c.id] ?? LEAST.default)

/** A busy machine makes a page slow, or keeps Lighthouse from measuring at all: then the measurement is repeated. */
async function measure(screen, config) {
  for (let attempt = 1; ; attempt++) {
    const chrome = await launch({ chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium', chromeFlags: FLAGS })
    const { lhr } = await lighthouse(url + screen, { port: chrome.port, logLevel: 'error' }, config)
    chrome.kill()
    if (attempt === 3 || Object.values(lhr.categories).every(good)) return lhr
  }
}

let failed = 0
const devices = [
  ['phone', undefined],
  ['desktop', desktopConfig],
]
for (const [device, config, screen] of ['', '#friends/reef', '#lobby'].flatMap(s => devices.map(d => [...d, s]))) {
  const lhr = await measure(screen, config)
  for (const category of Object.values(lhr.categories)) {
    const score = Math.round(category.score * 100)
    failed += good(category) ? 0 : 1
    console.log(`${good(category) ? 'ok    ' : 'FAILED'} ${screen || 'start'} ${device} ${category.title}: ${score}`)
    if (score < 100)
      for (const { id, weight } of category.auditRefs) {
        const audit = lhr.audits[id]
        if (weight > 0 && audit.score !== null && audit.score < 0.9)
          console.log(`         ${id}: ${audit.displayValue ?? audit.title}`)
      }
  }
}
server.kill('SIGTERM')
process.exit(failed ? 1 : 0)

// Shared by the tests of the page: a server on a free port, a browser, checks that hold on every screen (no
// console error, no violation of axe, no sideways scrolling), screenshots.
import axe from 'axe-core'
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { catalogue, open } from '../../bench/wasm.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const program = process.env.ATOLL ?? join(root, 'build', 'atoll')

/** The module that was built with the program; its list of games; the names of the listed ones. */
export const MODULE = join(dirname(program), 'web', 'atoll.wasm')
export const OFFER = catalogue(await open(MODULE))
export const GAMES = OFFER.games.filter(g => g.listed).map(g => g.name)

/** Every wait is for a state of the page or of a process, never for a time: this only ends a test that hangs, in ms. */
export const HANG = 300_000

/** SLOW=4: every page runs on a processor that is four times slower. */
const SLOW = Number(process.env.SLOW ?? 1)

const SHOTS = join(dirname(program), 'shots')
mkdirSync(SHOTS, { recursive: true })

/** Saves screenshots for people who want to see them. `make test` does not: they take a third of an inspection. */
export async function picture(page, name) {
  if (process.env.PICTURES !== 'no') await page.screenshot({ path: join(SHOTS, `${name}.png`) })
}

/** A fixed seed for the draws of a game: its address is #new/GAME/DEAL. */
export const DEAL = '07'.repeat(32)

export const DESKTOP = { width: 1366, height: 768 }
export const PHONE = { width: 360, height: 740 }

// Features that playwright switches off in Chromium, which reads only the last such list, and two pages
// that Chromium would load for the address bar of every window: nobody sees them here, and they cost as
// much as our own page.
const LEFT_OUT = [
  'AutoDeElevate',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'BoundaryEventDispatchTracksNodeRemoval',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'RenderDocument',
  'ThirdPartyStoragePartitioning',
  'Translate',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${LEFT_OUT.join()}`,
]

/** `atoll serve` on a free port. */
export async function serve(...more) {
  const args = ['serve', '--listen', '127.0.0.1:0', ...more]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise((ok, fail) => {
    child.stdout.on('data', d => {
      const m = /http:\/\/\S+/.exec(String(d))
      if (m) ok(m[0])
    })
    child.on('exit', code => fail(new Error(`atoll serve ended with ${code}`)))
  })
  return {
    url,
    pid: child.pid,
    stop: () =>
      new Promise(ok => {
        child.removeAllListeners('exit')
        child.on('exit', ok)
        child.kill('SIGTERM')
      }),
  }
}

/** The page's folder, or another one, as any web host would serve it, below a path. change(name, text) may replace a file's
 *  content. */
export async function host(change = (name, bytes) => bytes, folder = join(dirname(program), 'web', 'page')) {
  const types = {
    html: 'text/html',
    js: 'text/javascript',
    css: 'text/css',
    json: 'application/json',
    svg: 'image/svg+xml',
    png: 'image/png',
    jpg: 'image/jpeg',
    txt: 'text/plain',
    wasm: 'application/wasm',
    bin: 'application/octet-stream',
    webmanifest: 'application/manifest+json',
  }
  const server = createServer((request, response) => {
    const name = request.url.replace(/^\/games\/atoll\//, '').replace(/\?.*/, '') || 'index.html'
    try {
      const bytes = readFileSync(join(folder, basename(name)))
      response.writeHead(200, { 'content-type': types[name.split('.').pop()], 'cache-control': 'no-cache' })
      response.end(change(name, bytes))
    } catch {
      response.writeHead(404)
      response.end()
    }
  })
  await new Promise(ok => server.listen(0, '127.0.0.1', ok))
  return {
    url: `http://127.0.0.1:${server.address().port}/games/atoll/`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export async function browse(...more) {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  return chromium.launch({ executablePath, args: [...FLAGS, ...more] })
}

async function slow(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
}

/** A page in a context of its own; complaints of the console are collected in errors. idle: it may store all its files
 *  when it has nothing to do, as it does where nobody saves data. */
export async function visit(browser, url, options = {}) {
  const { size = DESKTOP, lang = 'en', met = GAMES, idle = false, ...rest } = options
  const context = await browser.newContext({
    viewport: size,
    locale: lang,
    hasTouch: size.width < 600,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...rest,
  })
  context.setDefaultTimeout(HANG)
  if (SLOW > 1) context.on('page', slow)
  // By default the visitor has played these games before, so the page does not offer to guide.
  await context.addInitScript(games => {
    try {
      if (!localStorage.getItem('atoll.met')) localStorage.setItem('atoll.met', JSON.stringify(games))
    } catch {
      /* no page of ours */
    }
  }, met)
  if (!idle)
    await context.addInitScript(() => {
      if (navigator.connection) Object.defineProperty(navigator.connection, 'saveData', { value: true })
    })
  const page = await context.newPage()
  const errors = []
  page.on('console', m => {
    // A file without a page has no icon, and the browser asks for one at any time.
    if (m.location().url.endsWith('/favicon.ico')) return
    if (m.type() === 'error' || m.type() === 'warning') errors.push(m.text())
  })
  page.on('pageerror', e => errors.push(String(e)))
  await page.goto(url)
  await page.waitForSelector('h1')
  return { page, context, errors }
}

/** Asks the host something as the guest of this page, on a connection of its own. */
export const ask = (page, command) =>
  page.evaluate(async command => {
    const socket = new WebSocket(`ws${location.origin.slice(4)}/ws`)
    const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, '0')).join('')
    const answer = await new Promise((ok, fail) => {
      socket.onmessage = e => {
        const m = JSON.parse(e.data)
        if (m.type === 'hello') socket.send(JSON.stringify({ ...command, id }))
        if (m.id === id) m.type === 'refused' ? fail(new Error(m.code)) : ok(m)
      }
    })
    socket.close()
    return answer
  }, command)

/** Waits until the page says that it is at rest (web/src/rest.ts): only a person is to move, nothing moves,
 *  nothing that was asked for is still to come. */
export const rest = page => page.waitForFunction(() => document.documentElement.dataset.rest === 'true')

/** At rest, and I am to move. */
export const myTurn = page =>
  page.waitForFunction(
    () => document.documentElement.dataset.rest === 'true' && document.querySelector('.whose[data-mine="true"]'),
  )

/** At rest, and I am to move or the game is over: returns true if I am to move. */
export async function settled(page) {
  await page.waitForFunction(
    () =>
      document.documentElement.dataset.rest === 'true' && document.querySelector('.whose[data-mine="true"], .verdict'),
  )
  return (await page.$('.verdict')) !== null
}

/** Waits until animations have ended, so that nothing is judged half-way. Endless ones are not waited for; the
 *  page itself may be waiting, for other people or a host. */
const still = page =>
  page.evaluate(async () => {
    const frame = () => new Promise(ok => requestAnimationFrame(ok))
    await frame()
    await frame()
    const moving = document
      .getAnimations()
      .filter(a => a.playState === 'running' && a.effect.getComputedTiming().endTime < Infinity)
    await Promise.allSettled(moving.map(a => a.finished))
  })

/** The checks that hold on every screen. The picture gets the screen's name. */
export async function inspect(page, name, { shot = true } = {}) {
  await still(page)
  if (shot) await picture(page, name)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
  if (violations.length)
    throw new Error(
      `${name}: ` +
        violations
          .map(
            v =>
              `${v.id}: ${v.nodes
                .map(n => `${n.target} ${n.failureSummary}`)
                .slice(0, 3)
                .join(' | ')}`,
          )
          .join('\n'),
    )
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  if (over > 0) throw new Error(`${name}: ${over} pixels too wide`)
}

/** A recorded game of the tests, from its first line to its last: the n-th with this many players. */
export function recorded(game, players, n) {
  const text = readFileSync(join(root, 'tests', 'games', game, `${players}.records`), 'utf8')
  return `${text.split('=== ')[n].trimEnd().split('\n').slice(1).join('\n')}\n`
}

/** The link that holds a whole game (web/src/share.ts). step: where to look; else the end. */
export function linkTo(url, record, seats, step) {
  const packed = deflateRawSync(JSON.stringify({ record, seats, ...(step === undefined ? {} : { step }) }))
  return `${url}#g=${packed.toString('base64url')}`
}

/** Clicks the first legal move by name until it is not my turn any more, or the game is over. */
export async function playByName(page, { most = 1000 } = {}) {
  for (let n = 0; n < most; n++) {
    if (await settled(page)) return n
    const tab = page.getByRole('button', { name: 'Moves', exact: true })
    if ((await tab.getAttribute('aria-pressed')) !== 'true') await tab.click()
    await page.locator('.moves button').first().click()
    await page.locator('.confirm:not([disabled])').click()
    await page.waitForSelector('.confirm', { state: 'detached' })
  }
  return most
}

/** From now on every announcement to screen readers is stored in globalThis.said of the page. */
export const listen = page =>
  page.evaluate(() => {
    globalThis.said = []
    const status = [...document.querySelectorAll('.hidden[role=status]')].at(-1)
    new MutationObserver(() => globalThis.said.push(status.textContent)).observe(status, {
      childList: true,
      subtree: true,
      characterData: true,
    })
  })

export function check(what, message) {
  if (!what) throw new Error(message)
}

/** Waits until a condition outside the page holds, by asking again and again: there is no event for it. */
export async function eventually(ask, message, time = HANG) {
  for (const end = Date.now() + time; !(await ask());) {
    if (Date.now() > end) throw new Error(message)
    await new Promise(ok => setTimeout(ok, 25))
  }
}

/** Runs one test; returns why it failed, or nothing. */
async function attempt(test, browser, server) {
  try {
    await test({ browser, url: server.url, server })
    return ''
  } catch (err) {
    return String(err.stack ?? err).replaceAll('\n', '\n  ')
  } finally {
    for (const context of browser.contexts()) await context.close()
  }
}

/** Runs the tests of a file one after the other and speaks TAP. */
export async function run(tests) {
  const only = process.argv[2]
  const list = Object.entries(tests).filter(([name]) => !only || name.includes(only))
  console.log(`1..${list.length}`)
  let failed = 0
  const server = await serve()
  const browser = await browse()
  for (const [i, [name, test]] of list.entries()) {
    const begin = Date.now()
    const why = await attempt(test, browser, server)
    if (why) failed++
    console.log(`${why ? 'not ok' : 'ok'} ${i + 1} - ${name} # ${Date.now() - begin} ms${why && `\n  ${why}`}`)
  }
  await browser.close()
  await server.stop()
  process.exit(failed ? 1 : 0)
}

// The animation of the README: two bots play each game in the page, as docs/pictures/play.webp. Needs img2webp
// (scripts/deps pictures).
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { browse, DEAL, serve, visit } from '../tests/web/harness.mjs'

const out = join(dirname(fileURLToPath(import.meta.url)), '..', 'docs', 'pictures', 'play.webp')
const SIZE = { width: 1280, height: 760 } // of the page
const FILM = { maxWidth: 960, maxHeight: 570 }
const LARGEST = 1.5e6 // bytes of the result
const SHORTEST = 150 // milliseconds a frame
const LONGEST = 900 // however long a bot thought
const LAST = 1600 // how long the end of a scene stays
// What is kept of a game: the milliseconds before it, and its length.
const SCENES = [
  { game: 'my-shelfie', from: 14000, lasts: 9000 },
  { game: 'reef', from: 45000, lasts: 9000 },
  { game: 'reef-encounter', from: 45000, lasts: 9000 },
]
const PLAYERS = ['bot:hard', 'bot:normal']

/** Begins to film: the returned function ends it and returns the frames. */
async function film(page) {
  const frames = []
  const client = await page.context().newCDPSession(page)
  client.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ data, at: metadata.timestamp * 1000 })
    client.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await client.send('Page.startScreencast', { format: 'png', ...FILM })
  return async () => {
    await client.send('Page.stopScreencast')
    return frames
  }
}

/** Frames that are far enough apart, each with its time on the screen. */
function paced(frames) {
  const kept = []
  for (const frame of frames) {
    const last = kept.at(-1)
    if (last && frame.at - last.at < SHORTEST) last.data = frame.data
    else if (!last || frame.data !== last.data) kept.push({ ...frame })
  }
  return kept.map((frame, i) => {
    const next = kept[i + 1]
    return { ...frame, lasts: next ? Math.round(Math.min(next.at - frame.at, LONGEST)) : LONGEST }
  })
}

/** The frames between two times on the screen. */
function cut(frames, from, lasts) {
  let time = 0
  const kept = frames.filter(frame => {
    time += frame.lasts
    return time > from && time <= from + lasts
  })
  return kept.map((frame, i) => (i === kept.length - 1 ? { ...frame, lasts: LAST } : frame))
}

async function scene(browser, url, { game, from, lasts }) {
  const { page, context } = await visit(browser, `${url}#new/${game}/${DEAL}`, {
    size: SIZE,
    reducedMotion: 'no-preference',
  })
  await page.waitForSelector('.setup')
  for (const [i, player] of PLAYERS.entries()) await page.selectOption(`#seat-${i + 1}`, player)
  await page.locator('.setup .button.primary').click()
  const end = await film(page)
  await page.waitForTimeout((from + lasts) * 1.5)
  const frames = cut(paced(await end()), from, lasts)
  await context.close()
  return frames
}

const folder = mkdtempSync(join(tmpdir(), 'atoll-film-'))
const server = await serve()
const browser = await browse()
const args = ['-loop', '0', '-lossy', '-q', process.env.QUALITY ?? '60', '-m', '4', '-kmin', '9', '-kmax', '60']
let count = 0
for (const what of SCENES) {
  const frames = await scene(browser, server.url, what)
  for (const { data, lasts } of frames) {
    const name = join(folder, `${String(count++).padStart(4, '0')}.png`)
    writeFileSync(name, Buffer.from(data, 'base64'))
    args.push('-d', String(lasts), name)
  }
  console.log(`${what.game}: ${frames.length} frames, ${frames.reduce((sum, f) => sum + f.lasts, 0)} ms`)
}
await browser.close()
await server.stop()
execFileSync('img2webp', [...args, '-o', out], { stdio: ['ignore', 'ignore', 'inherit'] })
if (process.env.KEEP) console.log(folder)
else rmSync(folder, { recursive: true })
const { size } = statSync(out)
console.log(`play.webp ${size}`)
if (size > LARGEST) throw new Error(`play.webp is larger than ${LARGEST} bytes: set QUALITY below 60`)

// The speed of tables online in browsers on this machine, beside the bars: from the tap on a link to a
// seat, and from the acknowledgement of a move to the moment when the other player's page begins to show
// it. Run by `make audit`.
import { browse, serve, visit } from '../tests/web/harness.mjs'

const MOVES = 16

/** Runs in the page before anything else: records when a command was acknowledged, when events came, when the
 *  board began to change. */
function watch() {
  const now = () => performance.timeOrigin + performance.now()
  globalThis.times = { done: [], told: [], shown: [] }
  const Socket = WebSocket
  globalThis.WebSocket = class extends Socket {
    constructor(...args) {
      super(...args)
      this.addEventListener('message', e => {
        const { type, count, old, events } = JSON.parse(e.data)
        if (type === 'done' && count > 0) globalThis.times.done.push(now())
        if (type === 'events' && !old && events.some(x => x.event === 'decided')) globalThis.times.told.push(now())
      })
    }
  }
  new MutationObserver(all => {
    if (
      globalThis.times.shown.length < globalThis.times.told.length &&
      all.some(m => m.target.closest?.('.felt, .whose') || m.target.parentElement?.closest('.felt, .whose'))
    )
      globalThis.times.shown.push(now())
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
}

function print(name, times, bar) {
  const sorted = [...times].sort((a, b) => a - b)
  const ms = n => `${Math.round(n)} ms`.padStart(8)
  console.log(`${name.padEnd(58)}${ms(sorted[sorted.length >> 1])} usually,${ms(sorted.at(-1))} at most, bar ${bar} ms`)
}

const server = await serve()
const browser = await browse()
const motion = { reducedMotion: 'no-preference' }

/** Makes a table in a page and returns its link. */
async function create(page, name) {
  await page.goto(`${server.url}#friends/my-shelfie`)
  if (name) await page.locator('[name=nickname]').fill(name)
  await page.locator('main button[type=submit]').click()
  return page.waitForSelector('.link').then(field => field.inputValue())
}
const begun = page => page.waitForSelector('.table .whose[data-mine]', { timeout: 30000 })

const ann = await visit(browser, server.url, motion)
const ben = await visit(browser, server.url, motion)
await ann.page.addInitScript(watch)
await ben.page.addInitScript(watch)
await ann.page.reload()
await ben.page.reload()

const seats = []
let link = await create(ann.page, 'Ann')
for (let i = 0; i < 4; i++) {
  // The first time a name is asked for; here it is typed at once.
  const begin = Date.now()
  await ben.page.goto('about:blank')
  await ben.page.goto(link)
  await ben.page.waitForSelector('.join')
  if (i === 0) await ben.page.locator('[name=nickname]').fill('Ben')
  await ben.page.locator('.join button[type=submit]').click()
  await begun(ben.page)
  seats.push(Date.now() - begin)
  if (i < 3) link = await create(ann.page)
}
print('from the tap on a link to a game that has begun', seats, 2000)

await begun(ann.page)
const delays = []
for (let i = 0; i < MOVES; i++) {
  const mine = await Promise.race(
    [ann, ben].map(p => p.page.waitForSelector('.whose[data-mine="true"]', { timeout: 30000 }).then(() => p)),
  )
  const other = mine === ann ? ben : ann
  for (const p of [ann, ben])
    await p.page.evaluate(() => Object.assign(globalThis.times, { done: [], told: [], shown: [] }))
  const tab = mine.page.locator('.tabs button').nth(2)
  if ((await tab.getAttribute('aria-pressed')) !== 'true') await tab.click()
  await mine.page.locator('.moves button').first().click()
  await mine.page.locator('.confirm:not([disabled])').click()
  await other.page.waitForFunction(() => globalThis.times.shown.length > 0)
  await mine.page.waitForFunction(() => globalThis.times.done.length > 0)
  const [done] = await mine.page.evaluate(() => globalThis.times.done)
  const [shown] = await other.page.evaluate(() => globalThis.times.shown)
  delays.push(Math.max(0, shown - done))
  await other.page.waitForTimeout(300)
}
print("another's move, from its acknowledgement until it is shown", delays, 100)
await browser.close()
await server.stop()

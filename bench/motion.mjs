// The browser's work while pieces travel, from Chromium's trace of bots' games at a normal pace and of the
// points that count up at the end: layout work, and the main thread's time a frame, beside the bars. Run by
// `make audit`.
//
// A flight lasts from the frame after its start until its piece is removed: starting one measures places
// once. Times are those of the thread, so that other programs on the machine do not count.
import { browse, DEAL, GAMES, serve, visit } from '../tests/web/harness.mjs'

const FLIGHTS = 12 /* watched in each game */
const FRAME = 1000 / 60 /* ms */
const BAR = 8 /* ms of the main thread a frame, at p95 */
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing', 'toplevel']

/** Marks the start and removal of pieces. */
function watchFlights() {
  globalThis.flights = 0
  new MutationObserver(changes => {
    for (const { addedNodes, removedNodes } of changes) {
      if ([...addedNodes].some(n => /^flying/.test(n.className)))
        requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('flight begins')))
      if ([...removedNodes].some(n => /^flying/.test(n.className))) {
        performance.mark('flight ends')
        globalThis.flights++
      }
    }
  }).observe(document.body, { childList: true })
}

/** The trace's events of the page's main thread, ordered by time; times in ms. */
function mainThread(events) {
  const mark = events.find(e => /^flight|^counting/.test(e.name))
  return events
    .filter(e => e.pid === mark?.pid && e.tid === mark?.tid)
    .map(e => ({ ...e, ts: e.ts / 1000, dur: (e.tdur ?? e.dur ?? 0) / 1000 }))
    .sort((a, b) => a.ts - b.ts)
}

/** When something moved but no piece was started or removed. */
function windows(events, what) {
  const out = []
  let begin = null
  for (const { name, ts } of events)
    if (name === `${what} begins`) begin = ts
    else if (name === `${what} ends` && begin !== null) {
      out.push([begin, ts - 1])
      begin = null
    }
  return out
}

function report(name, what, trace) {
  const events = mainThread(trace)
  const moving = windows(events, what)
  const layouts = events.filter(e => e.name === 'Layout' && moving.some(([a, b]) => e.ts > a && e.ts < b))
  const frames = moving.flatMap(([begin, end]) => {
    const list = []
    for (let t = begin; t < end; t += FRAME)
      list.push(
        events
          .filter(e => e.name === 'ThreadControllerImpl::RunTask' && e.ts >= t && e.ts < t + FRAME)
          .reduce((sum, e) => sum + e.dur, 0),
      )
    return list
  })
  frames.sort((a, b) => a - b)
  const p95 = frames[Math.floor(frames.length * 0.95)] ?? NaN
  console.log(
    `${name.padEnd(34)} ${`${moving.length}`.padStart(4)} motions, ${`${frames.length}`.padStart(5)} frames: ` +
      `layouts ${layouts.length} (bar 0), main thread ${p95.toFixed(1)} ms at p95 (bar ${BAR})`,
  )
}

const server = await serve()
const browser = await browse()
for (const game of GAMES) {
  const { page, context } = await visit(browser, `${server.url}#new/${game}/${DEAL}`, {
    reducedMotion: 'no-preference',
  })
  await page.waitForSelector('.setup')
  for (const seat of ['#seat-1', '#seat-2']) await page.selectOption(seat, 'bot:easy')
  await page.evaluate(watchFlights)
  await page.locator('.setup button.primary').click()
  await page.waitForFunction(() => globalThis.flights > 2, null, { timeout: 60000 })
  await browser.startTracing(page, { categories: CATEGORIES })
  const now = await page.evaluate(() => globalThis.flights)
  await page.waitForFunction(n => globalThis.flights > n, now + FLIGHTS, { timeout: 120000 })
  report(`${game}: pieces travel`, 'flight', JSON.parse(String(await browser.stopTracing())).traceEvents)

  // The end, shown at once; the points count up.
  await browser.startTracing(page, { categories: CATEGORIES })
  for (let i = 0; i < 600 && !(await page.$('.end')); i++) {
    if (i === 0)
      await page.evaluate(() => {
        new MutationObserver((_, self) => {
          const panel = document.querySelector('.end[data-counts="true"]')
          if (!panel) return
          self.disconnect()
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              performance.mark('counting begins')
              void Promise.allSettled(panel.getAnimations({ subtree: true }).map(a => a.finished)).then(() =>
                performance.mark('counting ends'),
              )
            }),
          )
        }).observe(document.body, { childList: true, subtree: true })
      })
    await page.keyboard.press('s')
    await page.waitForTimeout(100)
  }
  await page.waitForFunction(() => performance.getEntriesByName('counting ends').length > 0, null, { timeout: 60000 })
  report(`${game}: points count up`, 'counting', JSON.parse(String(await browser.stopTracing())).traceEvents)
  await context.close()
}
await browser.close()
await server.stop()

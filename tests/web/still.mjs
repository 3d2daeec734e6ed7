// The board stands still: it has one size and one place in a window, from the first move of a game to the last, whatever is
// said beside it, with the guide and a hint open, while a move is chosen and while others play. Whole games are played by
// clicks from inside the page, as fast as it goes. One game of each visits all windows in turn: whenever it is back in one,
// the board has to be where it was. EACH=yes plays a whole game in every window.
import { check, GAMES, picture, rest, run, visit } from './harness.mjs'

/** Telephones, a tablet upright and on its side, a small laptop, a full screen. */
const SIZES = ['360x740', '375x667', '390x844', '768x1024', '1024x768', '1366x768', '1920x1080']

/** So many decisions of mine are made before the window changes: short games change it more often. */
const STAY = { 'my-shelfie': 1, reef: 2 }

/** Follows the boards and both bars: whenever the page changes they are measured, while `window.size` says for which window.
 *  Only what can be seen counts: a phone shows one reef at a time. */
const follow = page =>
  page.evaluate(() => {
    const seen = (globalThis.rectangles = {})
    const measure = () => {
      if (!globalThis.size) return
      for (const el of document.querySelectorAll('.bar, .action, .reef-board, .ms-room, .ms-shelf, .re-reef > svg')) {
        const r = el.getBoundingClientRect()
        if (r.width === 0) continue
        const what = el.closest('[data-board]')?.dataset.board ?? el.classList[0]
        const at = [r.x, r.y, r.width, r.height].map(n => Math.round(n * 2) / 2).join(' ')
        const places = (seen[`${globalThis.size} ${what}`] ??= {})
        places[at] ??= document.querySelector('.action').innerText.replaceAll('\n', ' / ')
      }
    }
    new MutationObserver(measure).observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      characterData: true,
    })
    globalThis.measure = measure
  })

/** Another window: what is measured counts once the page has been laid out for it. */
async function move(page, size) {
  const [width, height] = size.split('x').map(Number)
  await page.evaluate(() => (globalThis.size = null))
  await page.setViewportSize({ width, height })
  await rest(page)
  await page.evaluate(async size => {
    const frame = () => new Promise(done => requestAnimationFrame(done))
    await frame()
    await frame()
    globalThis.size = size
    globalThis.measure()
  }, size)
}

/** Makes so many of my decisions from the list of moves; how many there were before the game was over. The last of the list
 *  brings a turn to its end, others make it longer. */
const play = (page, most) =>
  page.evaluate(async most => {
    const until = ask =>
      new Promise(done => {
        const watch = new MutationObserver(() => ask() && (watch.disconnect(), done()))
        watch.observe(document.documentElement, { childList: true, subtree: true, attributes: true })
        if (ask()) {
          watch.disconnect()
          done()
        }
      })
    const quiet = () => document.documentElement.dataset.rest === 'true'
    const over = () => document.querySelector('.end, .table .verdict') !== null
    const mine = () => document.querySelector('.whose[data-mine="true"]') !== null
    document.querySelectorAll('.side .tabs button')[2].click()
    for (let n = 0; n < most; n++) {
      await until(() => quiet() && (over() || (mine() && document.querySelector('.moves button'))))
      if (over()) return n
      const moves = document.querySelectorAll('.moves button')
      moves[n % 3 ? moves.length - 1 : (n * 7919) % moves.length].click()
      await until(() => document.querySelector('.confirm:not([disabled])'))
      document.querySelector('.confirm').click()
      await until(() => !document.querySelector('.confirm'))
    }
    return most
  }, most)

async function hint(page, name) {
  await page.keyboard.press('h')
  await page.waitForSelector('.hint-turn')
  await picture(page, name)
}

/** A guided game to its end, in these windows by turns. */
async function whole(browser, url, game, sizes) {
  const { page, errors, context } = await visit(browser, url, { met: [], hasTouch: true })
  await page.locator(`.card[data-game="${game}"] .button.primary`).first().click()
  await page.locator('dialog.first[open] .primary').click()
  await page.waitForSelector('.whose[data-mine="true"]')
  await page.waitForSelector('.coach-links')
  await follow(page)
  const stay = STAY[game] ?? 3
  let made = stay
  for (let turn = 0; made === stay; turn++) {
    const size = sizes[turn % sizes.length]
    await move(page, size)
    if (turn < 2 * sizes.length && turn % 2 === Math.floor(turn / sizes.length) % 2 && !(await page.$('.end')))
      await hint(page, `still-${game}-${size}`)
    made = await play(page, stay)
    check(turn < 500, `${game}: it does not end`)
  }
  await move(page, sizes[0])
  const found = Object.entries(await page.evaluate(() => globalThis.rectangles))
  for (const size of sizes) check(found.filter(f => f[0].startsWith(size)).length > 2, `${game} ${size}: not followed`)
  for (const [what, places] of found)
    check(
      Object.keys(places).length === 1,
      `${game}, ${what} has several places:\n${Object.entries(places)
        .map(p => p.join(': '))
        .join('\n')}`,
    )
  check(errors.length === 0, errors.join())
  await context.close()
}

const tests = {}
for (const game of GAMES)
  tests[`${game}: the board has one size in a window through a whole game`] = async ({ browser, url }) => {
    if (process.env.EACH !== 'yes') return whole(browser, url, game, SIZES)
    for (const size of SIZES) await whole(browser, url, game, [size])
  }
await run(tests)

// The speed of the page in a browser on this machine: the best of some tries beside the bar. Run by `make
// audit`.
import { browse, GAMES, serve, visit } from '../tests/web/harness.mjs'

const TRIES = 5

async function best(name, bar, attempt) {
  const times = []
  for (let i = 0; i < TRIES; i++) times.push(await attempt())
  console.log(
    `${name.padEnd(58)} ${Math.round(Math.min(...times))
      .toString()
      .padStart(5)} ms, bar ${bar} ms`,
  )
}

/** Milliseconds from act, run in the page, until a selector matches. */
const until = (page, selector, act) =>
  page.evaluate(
    ([find, click]) =>
      new Promise(ok => {
        const begin = click ? performance.now() : 0
        const look = () => (document.querySelector(find) ? ok(performance.now() - begin) : requestAnimationFrame(look))
        if (click) document.querySelector(click).click()
        look()
      }),
    [selector, act],
  )

/** Milliseconds from the click on a move until it is painted as chosen. */
const choose = page =>
  page.evaluate(
    () =>
      new Promise(ok => {
        const button = [...document.querySelectorAll('.moves button')].find(
          b => b.getAttribute('aria-pressed') !== 'true',
        )
        const begin = performance.now()
        button.click()
        const look = () =>
          button.getAttribute('aria-pressed') === 'true' && document.querySelector('.confirm')
            ? requestAnimationFrame(() => ok(performance.now() - begin))
            : setTimeout(look)
        look()
      }),
  )

const server = await serve()
const browser = await browse()
const { page } = await visit(browser, server.url)
const afresh = async () => {
  await page.goto('about:blank')
  await page.goto(server.url)
}

await best('the start screen can be used', 1000, async () => {
  await afresh()
  return until(page, '.card .button.primary')
})
for (const game of GAMES) {
  await best(`${game}: from the click to the table`, 300, async () => {
    await afresh()
    await page.waitForSelector('.card')
    return until(page, '.table', `.card[data-game="${game}"] .button.primary`)
  })
  await page.waitForSelector('.whose[data-mine="true"]', { timeout: 30000 })
  await page.getByRole('button', { name: 'Moves', exact: true }).click()
  await best(`${game}: from the click on a move to its preview`, 50, () => choose(page))
}
await browser.close()
await server.stop()

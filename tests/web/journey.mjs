// One journey for each game, as a visitor makes it: from the start screen to a table, some turns, a reload,
// back to the list of games, a whole game by a link with its result and the rules. The other tests of the
// page check more (make test-all).
import { check, GAMES, inspect, linkTo, myTurn, playByName, recorded, run, visit } from './harness.mjs'

const PEOPLE = ['Ann', 'Ben'].map((name, i) => ({ kind: i ? 'guest' : 'me', name }))
const TURNS = 3
const steps = page => page.$eval('.history input', el => Number(el.max))

async function journey({ browser, url }, game) {
  const { page, errors } = await visit(browser, url)
  await page.locator(`.card[data-game="${game}"] .button.primary`).click()
  await myTurn(page)
  const before = await steps(page)
  check((await playByName(page, { most: TURNS })) === TURNS, 'my turns')
  await myTurn(page)
  const after = await steps(page)
  check(after >= before + TURNS, `${after} steps after ${before}`)
  await inspect(page, `journey-${game}`, { shot: false })
  await page.reload()
  await myTurn(page)
  check((await steps(page)) === after, 'kept')
  await page.getByRole('button', { name: 'Take back' }).click()
  await page.waitForFunction(n => Number(document.querySelector('.history input').max) < n, after)
  await page.goto(url)
  await page.waitForSelector(`.saved, a[href^="#play/"]`)
  // A whole game in a link: its result, with the words of the game.
  await page.goto(linkTo(url, recorded(game, 2, 1), PEOPLE))
  await page.waitForSelector('.end .verdict')
  check((await page.textContent('.end .verdict')).length > 10, 'who won')
  await inspect(page, `journey-${game}-end`, { shot: false })
  await page.goto(`${url}#guide/${game}`)
  await page.waitForSelector('.guide-page svg')
  check(errors.length === 0, errors.join())
}

await run(Object.fromEntries(GAMES.map(game => [`a journey in ${game}`, at => journey(at, game)])))

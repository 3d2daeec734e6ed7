// A game without a module of the page, GAME in the environment: it is on the start screen, opens, and a
// whole game is played by clicks against a bot. Run by scripts/fourth-game in a copy of the source.
import { check, DESKTOP, inspect, PHONE, playByName, run, visit } from '../web/harness.mjs'

const GAME = process.env.GAME
const LANGS = ['en', 'fr', 'it', 'pl']

const start = async page => {
  await page.locator(`.card[data-game="${GAME}"] .button.primary`).click()
  await page.waitForSelector('.whose[data-mine="true"], .verdict', { timeout: 60000 })
}

await run({
  'the game is on the start screen, in every language': async ({ browser, url }) => {
    for (const lang of LANGS) {
      const { page, errors, context } = await visit(browser, url, { lang })
      check((await page.locator(`.card[data-game="${GAME}"]`).count()) === 1, `${lang}: one card`)
      const text = await page.locator(`.card[data-game="${GAME}"]`).textContent()
      check(!text.includes(`${GAME}.`), `${lang}: a word is missing: ${text}`)
      await inspect(page, `fourth-start-${lang}`, { shot: lang === 'en' })
      check(errors.length === 0, errors.join())
      await context.close()
    }
  },

  'a whole game is clicked against a bot': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url, { size: DESKTOP })
    await start(page)
    await inspect(page, 'fourth-table')
    const moves = await playByName(page)
    check(moves > 0 && (await page.$('.verdict')), `over after ${moves} moves of mine`)
    await inspect(page, 'fourth-end')
    check(errors.length === 0, errors.join())
  },

  'a telephone shows it': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url, { size: PHONE })
    await start(page)
    await inspect(page, 'fourth-phone')
    check(errors.length === 0, errors.join())
  },
})

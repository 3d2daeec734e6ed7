// What a learner of a game sees: marks in the right places, reasons that are true, the end of the guide.
import { build } from 'esbuild'
import { words } from '../../web/lang.mjs'
import { check, DEAL, linkTo, listen, PHONE, recorded, run, visit, myTurn } from './harness.mjs'

/** A module of the page by itself, and the words of a language. */
async function load(path) {
  const file = new URL(`../../web/src/${path}`, import.meta.url).pathname
  const define = { LANG_URLS: '{}', LANG_KEYS: '""' }
  const { outputFiles } = await build({ entryPoints: [file], bundle: true, write: false, format: 'esm', define })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}
const { translator } = await load('i18n.ts')
const t = translator('en', words('en'), () => Promise.resolve({}))

/** Begins the guided game of this game. */
async function guided(browser, url, game, options) {
  const visited = await visit(browser, url, { met: [], ...options })
  await visited.page.locator(`.card[data-game="${game}"] .button.primary`).click()
  await visited.page.getByRole('button', { name: 'Guide me' }).click()
  await myTurn(visited.page)
  return visited
}

/** Puts a finished game on the device, a guided one. */
const finish = (page, record) =>
  page.evaluate(async record => {
    const db = await new Promise(ok => {
      const r = indexedDB.open('atoll', 1)
      r.onsuccess = () => ok(r.result)
    })
    const tx = db.transaction(['games', 'records'], 'readwrite')
    const seats = [
      { kind: 'me', name: '' },
      { kind: 'bot', name: '', level: 'easy' },
    ]
    const now = Date.now()
    const counts = { decisions: 10, turn: -1, totals: [1, 2], created: now, updated: now }
    const game = { id: 'taught', game: 'my-shelfie', players: 2, seats, lesson: true, over: true, touched: true }
    tx.objectStore('games').put({ ...game, ...counts })
    tx.objectStore('records').put(record, 'taught')
    await new Promise(ok => {
      tx.oncomplete = ok
    })
    db.close()
  }, record)

await run({
  'a goal is a reason only where the turn comes nearer to it, and nothing is left for later after the end':
    async () => {
      const { teaching } = await load('games/my-shelfie/teaching.ts')
      const seat = { taken: [0, 0], shelf: [], wanted: null }
      const view = { goals: [{ goal: 6, left: [8, 4] }], seats: [seat], groups: [[]], end_tile: null }
      const why = (name, was, to, after = view) =>
        teaching.why({
          reason: { name, seat: 1, points: 1, was, from: 0, to },
          turn: [],
          view,
          after,
          me: 1,
          names: [],
          t,
        })
      const eight = n => 8 * (n / 8) ** 2
      check(why('goal 6', eight(6), eight(7)) === 'has 7 of 8 for “Eight alike”', why('goal 6', eight(6), eight(7)))
      check(why('goal 6', eight(7), eight(7)) === null, 'as it was')
      check(/nearer/.test(why('goal 6', eight(6.2), eight(6.6))), why('goal 6', eight(6.2), eight(6.6)))
      check(why('open 2', 0, 1) !== null, 'groups that can grow')
      for (const name of ['open 2', 'wide columns', 'personal next', 'goal 6'])
        check(why(name, 0, eight(7), { ...view, end_tile: 1 }) === null, `${name} after the end`)
      const reef = await load('games/reef/teaching.ts')
      const left = last_round => ({ board: {}, seats: [{ hand: [], reef: [] }], cards: [], last_round })
      const near = after =>
        reef.teaching.why({
          ...{
            reason: { name: 'near own', seat: 1, points: 1, was: 0, from: 0, to: 1 },
            turn: [],
            me: 1,
            names: [],
            t,
          },
          ...{ view: left(false), after },
        })
      check(near(left(false)) !== null && near(left(true)) === null, 'a pattern that lacks a piece')
    },

  'luck and choice are one plain sentence in points, in every language': async () => {
    const { balance } = await load('ui/balance.ts')
    const said = (lang, luck, lost, alone = true, other = -luck) =>
      balance(
        translator(lang, words(lang), () => Promise.resolve({})),
        { luck_points: [luck, other], lost_points: [lost, 0] },
        1,
        'Zoe',
        alone,
      )
    const english = said('en', 5.4, 12.2)
    check(english === 'Luck brought about 5 points; better decisions would have brought about 12 points more.', english)
    check(
      said('en', -1, 0.2) === 'Bad luck cost about 1 point; better decisions would hardly have brought more.',
      'bad',
    )
    check(said('en', 0.3, 1, false).startsWith('Zoe: Luck was even; '), said('en', 0.3, 1, false))
    // Draws that helped everybody equally are no luck.
    check(said('en', 98, 1, true, 98.4).startsWith('Luck was even; '), said('en', 98, 1, true, 98.4))
    check(said('en', 98, 1, true, 129).startsWith('Bad luck cost about 15 points; '), said('en', 98, 1, true, 129))
    check(/około 3 punktów; .* około 1 punktu/.test(said('pl', 3, 1)), said('pl', 3, 1))
    for (const lang of ['it', 'fr', 'pl'])
      for (const luck of [-2, 0, 1]) check(!/analysis|[{}%]/.test(said(lang, luck, 3)), said(lang, luck, 3))
  },

  'on a phone the card of a hint comes into sight, and nothing is drawn over the words': async ({ browser, url }) => {
    const { page } = await guided(browser, url, 'reef', { size: PHONE })
    const follow = async () => {
      await page.getByRole('button', { name: 'Show me a move' }).click()
      await page.locator('.hint-do').click()
      await page.locator('.confirm:not([disabled])').click()
      await page.waitForSelector('.confirm', { state: 'detached' })
      await myTurn(page)
    }
    for (let n = 0; n < 4; n++) await follow()
    // The target of the guide is in sight; so is the card of a hint.
    const inSight = selector =>
      page.waitForFunction(what => {
        const felt = document.querySelector('.felt').getBoundingClientRect()
        const box = document.querySelector(what)?.getBoundingClientRect()
        return box && box.top >= felt.top - 1 && box.bottom <= felt.bottom + 1
      }, selector)
    await page.waitForSelector('.coach[data-tip="first"]')
    await inSight('.reef-display')
    await page.getByRole('button', { name: 'Show me a move' }).click()
    await page.waitForSelector('.arrows g.arrow-hint .arrow-ring')
    await page.waitForSelector('.hint-why')
    // A long turn scrolls beside the button that begins it, never under it.
    const apart = await page.$eval('.hint-do', el => {
      const button = el.getBoundingClientRect(),
        words = document.querySelector('.hint-say').getBoundingClientRect()
      return words.right <= button.left + 1 || words.bottom <= button.top + 1
    })
    check(apart, 'words under the button')
    const card = /^Take/.test(await page.textContent('.hint-turn')) ? '.reef-common' : '.reef-mine'
    await inSight(`${card} [data-card]`)
    // Each drawing is clipped by an element of its own where the board ends.
    const ids = await page.$$eval('.arrows [id]', all => all.map(el => el.id))
    check(new Set(ids).size === ids.length && ids.length > 0, ids.join())
    check(
      await page.evaluate(() => {
        const group = document.querySelector('.hints .arrows > g, .arrows:has(.arrow-hint .arrow-ring) > g')
        const clip = document.querySelector(/url\("?(#[^")]+)/.exec(group.getAttribute('clip-path'))[1])
        return clip.closest('.arrows') === group.closest('.arrows')
      }),
      'its own clip',
    )
  },

  'on a phone, upright and on its side, a puzzle has its buttons, its answer is in sight, and a graph can be read':
    async ({ browser, url }) => {
      const { page, errors, context } = await visit(browser, `${url}#puzzles/reef-encounter/12`, { size: PHONE })
      await myTurn(page)
      await page.waitForSelector('.puzzle[data-state="open"]')
      for (const size of [PHONE, { width: 844, height: 390 }]) {
        await page.setViewportSize(size)
        await page.waitForFunction(
          () =>
            document.querySelectorAll('.action .tool').length === 7 &&
            [...document.querySelectorAll('.action :is(.tool, .puzzle .button)')].every(el => {
              const r = el.getBoundingClientRect()
              return r.left >= 0 && r.right <= innerWidth && r.bottom <= innerHeight && r.height >= 43
            }) &&
            document.querySelector('.felt').clientHeight > innerHeight / 2,
          null,
        )
      }
      await page.setViewportSize(PHONE)
      await page.getByRole('button', { name: 'Show the answer' }).click()
      await page.waitForSelector('.arrows .arrow-better .arrow-ring')
      await context.close()
      const seats = [
        { kind: 'me', name: '' },
        { kind: 'bot', name: '', level: 'easy' },
      ]
      const other = await visit(browser, linkTo(url, recorded('my-shelfie', 2, 1), seats), { size: PHONE })
      await other.page.getByRole('button', { name: 'Analyse the game' }).click()
      await other.page.waitForSelector('.graph-label')
      const sizes = await other.page.$$eval('.graph-label', all => all.map(el => el.getBoundingClientRect().height))
      check(Math.min(...sizes) >= 12, sizes.join())
      check(errors.length === 0, errors.join())
    },

  'choosing something in Reef Encounter leaves the table of leaves as it lies, and speaks of no points': async ({
    browser,
    url,
  }) => {
    const { page, errors } = await visit(browser, `${url}#new/reef-encounter/${DEAL}`, {
      reducedMotion: 'no-preference',
    })
    await page.locator('.form-end .primary').click()
    await myTurn(page)
    await page.evaluate(() => {
      globalThis.landed = 0
      const pairs = e => {
        if (e.target.closest?.('.re-pair')) globalThis.landed++
      }
      document.addEventListener('animationstart', pairs)
    })
    const tile = page.locator('[data-piece^="tile:"]').first()
    await tile.click()
    await page.waitForSelector('.confirm:not([disabled])')
    await page.getByRole('button', { name: 'Start over' }).click()
    await page.waitForSelector('.confirm', { state: 'detached' })
    await tile.click()
    await page.locator('.confirm:not([disabled])').click()
    await myTurn(page)
    for (let n = 0; n < 2; n++) {
      const max = await page.locator('.history input').getAttribute('max')
      await page.locator('.action .tool').first().click()
      await page.waitForFunction(old => document.querySelector('.history input').max !== old, max)
      await myTurn(page)
    }
    await page.keyboard.press('h')
    await page.locator('.hint-do').click()
    await page.waitForSelector('.confirm:not([disabled])')
    check((await page.locator('.gain').count()) === 0, 'points')
    check((await page.evaluate(() => globalThis.landed)) === 0, 'the leaves blinked')
    check(errors.length === 0, errors.join())
  },

  'the guide goes by keyboard alone, and points at the buttons it names': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url, { met: [] })
    await page.locator('.card[data-game="reef-encounter"] .button.primary').press('Enter')
    await page.waitForFunction(() => document.activeElement?.textContent === 'Guide me')
    await page.keyboard.press('Enter')
    await myTurn(page)
    await page.locator('.coach-next').press('Enter')
    await page.waitForSelector('.coach[data-tip="fish"]')
    await page.waitForFunction(() => document.activeElement?.closest('.coach'))
    const pointed = selector =>
      page.waitForFunction(what => {
        const ring = document.querySelector('.arrow-point .arrow-ring')?.getBoundingClientRect()
        const at = document.querySelector(what)?.getBoundingClientRect()
        const near = (a, b) => Math.abs(a - b) < 12
        return ring && at && near(ring.x + ring.width / 2, at.x + at.width / 2) && near(ring.y, at.y)
      }, selector)
    const decide = async act => {
      const max = await page.locator('.history input').getAttribute('max')
      await act()
      await page.waitForFunction(old => document.querySelector('.history input').max !== old, max)
      await myTurn(page)
    }
    await page.locator('[data-piece="tile:grey"]').press('Enter')
    await decide(() => page.locator('.confirm:not([disabled])').press('Enter'))
    await page.waitForSelector('.coach[data-tip="larva"]')
    await pointed('.action-buttons')
    for (let n = 0; n < 2; n++) await decide(() => page.locator('[data-action="larva:white"]').press('Enter'))
    await page.waitForSelector('.coach[data-tip="cube"]')
    await pointed('[data-action="cube"]')
    check(errors.length === 0, errors.join())
  },

  'what is chosen, what it brings and whose turn it is are said aloud in sentences of the language': async ({
    browser,
    url,
  }) => {
    for (const [game, lang] of Object.entries({ reef: 'fr', 'my-shelfie': 'it', 'reef-encounter': 'pl' })) {
      const { page, errors, context } = await visit(browser, `${url}#new/${game}/${DEAL}`, { lang })
      await page.locator('.form-end .primary').click()
      await myTurn(page)
      await listen(page)
      const heard = (text, why) =>
        page
          .waitForFunction(part => globalThis.said.some(said => said.includes(part)), text)
          .catch(async () => {
            throw new Error(`${game}: ${why}: ${text}\n${(await page.evaluate(() => globalThis.said)).join('\n')}`)
          })
      await page.keyboard.press('h')
      await heard(`${words(lang)['hint.title']}. `, 'the hint')
      // The hint has used the same words: those after it must come from the choice.
      await page.evaluate(() => (globalThis.said = []))
      await page.locator('.hint-do').click()
      await page.waitForSelector('.confirm:not([disabled])')
      const chosen = await page.$eval('.action-prompt', el => el.firstChild.textContent.trim())
      check(/^\p{Lu}/u.test(chosen), `${game}: begins like no sentence: ${chosen}`)
      await heard(`${chosen}.`, 'what was chosen')
      await page.locator('.confirm').click()
      await heard(`${words(lang)['table.your-turn']}. `, 'whose turn')
      check(errors.length === 0, errors.join())
      await context.close()
    }
  },

  'when the guided game is over, the guide says so': async ({ browser, url }) => {
    const { page } = await visit(browser, `${url}#puzzles`)
    await page.goto(url)
    await page.waitForFunction(() => document.querySelector('.saves p'))
    await finish(page, recorded('my-shelfie', 2, 1))
    await page.goto(`${url}#play/taught`)
    await page.waitForSelector('.coach[data-tip="over"]')
    check(/first game/.test(await page.textContent('.coach p')), await page.textContent('.coach p'))
    check((await page.locator('.coach button').count()) === 0, 'nothing to go on to')
  },
})

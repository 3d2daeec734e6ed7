// People and memory: names and pictures, how a game was set up, the list of games, playing again, statistics, the daily
// deal, the same game in two tabs.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import { check, DEAL, GAMES, inspect, OFFER, playByName, run, visit } from './harness.mjs'

const games = join(dirname(fileURLToPath(import.meta.url)), '..', 'games')
const start = (page, game) => page.locator(`.card[data-game="${game}"] .button.primary`).click()
const myTurn = page => page.waitForSelector('.whose[data-mine="true"]', { timeout: 60000 })
const bots = page => page.$$eval('.seat-row select', all => all.map(s => s.value))

/** The first recorded game of so many players, and a link to it. */
const recorded = (game, players) =>
  readFileSync(join(games, game, `${players}.records`), 'utf8')
    .split(/^=== .*\n/m)
    .find(text => text.startsWith('game: '))
const linkTo = shared => `#g=${deflateRawSync(JSON.stringify(shared)).toString('base64url')}`

const me = { kind: 'me', name: '' }
const bot = level => ({ kind: 'bot', name: '', level })

await run({
  'a game is listed once somebody has decided something in it, and a reload finds it before': async ({
    browser,
    url,
  }) => {
    const { page, errors } = await visit(browser, url)
    await start(page, 'my-shelfie')
    await myTurn(page)
    await page.waitForFunction(() => location.hash.startsWith('#play/'))
    const address = page.url()
    await page.goto(url)
    await page.waitForSelector('.card')
    await page.waitForFunction(() => document.querySelector('.saves p'))
    check((await page.locator('.saved, .continue').count()) === 0, 'no entry for nothing')
    await page.goto(address)
    await myTurn(page)
    await playByName(page, { most: 1 })
    await myTurn(page)
    await page.goto(url)
    await page.waitForSelector('.saved')
    check((await page.locator('.saved').count()) === 1 && (await page.locator('.continue').count()) === 1, 'listed')
    check(errors.length === 0, errors.join())
  },

  'games under way and finished ones apart; what is deleted can be brought back': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, `${url}#new/my-shelfie/${DEAL}`)
    await page.getByRole('button', { name: 'Start the game' }).click()
    await myTurn(page)
    await playByName(page, { most: 1 })
    await myTurn(page)
    await page.goto(url)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from(recorded('reef', 2)) })
    await page.waitForSelector('.verdict')
    await page.goto(url)
    await page.waitForSelector('[data-kind="over"] .saved')
    check((await page.locator('[data-kind="running"] .saved[data-game="my-shelfie"]').count()) === 1, 'under way')
    check((await page.locator('[data-kind="over"] .saved[data-game="reef"]').count()) === 1, 'finished')
    await inspect(page, 'start-two-lists')
    const saved = page.locator('[data-kind="running"] .saved')
    await saved.getByRole('button', { name: /^Delete/ }).press('Enter')
    await page.waitForFunction(() => document.activeElement.textContent === 'Undo')
    check((await saved.locator('a').count()) === 0, 'it cannot be opened now')
    await inspect(page, 'start-deleted')
    await page.keyboard.press('Enter')
    await saved.locator('a').click()
    await myTurn(page)
    await page.goto(url)
    await saved.getByRole('button', { name: /^Delete/ }).click()
    await page.waitForSelector('.saved[data-gone="true"]')
    await page.reload()
    await page.waitForSelector('[data-kind="over"] .saved')
    check((await page.locator('.saved').count()) === 1, 'deleted for good')
    check(errors.length === 0, errors.join())
  },

  'play again: the same people, bots and options': async ({ browser, url }) => {
    const record = recorded('my-shelfie', 3)
    const seats = [bot('hard'), me, bot('beginner')]
    const { page, errors } = await visit(browser, url + linkTo({ record, seats }))
    await page.waitForSelector('.verdict')
    const names = await page.$$eval('.scores th[scope=col]', all => all.map(th => th.textContent))
    check(names.join() === 'Fosco,You,Alba', names.join())
    await page.getByRole('button', { name: 'Play again' }).click()
    await page.waitForFunction(() => location.hash.startsWith('#play/') && !document.querySelector('.verdict'))
    await myTurn(page)
    const again = await page.$$eval('.scores th[scope=col]', all => all.map(th => th.textContent))
    check(again.join() === names.join(), again.join())
    check(errors.length === 0, errors.join())
  },

  'the set-up is remembered, and whoever was given a name is known': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, `${url}#new/my-shelfie`)
    await page.getByRole('radio', { name: '3' }).check()
    await page.selectOption('#seat-1', 'bot:master')
    await page.selectOption('#seat-2', 'guest')
    await page.getByLabel('Name of player 2').fill('Zofia')
    await page.selectOption('#seat-3', 'me')
    await page.locator('.option').last().getByRole('radio').last().check()
    await page.getByRole('button', { name: 'Start the game' }).click()
    await page.waitForSelector('.table')
    await page.goto(`${url}#new/my-shelfie`)
    await page.waitForSelector('#seat-3')
    const [first, second, third] = await bots(page)
    check(first === 'bot:master' && /^person:/.test(second) && third === 'me', `${first} ${second} ${third}`)
    check((await page.locator('.option').last().getByRole('radio').last().isChecked()) === true, 'options too')
    check((await page.locator('#seat-2 option:checked').textContent()) === 'Zofia', 'by name')
    // At another game she can be chosen; nobody sits twice.
    await page.goto(`${url}#new/reef`)
    await page.waitForSelector('.setup[data-game="reef"]')
    await page.selectOption('#seat-2', second)
    check((await page.locator(`#seat-1 option[value="${second}"]`).count()) === 0, 'on one seat only')
    await inspect(page, 'setup-people')
    // Against bots alone the next game is one click.
    await page.selectOption('#seat-2', 'bot:easy')
    await page.getByRole('button', { name: 'Start the game' }).click()
    await page.waitForSelector('.table')
    await page.goto(url)
    await start(page, 'reef')
    await page.waitForSelector('.scores')
    check(/Bruno/.test(await page.textContent('.scores')), 'the same bot')
    check(errors.length === 0, errors.join())
  },

  'games of earlier versions open': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url)
    const record = recorded('my-shelfie', 2).split('\n').slice(0, 60).join('\n') + '\n'
    await page.goto(`${url}icon.svg`) // a place of this origin at which nothing is open
    await page.evaluate(async text => {
      await new Promise(ok => {
        indexedDB.deleteDatabase('atoll').onsuccess = ok
      })
      const db = await new Promise(ok => {
        const r = indexedDB.open('atoll', 1)
        r.onupgradeneeded = () => {
          r.result.createObjectStore('games', { keyPath: 'id' })
          r.result.createObjectStore('records')
        }
        r.onsuccess = () => ok(r.result)
      })
      const meta = { id: 'old', game: 'my-shelfie', players: 2, lesson: false, created: 1, updated: 1, over: false }
      const seats = [
        { kind: 'me', name: '' },
        { kind: 'bot', name: '', level: 'normal' },
      ]
      const tx = db.transaction(['games', 'records'], 'readwrite')
      tx.objectStore('games').put({ ...meta, seats, decisions: 9, turn: 1, totals: [] })
      tx.objectStore('records').put(text, 'old')
      await new Promise(ok => (tx.oncomplete = ok))
      db.close()
    }, record)
    errors.length = 0 // a picture has none of its own
    await page.goto(url)
    await page.locator('.saved a').click()
    await myTurn(page)
    await playByName(page, { most: 1 })
    check(errors.length === 0, errors.join())
  },

  'every level of bot has a name, a picture and a line of character, in every language': async ({ browser, url }) => {
    for (const lang of ['en', 'it', 'fr', 'pl']) {
      const { page, context } = await visit(browser, `${url}#new/reef-encounter`, { lang })
      const seen = [new Set(), new Set(), new Set()]
      for (const level of OFFER.levels) {
        await page.selectOption('#seat-2', `bot:${level}`)
        const row = page.locator('.seat-row').nth(1)
        await row.locator('.seat-line').waitFor()
        seen[0].add((await page.locator('#seat-2 option:checked').textContent()).split(' · ')[0])
        seen[1].add(await row.locator('.seat-line').textContent())
        seen[2].add(await row.locator('svg').innerHTML())
      }
      check(
        seen.every(s => s.size === OFFER.levels.length),
        `${lang}: ${[...seen[0], ...seen[1]]}`,
      )
      await context.close()
    }
  },

  'opponents have names, and two of a level are told apart': async ({ browser, url }) => {
    for (const game of GAMES) {
      const { page, context } = await visit(browser, `${url}#new/${game}/${DEAL}`)
      await page.locator('input[name=players]').last().check()
      for (const n of [2, 3]) await page.selectOption(`#seat-${n}`, 'bot:easy')
      await page.selectOption('#seat-4', 'bot:beginner')
      await page.getByRole('button', { name: 'Start the game' }).click()
      await page.waitForSelector('.scores')
      const felt = await page.textContent('.felt')
      for (const name of ['Bruno', 'Bruno 2', 'Alba']) check(felt.includes(name), `${game}: ${name}`)
      await context.close()
    }
  },

  'the same game in two tabs: the second watches and moves along, and can take it': async ({ browser, url }) => {
    const { page: first, context, errors } = await visit(browser, `${url}#new/my-shelfie/${DEAL}`)
    await first.selectOption('#seat-2', 'bot:easy')
    await first.getByRole('button', { name: 'Start the game' }).click()
    await myTurn(first)
    await playByName(first, { most: 1 })
    await myTurn(first)
    const second = await context.newPage()
    second.on('pageerror', e => errors.push(String(e)))
    await second.goto(first.url())
    const watches = page => page.getByRole('button', { name: 'Play here' }).waitFor({ timeout: 60000 })
    const steps = page => page.locator('.history-bar input').getAttribute('max')
    const sameAs = (page, n) =>
      page.waitForFunction(max => document.querySelector('.history-bar input')?.max === max, n, { timeout: 60000 })
    await watches(second)
    check(/another tab/.test(await second.textContent('.action-prompt')), 'it is said')
    check((await second.locator('.whose[data-mine="true"]').count()) === 0, 'nothing can be decided there')
    await inspect(second, 'second-tab')
    // The first one plays, the second moves along.
    const before = await steps(first)
    await playByName(first, { most: 1 })
    await myTurn(first)
    const after = await steps(first)
    check(Number(after) > Number(before), 'it was played')
    await sameAs(second, after)
    // The second takes it: now the first one watches.
    await second.getByRole('button', { name: 'Play here' }).click()
    await myTurn(second)
    await watches(first)
    await playByName(second, { most: 1 })
    await myTurn(second)
    await sameAs(first, await steps(second))
    // Whoever is left has it.
    const last = await steps(second)
    await second.close()
    await myTurn(first)
    check((await steps(first)) === last, 'nothing was lost')
    await playByName(first, { most: 1 })
    await myTurn(first)
    check(errors.length === 0, errors.join())
  },
})

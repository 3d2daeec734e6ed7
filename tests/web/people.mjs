// People and memory: names and pictures, remembered set-ups, the list of games, playing again, statistics,
// the daily deal, the same game in two tabs.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { check, DEAL, GAMES, inspect, OFFER, playByName, run, visit, myTurn } from './harness.mjs'

const games = join(dirname(fileURLToPath(import.meta.url)), '..', 'games')
const start = (page, game) => page.locator(`.card[data-game="${game}"] .button.primary`).click()
const bots = page => page.$$eval('.seat-row select', all => all.map(s => s.value))

/** Writes items into a database of the page, in its present form or that of an earlier version. */
const put = (page, name, keyed, plain, what) =>
  page.evaluate(
    async ({ name, keyed, plain, what }) => {
      const db = await new Promise(ok => {
        const r = indexedDB.open(name, 1)
        r.onupgradeneeded = () => {
          for (const store of keyed) r.result.createObjectStore(store, { keyPath: 'id' })
          for (const store of plain) r.result.createObjectStore(store)
        }
        r.onsuccess = () => ok(r.result)
      })
      const tx = db.transaction([...keyed, ...plain], 'readwrite')
      for (const [store, value, key] of what) tx.objectStore(store).put(value, key)
      await new Promise(ok => {
        tx.oncomplete = ok
      })
      db.close()
    },
    { name, keyed, plain, what },
  )

/** The first recorded game with this many players, and a link to it. */
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
    // In another game she can be chosen; nobody has two seats.
    await page.goto(`${url}#new/reef`)
    await page.waitForSelector('.setup[data-game="reef"]')
    await page.selectOption('#seat-2', second)
    check((await page.locator(`#seat-1 option[value="${second}"]`).count()) === 0, 'on one seat only')
    await inspect(page, 'setup-people')
    // Against bots alone the next game is one click away.
    await page.selectOption('#seat-2', 'bot:easy')
    await page.getByRole('button', { name: 'Start the game' }).click()
    await page.waitForSelector('.table')
    await page.goto(url)
    await start(page, 'reef')
    await page.waitForSelector('.scores')
    check(/Bruno/.test(await page.textContent('.scores')), 'the same bot')
    check(errors.length === 0, errors.join())
  },

  'who begins is chosen, with the same draws as without': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url)
    for (const who of [1, 2]) {
      await page.goto(`${url}#new/my-shelfie/${DEAL}`)
      await page.waitForSelector('.setup')
      await page.locator('[data-option="first"] .choice').nth(who).click()
      await page.getByRole('button', { name: 'Start the game' }).click()
      await myTurn(page)
      await page.locator('.tabs button').nth(1).click()
      const seats = await page.locator('.log > .turn').evaluateAll(all => all.map(el => Number(el.dataset.seat)))
      check(seats.find(Boolean) === (who === 1 ? undefined : 2), `${who}: ${seats}`)
      await page.goto(`${url}#new/my-shelfie`)
      await page.waitForSelector('.setup')
      check(await page.locator('[data-option="first"] input').nth(who).isChecked(), 'remembered')
      await page.goto(url)
    }
    check(errors.length === 0, errors.join())
  },

  'games of earlier versions open': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url)
    const record = recorded('my-shelfie', 2).split('\n').slice(0, 60).join('\n') + '\n'
    await page.goto(`${url}icon.svg`) // a path of this origin where no page is open
    await page.evaluate(
      () =>
        new Promise(ok => {
          indexedDB.deleteDatabase('atoll').onsuccess = ok
        }),
    )
    const meta = { id: 'old', game: 'my-shelfie', players: 2, lesson: false, created: 1, updated: 1, over: false }
    const old = { ...meta, seats: [me, bot('normal')], decisions: 9, turn: 1, totals: [] }
    await put(
      page,
      'atoll',
      ['games'],
      ['records'],
      [
        ['games', old],
        ['records', record, 'old'],
      ],
    )
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
      for (const name of ['Bruno', 'Bice', 'Alba']) check(felt.includes(name), `${game}: ${name}`)
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
    const watches = page => page.getByRole('button', { name: 'Play here' }).waitFor()
    const steps = page => page.locator('.history-bar input').getAttribute('max')
    const sameAs = (page, n) =>
      page.waitForFunction(max => document.querySelector('.history-bar input')?.max === max, n)
    await watches(second)
    check(/another tab/.test(await second.textContent('.action-prompt')), 'it is said')
    check((await second.locator('.whose[data-mine="true"]').count()) === 0, 'nothing can be decided there')
    await inspect(second, 'second-tab')
    // The first tab plays, the second follows.
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
    // The remaining tab has it.
    const last = await steps(second)
    await second.close()
    await myTurn(first)
    check((await steps(first)) === last, 'nothing was lost')
    await playByName(first, { most: 1 })
    await myTurn(first)
    check(errors.length === 0, errors.join())
  },

  'statistics: won, best, average, streaks, parts of the score, opponents; older games count, too': async ({
    browser,
    url,
  }) => {
    const { page, errors } = await visit(browser, url)
    // Nothing yet: the screen says what to do about it.
    await page.evaluate(() => (location.hash = '#stats'))
    await page.waitForSelector('.stats-play a')
    await inspect(page, 'stats-none')
    check((await page.locator('.stats-play a').count()) === GAMES.length, 'a way into every game')
    await page.locator('.stats-play a[data-game="reef"]').click()
    await page.waitForSelector('.setup')
    await page.goto(url)
    const record = recorded('my-shelfie', 2)
    const score = (seat, total, place) => ({
      seat,
      total,
      place,
      lines: [
        { label: 'groups', points: total - 4 },
        { label: 'personal goal', points: 4 },
      ],
      ties: [],
    })
    const zofia = { kind: 'guest', name: 'Zofia', picture: 9, person: 'z' }
    const game = (n, seats, mine, theirs) => ({
      id: `r${n}`,
      game: 'my-shelfie',
      seats,
      when: n,
      scores: [score(1, mine, mine >= theirs ? 1 : 2), score(2, theirs, theirs >= mine ? 1 : 2)],
    })
    await put(
      page,
      'atoll-results',
      ['results'],
      [],
      [
        ['results', game(1, [me, bot('easy')], 30, 20)],
        ['results', game(2, [me, bot('easy')], 40, 21)],
        ['results', game(3, [me, bot('hard')], 20, 50)],
        ['results', game(4, [me, zofia], 50, 31)],
      ],
    )
    await page.goto(`${url}#stats`)
    const numbers = () => page.$$eval('.stats-numbers dd', all => all.map(dd => dd.textContent.trim()))
    await page.waitForSelector('.stats-numbers')
    check((await numbers()).join(' | ') === '4 | 3 75% | 50 | 35 | 1 longest: 2', (await numbers()).join(' | '))
    const parts = await page.$$eval('.stats-parts tbody tr', all => all.map(tr => tr.innerText.replace(/\s+/g, ' ')))
    check(parts.join(' | ') === 'Groups 31 26.5 | Personal goal 4 4', parts.join(' | '))
    check((await page.locator('.stats-dot').count()) === 4, 'a mark a game')
    await inspect(page, 'stats')
    await page.getByLabel('Opponent').selectOption('bot:easy')
    check((await numbers()).join(' | ') === '2 | 2 100% | 40 | 35 | 2 longest: 2', (await numbers()).join(' | '))
    await page.getByLabel('Who').selectOption('person:z')
    check((await numbers()).join(' | ') === '1 | 0 0% | 31 | 31 | 0', (await numbers()).join(' | '))
    // A game that an earlier version finished, and one that is finished now, three moves before its end.
    const seats = [me, { kind: 'guest', name: '' }]
    const meta = { game: 'my-shelfie', players: 2, seats, lesson: false, created: 1, updated: 5, totals: [1, 2] }
    const nearly = record.trimEnd().split('\n').slice(0, -3).join('\n') + '\n'
    await put(
      page,
      'atoll',
      ['games'],
      ['records'],
      [
        ['games', { ...meta, id: 'over', over: true, decisions: 40, turn: -1 }],
        ['records', record, 'over'],
        ['games', { ...meta, id: 'nearly', over: false, decisions: 38, turn: 1 }],
        ['records', nearly, 'nearly'],
      ],
    )
    await page.goto(`${url}#play/nearly`)
    await page.waitForSelector('.table')
    for (let i = 0; i < 30 && !(await page.locator('.verdict').count()); i++) {
      await page.waitForSelector('.cover button, .whose[data-mine="true"], .verdict')
      if (await page.locator('.cover button').count()) await page.locator('.cover button').click()
      else await playByName(page, { most: 1 })
    }
    await page.waitForSelector('.verdict')
    await page.goto(`${url}#stats`)
    await page.waitForFunction(() => document.querySelector('.stats-numbers strong')?.textContent === '6')
    // The result stays when the game is deleted, and goes when its deletion is asked for.
    await page.goto(url)
    await page.locator('[data-kind="over"] .saved button').first().click()
    await page.waitForSelector('.saved[data-gone="true"]')
    await page.goto(`${url}#stats`)
    await page.waitForFunction(() => document.querySelector('.stats-numbers strong')?.textContent === '6')
    await page.getByRole('button', { name: 'Delete the statistics' }).click()
    await page.getByRole('button', { name: 'Yes, delete all of them' }).click()
    await page.waitForSelector('.stats-numbers', { state: 'detached' })
    check(errors.length === 0, errors.join())
  },

  'the daily deal: the same draws for everybody, no help, and a link to compare': async ({ browser, url }) => {
    const DAY = '2026-11-16' // a Monday: the weakest
    const kinds = text => [...text.matchAll(/^draw \S+ (\S+)$/gm)].map(m => m[1])
    const deal = page => page.locator('.deal[data-game="my-shelfie"]')
    const record = async page => {
      await page.getByRole('button', { name: /^Copy a link/ }).click()
      await page.waitForSelector('.toast:not([hidden])')
      const packed = (await page.evaluate(() => navigator.clipboard.readText())).split('=')[1]
      return JSON.parse(inflateRawSync(Buffer.from(packed, 'base64url')))
    }
    const ann = await visit(browser, `${url}#daily/${DAY}`)
    check(/Alba/.test(await ann.page.textContent('.daily-day')), 'whose day it is')
    await inspect(ann.page, 'daily')
    await deal(ann.page).getByRole('button', { name: 'Play' }).click()
    await myTurn(ann.page)
    check((await ann.page.getByRole('button', { name: 'Hint', exact: true }).count()) === 0, 'no hints')
    check((await ann.page.textContent('h1')) === 'My Shelfie · Daily deal, Nov 16', await ann.page.textContent('h1'))
    await playByName(ann.page)
    const hers = await record(ann.page)
    check(hers.daily === DAY && !/^seed:/m.test(hers.record), 'the link is one of the deal')

    // Another device, other decisions: the same draws.
    const bob = await visit(browser, `${url}#daily/${DAY}`)
    await deal(bob.page).getByRole('button', { name: 'Play' }).click()
    await myTurn(bob.page)
    for (let n = 0; n < 6; n++) {
      await myTurn(bob.page)
      await bob.page.getByRole('button', { name: 'Moves', exact: true }).click()
      await bob.page.locator('.moves button').last().click()
      await bob.page.locator('.confirm:not([disabled])').click()
      await bob.page.waitForSelector('.confirm', { state: 'detached' })
    }
    await myTurn(bob.page)
    const his = await record(bob.page)
    check(his.record !== hers.record.slice(0, his.record.length), 'two games')
    const common = Math.min(kinds(his.record).length, kinds(hers.record).length)
    check(common > 45, `${common} draws`)
    check(kinds(his.record).slice(0, common).join() === kinds(hers.record).slice(0, common).join(), 'the same draws')
    check(await bob.page.getByRole('button', { name: 'Take back' }).isDisabled(), 'the bot has moved since')

    // Bob has not finished: he sees her result only if he asks.
    const link = shared => `d=${deflateRawSync(JSON.stringify(shared)).toString('base64url')}`
    const named = { ...hers, seats: hers.seats.map(s => (s.kind === 'me' ? { ...s, name: 'Ann' } : s)) }
    await bob.page.goto(`${url}#${link(named)}`)
    await bob.page.getByRole('link', { name: 'Play this deal' }).waitFor()
    check((await bob.page.locator('.compare').count()) === 0, 'nothing is given away')
    await inspect(bob.page, 'daily-first')
    await bob.page.getByRole('button', { name: 'Show the result now' }).click()
    await bob.page.waitForSelector('.compare')
    await bob.page.goto(`${url}#daily/${DAY}`)
    await deal(bob.page).getByRole('link', { name: 'Beside Ann' }).waitFor()
    check(await deal(bob.page).getByRole('link', { name: 'Go on' }).isVisible(), 'his own goes on')

    // Ann has finished: hers beside the link's. A game with other draws is refused.
    await ann.page.goto(`${url}#${link(named)}`)
    await ann.page.waitForSelector('.compare h2')
    check(/same number/.test(await ann.page.textContent('.compare h2')), 'as many as herself')
    check((await ann.page.locator('.compare .total td').count()) === 2, 'side by side')
    await inspect(ann.page, 'daily-compare')
    await ann.page.goto(`${url}#${link({ ...named, daily: '2026-11-17' })}`)
    await ann.page.waitForFunction(() => /not a game of a daily deal/.test(document.querySelector('h1').textContent))
    await ann.page.goto(`${url}#daily/${DAY}`)
    await ann.page.waitForSelector('.deal[data-done="true"]')
    check((await deal(ann.page).getByRole('button', { name: 'Play' }).count()) === 0, 'once')
    check(ann.errors.length + bob.errors.length === 0, [...ann.errors, ...bob.errors].join())
  },

  'the people of a device have names and pictures; a first picture is a matter of chance': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, `${url}#people`)
    const mine = () => page.locator('.one').first().locator('.portrait').innerHTML()
    const first = await mine()
    await page.reload()
    await page.waitForSelector('.one')
    check((await mine()) === first, 'it stays the same')
    await page.getByPlaceholder('A new name').fill('Bartek')
    await page.keyboard.press('Enter')
    const bartek = page.locator('.one').nth(1)
    await bartek.waitFor()
    check((await bartek.locator('.portrait').innerHTML()) !== first, 'another one than mine')
    await bartek.getByRole('button', { name: 'Picture of Bartek' }).click()
    await bartek.getByRole('radio').last().check()
    await bartek.getByRole('textbox').fill('Bartosz')
    await inspect(page, 'people')
    await page.goto(`${url}#new/reef`)
    await page.selectOption('#seat-2', { label: 'Bartosz' })
    await page.goto(`${url}#people`)
    await page.getByRole('button', { name: 'Remove Bartosz' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    check((await page.locator('.one').count()) === 2, 'he is back')
    const seen = new Set()
    for (let n = 0; n < 12; n++) {
      await page.evaluate(() => localStorage.clear())
      await page.reload()
      await page.waitForSelector('.one')
      seen.add(await mine())
    }
    check(seen.size > 2, `${seen.size} pictures in twelve fresh visits`)
    check(errors.length === 0, errors.join())
  },
})

// The page around the games: start, set-up, saving, sharing, history, languages, offline. Whole games are
// played in the games' own files.
import { readFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import {
  check,
  DEAL,
  DESKTOP,
  eventually,
  GAMES,
  host,
  inspect,
  myTurn,
  OFFER,
  PHONE,
  playByName,
  recorded,
  rest,
  run,
  visit,
} from './harness.mjs'

const LANGS = { en: 'Your turn', it: 'Tocca a te', fr: 'À vous de jouer', pl: 'Twoja kolej' }

const start = (page, game) => page.locator(`.card[data-game="${game}"] .button.primary`).click()
const record = page =>
  page.evaluate(async () => {
    const id = location.hash.split('/')[1]
    const db = await new Promise(ok => {
      const r = indexedDB.open('atoll')
      r.onsuccess = () => ok(r.result)
    })
    return new Promise(ok => {
      const r = db.transaction('records').objectStore('records').get(id)
      r.onsuccess = () => ok(r.result)
    })
  })

/** The stored record: at rest everything has been saved. */
async function recordWith(page, good, message) {
  await rest(page)
  const text = await record(page)
  check(text && good(text), `${message}: ${text}`)
  return text
}

/** The server behind a relay that counts the bytes that leave it, and the requests. */
async function counting(url) {
  const sockets = []
  const asked = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    const { method, headers } = request
    get(new URL(request.url, url), { method, headers }, answer => {
      response.writeHead(answer.statusCode, answer.headers)
      answer.pipe(response)
    })
  })
  server.on('connection', s => sockets.push(s))
  await new Promise(ok => server.listen(0, '127.0.0.1', ok))
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    asked: () => asked,
    bytes: () => sockets.reduce((sum, s) => sum + s.bytesWritten, 0),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The files that the service worker stores: at the first visit, and later. */
async function filesOf(url, which) {
  const text = await (await fetch(`${url}sw.js`)).text()
  const [first, rest] = [...text.matchAll(/\[((?:"[\w./-]+",?)+)\]/g)].map(m => JSON.parse(`[${m[1]}]`))
  check(first.includes('./') && rest.some(f => f.startsWith('en-')), text.slice(0, 400))
  return which === 'first' ? first : rest
}

/** Waits until the offline cache holds these files. */
async function kept(page, files) {
  const missing = () =>
    page.evaluate(async names => {
      const found = await Promise.all(names.map(name => caches.match(new URL(name, location.href.split('#')[0]))))
      return names.filter((_, i) => !found[i])
    }, files)
  await eventually(async () => (await missing()).length === 0, 'not all files are kept')
}

/** One of my moves, chosen by name. */
async function moveOnce(page) {
  await myTurn(page)
  await playByName(page, { most: 1 })
}

await run({
  'the start screen shows the games that the module lists, and what it says of them': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url)
    check((await page.locator('.card').count()) === GAMES.length, 'a card a game')
    for (const { name, players_max, minutes } of OFFER.games.filter(g => g.listed)) {
      const facts = await page.textContent(`.card[data-game="${name}"] .card-facts`)
      check(facts.includes(`${players_max} players`), facts)
      check(minutes ? facts.includes(`${minutes[1]} minutes`) : !/minute/.test(facts), facts)
    }
    await inspect(page, 'start')
    check(errors.length === 0, errors.join())
  },

  'a game for two says so, and one whose length nobody knows says none': async ({ browser }) => {
    const words = { en: '2 players', it: '2 giocatori', fr: '2 joueurs', pl: '2 graczy' }
    const other = await host((name, bytes) =>
      /js$/.test(name) ? String(bytes).replace(/players_max:4,minutes:\[20,40\]/, 'players_max:2') : bytes,
    )
    try {
      for (const [lang, players] of Object.entries(words)) {
        const { page, context } = await visit(browser, other.url, { lang })
        const facts = await page.textContent('.card[data-game="reef"] .card-facts')
        check(facts.trim() === players, `${lang}: ${facts}`)
        await context.close()
      }
    } finally {
      other.stop()
    }
  },

  'a game without a module of its own: its picture, and a whole game with hint, undo and analysis': async ({
    browser,
  }) => {
    // The template has no module of the page; it is listed here only.
    const other = await host((name, bytes) =>
      /js$/.test(name) ? String(bytes).replace(/listed:!1/, 'listed:!0') : bytes,
    )
    try {
      const { page, errors } = await visit(browser, other.url, { size: PHONE })
      const card = page.locator('.card[data-game="template"]')
      const picture = await card.locator('.card-picture').innerHTML()
      check(picture !== (await page.locator('.card[data-game="reef-encounter"] .card-picture').innerHTML()), 'its own')
      check((await card.locator('h2').textContent()) === 'Pearls', 'the title of the rules')
      check(!/minute/.test(await card.textContent()), 'nobody knows how long it takes')
      await card.scrollIntoViewIfNeeded()
      await inspect(page, 'generic-start')
      await start(page, 'template')
      await myTurn(page)
      await inspect(page, 'generic-phone')
      await page.setViewportSize(DESKTOP)
      check(/^pile: /m.test(await page.textContent('.generic-text')), 'the position')
      await page.keyboard.press('h')
      await page.waitForSelector('.hint-moves li')
      await inspect(page, 'generic-hint')
      // By keyboard: the moves are one stop, arrow keys go through them.
      const before = await record(page)
      await page.locator('.generic-moves .moves button').first().focus()
      await page.keyboard.press('ArrowDown')
      const second = await page.locator('.generic-moves .moves button').nth(1).textContent()
      check((await page.evaluate(() => document.activeElement.textContent)) === second, 'the second move')
      await page.keyboard.press('Enter')
      await page.locator('.confirm:not([disabled])').press('Enter')
      await recordWith(page, text => text.startsWith(`${before}${second}\n`), 'played')
      await myTurn(page)
      await page.getByRole('button', { name: 'Take back' }).click()
      await recordWith(page, text => text === before, 'taken back')
      await playByName(page)
      await inspect(page, 'generic-over')
      await page.getByRole('link', { name: 'Look at the game again' }).click()
      await page.waitForSelector('.graph')
      await inspect(page, 'generic-analysis')
      check(errors.length === 0, errors.join())
    } finally {
      other.stop()
    }
  },

  'many moves can be searched': async ({ browser, url }) => {
    const { page } = await visit(browser, `${url}#new/my-shelfie/${DEAL}`)
    await page.selectOption('#seat-2', 'guest')
    await page.getByRole('button', { name: 'Start the game' }).click()
    await page.locator('.cover button').click()
    await myTurn(page)
    await page.getByRole('button', { name: 'Moves', exact: true }).click()
    const all = await page.locator('.moves button').count()
    await page.getByRole('searchbox', { name: 'Search the moves' }).fill('book e2')
    await page.waitForFunction(n => document.querySelectorAll('.moves button').length < n, all)
    const names = await page.locator('.moves button').allTextContents()
    check(names.length > 0 && names.every(n => /book/i.test(n) && n.includes('e2')), names.join('; '))
    await page.waitForFunction(
      t => document.querySelector('.moves-search').textContent === t,
      `${names.length} moves of ${all}`,
    )
    await inspect(page, 'moves-search')
  },

  'a bot that fails says so, and nobody moves for it': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, `${url}#new/my-shelfie`)
    for (const seat of ['#seat-1', '#seat-2']) {
      await page.waitForSelector(seat)
      await page.evaluate(s => document.querySelector(s).append(new Option('nobody', 'bot:nobody')), seat)
      await page.selectOption(seat, 'bot:nobody')
    }
    await page.getByRole('button', { name: 'Start the game' }).click()
    for (let i = 0; i < 2; i++) {
      await page.waitForFunction(() => /has failed/.test(document.querySelector('.whose')?.textContent))
      check(/could not choose a move\.$/.test((await page.textContent('.action-prompt')).trim()), 'in words')
      check(!/\ntake /.test(await record(page)), 'no move was made')
      await inspect(page, 'bot-failed')
      await page.getByRole('button', { name: 'Try again' }).click()
    }
    check(errors.length === 0, errors.join())
  },

  'all that a first visit transfers, a game of each title begun, fits into 250 kB': async ({ browser, url }) => {
    const other = await counting(url)
    try {
      const { page, errors } = await visit(browser, other.url, { lang: 'pl' })
      await page.waitForFunction(() => navigator.serviceWorker.controller)
      for (const game of GAMES) {
        await start(page, game)
        await myTurn(page)
        await page.goto(other.url)
        await page.waitForSelector('.card')
      }
      // The idle work after a mere visit: the files that the service worker fetches by itself.
      const words = (await filesOf(other.url, 'rest')).filter(f => /^pl-[^-]*$/.test(f))
      await kept(page, [...(await filesOf(other.url, 'first')), ...words])
      const asked = other.asked()
      const own = asked.filter(name => /-later-|^\/(en|it|fr)-|^\/(guide|screens|analysis|nets)-/.test(name))
      check(own.length === 0, `a mere visit needs no ${own.join()}`)
      check(new Set(asked).size >= 9 && asked.some(name => /wasm$/.test(name)), asked.join())
      check(other.bytes() <= 250_000, `${other.bytes()} bytes for ${asked.join()}`)
      console.log(`# ${other.bytes()} bytes`)
      check(errors.length === 0, errors.join())
    } finally {
      other.stop()
    }
  },

  'once the page has been idle, every screen and language is there without a connection': async ({ browser, url }) => {
    const { page, context, errors } = await visit(browser, url, { idle: true })
    await page.waitForSelector('[data-offline=ready]')
    await kept(page, [...(await filesOf(url, 'first')), ...(await filesOf(url, 'rest'))])
    await inspect(page, 'ready-offline')
    await context.setOffline(true)
    const screens = ['daily', 'puzzles', 'stats', 'people', 'privacy', 'lobby']
    for (const game of GAMES)
      screens.push(...['new', 'guide', 'rules', 'friends', 'puzzles'].map(screen => `${screen}/${game}`))
    for (const lang of ['en', 'fr']) {
      await page.goto(url)
      await page.selectOption('.lang select', lang)
      await page.waitForFunction(l => document.documentElement.lang === l, lang)
      for (const screen of screens) {
        await page.goto(`${url}#${screen}`)
        await page.reload()
        await page.waitForSelector('h1:not(.hidden)')
        const text = await page.textContent('.screen')
        const missing =
          /could not be loaded|pas pu être chargée/.test(text) ||
          /\b(error|guide|setup|start|table|daily|stats|lobby)\.[a-z]+\b/.exec(text)
        check(!missing, `${screen} in ${lang}: ${missing && text.slice(0, 200)}`)
      }
    }
    await page.goto(url)
    await start(page, 'reef')
    await myTurn(page)
    await page.keyboard.press('h')
    await page.waitForSelector('.hints .hint-turn')
    const others = errors.filter(e => !/WebSocket/.test(e)) // the host itself cannot be reached
    check(others.length === 0, others.join())
  },

  'a screen that cannot be had says so and can be tried again': async ({ browser, url }) => {
    const { page, context } = await visit(browser, url)
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    await context.setOffline(true)
    await page.locator('.card[data-game="reef"] a[href="#guide/reef"]').click()
    await page.waitForFunction(() => /could not be loaded/.test(document.querySelector('h1')?.textContent))
    check(await page.evaluate(() => document.activeElement.tagName === 'H1'), 'the focus is on what is said')
    await inspect(page, 'part-missing')
    check((await page.getAttribute('.back', 'href')) === '#', 'there is a way back')
    // A language whose words are missing is not used.
    await page.goto(url)
    await page.selectOption('.lang select', 'fr')
    await page.waitForSelector('.toast:not([hidden])')
    await page.waitForFunction(() => document.querySelector('.lang select').value === 'en')
    await context.setOffline(false)
    await page.goto(`${url}#guide/reef`)
    await page.getByRole('button', { name: 'Try again' }).or(page.locator('.guide-page').first()).first().waitFor()
    if (!(await page.$('.guide-page'))) await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForSelector('.guide-page')
  },

  'a click starts each game against a bot': async ({ browser, url }) => {
    for (const game of GAMES) {
      const { page, errors, context } = await visit(browser, url)
      await start(page, game)
      await myTurn(page)
      await inspect(page, `table-${game}`)
      check(errors.length === 0, `${game}: ${errors.join()}`)
      await context.close()
    }
  },

  'bots play among themselves and can be watched': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, `${url}#new/reef`)
    await page.selectOption('#seat-1', 'bot:easy')
    await page.selectOption('#seat-2', 'bot:easy')
    await page.getByRole('button', { name: 'Start the game' }).click()
    await page.waitForSelector('.verdict')
    await inspect(page, 'watched')
    check(await page.getByRole('button', { name: 'Take back' }).isDisabled(), 'nothing to take back')
    check(errors.length === 0, errors.join())
  },

  'the guided first game explains as one plays, on a desktop and a phone': async ({ browser, url }) => {
    for (const [name, size] of [
      ['desktop', DESKTOP],
      ['phone', PHONE],
    ]) {
      for (const game of GAMES) {
        const { page, errors, context } = await visit(browser, `${url}#guide/${game}`, { size })
        await page.waitForSelector('.guide')
        const first = page.getByRole('button', { name: 'Play a guided first game' })
        if ((await first.count()) === 0) {
          await context.close()
          continue
        }
        await first.click()
        await page.waitForSelector('.coach')
        check((await page.textContent('.coach p')).length > 30, 'a tip')
        check(!/\.tip\./.test(await page.textContent('.coach')), 'in words')
        await inspect(page, `lesson-${game}-${name}`)
        check(errors.length === 0, errors.join())
        await context.close()
      }
    }
  },

  'every language has its words, on every screen': async ({ browser, url }) => {
    for (const [lang, words] of Object.entries(LANGS)) {
      const { page, errors, context } = await visit(browser, url, { lang })
      check((await page.getAttribute('html', 'lang')) === lang, 'language from the browser')
      await inspect(page, `start-${lang}`)
      await page.goto(`${url}#new/reef`)
      await page.waitForSelector('.setup')
      await inspect(page, `setup-${lang}`)
      await page.goto(`${url}#guide/my-shelfie`)
      await page.waitForSelector('.guide')
      await inspect(page, `guide-${lang}`)
      await page.goto(url)
      await start(page, 'my-shelfie')
      await myTurn(page)
      check((await page.textContent('.whose')).includes(words), lang)
      check(errors.length === 0, errors.join())
      await context.close()
    }
  },

  'the language can be changed and is remembered': async ({ browser, url }) => {
    const { page } = await visit(browser, url)
    await page.selectOption('.lang select', 'pl')
    await page.waitForFunction(() => document.querySelector('.card .button.primary').textContent === 'Graj')
    await page.reload()
    await page.waitForFunction(() => document.querySelector('.card .button.primary')?.textContent === 'Graj')
  },

  'settings: dark, no motion, sound; the dialog gives the focus back': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('radio', { name: 'Dark' }).check()
    await inspect(page, 'settings-dark')
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog', { state: 'detached' })
    check((await page.evaluate(() => document.activeElement.getAttribute('aria-label'))) === 'Settings', 'focus')
    await inspect(page, 'start-dark')
    await start(page, 'reef')
    await myTurn(page)
    await inspect(page, 'table-dark')
    check(errors.length === 0, errors.join())
  },

  'set-up: four seats, bots of several levels, options': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, `${url}#new/my-shelfie`)
    await page.getByRole('radio', { name: '4' }).check()
    await page.selectOption('#seat-2', 'bot:easy')
    await page.selectOption('#seat-3', 'bot:easy')
    await page.selectOption('#seat-4', 'bot:easy')
    await inspect(page, 'setup')
    await page.locator('.option').last().getByRole('radio').last().check()
    await page.getByRole('button', { name: 'Start the game' }).click()
    await myTurn(page)
    const text = await record(page)
    check(/players: 4/.test(text) && /options: /.test(text), text.slice(0, 200))
    check(errors.length === 0, errors.join())
  },

  'a reload in the middle comes back to the same position': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url)
    await start(page, 'my-shelfie')
    for (let i = 0; i < 3; i++) await moveOnce(page)
    await myTurn(page)
    const before = await recordWith(
      page,
      text => text.split('\n').filter(l => l.startsWith('take')).length >= 6,
      'six moves',
    )
    await page.reload()
    await myTurn(page)
    check((await record(page)) === before, 'the record is the same')
    await page.goto(url)
    await page.locator('.saved a').first().click()
    await myTurn(page)
    check((await record(page)) === before, 'and from the start screen')
    check(errors.length === 0, errors.join())
  },

  'several games are under way and can be deleted': async ({ browser, url }) => {
    const { page } = await visit(browser, url)
    for (const game of GAMES) {
      await start(page, game)
      await moveOnce(page)
      await page.goto(url)
      await page.waitForSelector(`.saved[data-game="${game}"]`)
    }
    check((await page.locator('.saved').count()) === GAMES.length, 'all saved')
    await inspect(page, 'start-saved')
    await page.locator('.saved button').first().click()
    await page.waitForSelector('.saved[data-gone="true"]')
    await page.reload()
    await page.waitForFunction(n => document.querySelectorAll('.saved').length === n, GAMES.length - 1)
  },

  'a link holds the whole game and opens it without any server': async ({ browser, url }) => {
    const { page } = await visit(browser, url)
    await start(page, 'my-shelfie')
    for (let i = 0; i < 2; i++) await moveOnce(page)
    await myTurn(page)
    const before = await record(page)
    await page.getByRole('button', { name: 'Copy a link to this game' }).click()
    await page.waitForSelector('.toast:not([hidden])')
    const link = await page.evaluate(() => navigator.clipboard.readText())
    check(link.includes('#g='), link)
    const other = await visit(browser, url)
    await other.page.waitForFunction(() => navigator.serviceWorker.ready)
    await other.context.setOffline(true)
    await other.page.goto(link)
    await myTurn(other.page)
    await moveOnce(other.page)
    await myTurn(other.page)
    const after = await record(other.page)
    check(after.startsWith(before), 'the same game goes on')
    check(other.errors.length === 0, other.errors.join())
  },

  'a broken link is said, not shown': async ({ browser, url }) => {
    const { page } = await visit(browser, `${url}#g=AAAA`)
    await page.waitForFunction(() => /could not be opened/.test(document.body.textContent))
    await inspect(page, 'broken-link')
  },

  'a record is exported and imported': async ({ browser, url }) => {
    const { page } = await visit(browser, url)
    await start(page, 'reef')
    await moveOnce(page)
    await myTurn(page)
    const before = await record(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the record' }).click(),
    ])
    const path = await download.path()
    check(readFileSync(path, 'utf8') === before, 'what is saved is the record')
    await page.goto(url)
    await page.setInputFiles('.file input', path)
    await page.waitForSelector('.table')
    await page.waitForFunction(() => location.hash.startsWith('#play/'))
    check((await record(page)) === before, 'and it comes back')
    await page.goto(url)
    await page.setInputFiles('.file input', {
      name: 'x.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('game: reef\nplayers: 9\n'),
    })
    await page.waitForFunction(() => /could not be opened/.test(document.body.textContent))
  },

  'the history slider and its keys show earlier positions': async ({ browser, url }) => {
    const { page } = await visit(browser, url)
    await start(page, 'my-shelfie')
    for (let i = 0; i < 2; i++) await moveOnce(page)
    await myTurn(page)
    await page.keyboard.press(',')
    await page.waitForFunction(() => /earlier position/.test(document.querySelector('.action-prompt').textContent))
    check(!(await page.$('.whose[data-mine="true"]')), 'nothing can be done in the past')
    await page.keyboard.press(',')
    await inspect(page, 'history')
    await page.keyboard.press('.')
    await page.keyboard.press('.')
    await myTurn(page)
    await page.locator('.history input').focus()
    await page.keyboard.press('Home')
    await page.waitForFunction(() => document.querySelector('.history input').value === '0')
    await page.keyboard.press('End')
    await myTurn(page)
    await page.getByRole('button', { name: 'Log', exact: true }).click()
    await page.locator('.log button').first().click()
    await page.waitForFunction(() => /earlier position/.test(document.querySelector('.action-prompt').textContent))
    await inspect(page, 'log')
  },

  'against bots a move is taken back to my last decision': async ({ browser, url }) => {
    const { page } = await visit(browser, url)
    await start(page, 'my-shelfie')
    await myTurn(page)
    check(await page.getByRole('button', { name: 'Take back' }).isDisabled(), 'nothing to take back yet')
    const before = await record(page)
    await moveOnce(page)
    await myTurn(page)
    await page.getByRole('button', { name: 'Take back' }).click()
    await recordWith(page, text => text === before, 'taken back')
  },

  "hot-seat: a cover between players, and the other one's secrets never reach the page": async ({ browser, url }) => {
    for (const game of ['my-shelfie', 'reef']) {
      const { page, errors, context } = await visit(browser, url)
      // All messages of the page's worker, from the beginning.
      await page.addInitScript(() => {
        globalThis.told = []
        const Plain = globalThis.Worker
        globalThis.Worker = class extends Plain {
          constructor(...args) {
            super(...args)
            this.addEventListener('message', e => {
              if (e.data.event?.now) globalThis.told.push(e.data.event)
            })
          }
        }
      })
      await page.goto('about:blank')
      await page.goto(`${url}#new/${game}`)
      await page.waitForSelector('.setup')
      await page.selectOption('#seat-2', 'guest')
      await page.getByRole('button', { name: 'Start the game' }).click()
      await page.waitForSelector('.cover')
      await inspect(page, `cover-${game}`)
      for (let i = 0; i < 6; i++) {
        await page.waitForSelector('.cover, .whose[data-mine="true"]')
        if (await page.$('.cover')) await page.locator('.cover button').click()
        await myTurn(page)
        await playByName(page, { most: 1 })
      }
      const told = await page.evaluate(() =>
        globalThis.told.map(e => ({ viewer: e.now.viewer, moves: e.steps.map(s => s.move) })),
      )
      const deals = told
        .flatMap(e => e.moves.map(move => ({ viewer: e.viewer, deal: /^deal (\d) (\S+)/.exec(move) })))
        .filter(d => d.deal)
      check(
        [0, 1, 2].every(v => deals.some(d => d.viewer === v)),
        'both players and the cover were told of deals',
      )
      for (const { viewer, deal } of deals)
        check((deal[2] === '?') === (Number(deal[1]) !== viewer), `viewer ${viewer} was told ${deal[0]}`)
      check(errors.length === 0, errors.join())
      await context.close()
    }
  },

  'hot-seat: what was confirmed is not taken back once the turn has passed': async ({ browser, url }) => {
    const { page } = await visit(browser, `${url}#new/my-shelfie`)
    await page.selectOption('#seat-2', 'guest')
    await page.getByRole('button', { name: 'Start the game' }).click()
    await page.locator('.cover button').click()
    await moveOnce(page)
    await page.waitForSelector('.cover')
    check(await page.getByRole('button', { name: 'Take back' }).isDisabled(), 'under the cover')
    await page.locator('.cover button').click()
    await myTurn(page)
    check(await page.getByRole('button', { name: 'Take back' }).isDisabled(), 'at the next player')
  },

  'a bot that thinks long is hurried; the page does not freeze': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, `${url}#new/my-shelfie`)
    await page.waitForSelector('#seat-2')
    await page.evaluate(() => document.querySelector('#seat-2').append(new Option('an hour', 'bot:search:ms=3600000')))
    await page.selectOption('#seat-2', 'bot:search:ms=3600000')
    await page.getByRole('button', { name: 'Start the game' }).click()
    for (let i = 0; i < 2; i++) {
      await page.waitForFunction(() => document.querySelector('.whose[data-mine="true"], .hurry'))
      if (await page.$('.whose[data-mine="true"]')) await playByName(page, { most: 1 })
      await page.waitForSelector('.hurry')
      await page.evaluate(() => new Promise(requestAnimationFrame))
      await page.locator('.hurry').click()
      await myTurn(page)
    }
    check(errors.length === 0, errors.join())
  },

  'a finished game says who won and why, and is analysed': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, `${url}#new/my-shelfie`)
    await page.selectOption('#seat-2', 'bot:easy')
    await page.getByRole('button', { name: 'Start the game' }).click()
    await myTurn(page)
    check((await playByName(page)) > 5, 'several turns')
    check(/wins? with|share the victory/.test(await page.textContent('.verdict')), 'who won')
    await inspect(page, 'over')
    await page.getByRole('link', { name: 'Look at the game again' }).click()
    await page.waitForSelector('.graph')
    await inspect(page, 'analysis')
    check((await page.locator('.graph [role="slider"] .graph-line').count()) === 2, 'a line a seat')
    // The same for a link.
    await page.goBack()
    await page.waitForSelector('.verdict')
    await page.getByRole('button', { name: 'Copy a link to this game' }).click()
    await page.waitForSelector('.toast:not([hidden])')
    const link = await page.evaluate(() => navigator.clipboard.readText())
    const other = await visit(browser, link)
    await other.page.waitForSelector('.verdict')
    await other.page.getByRole('link', { name: 'Look at the game again' }).click()
    await other.page.waitForSelector('.graph')
    check(other.errors.length === 0, other.errors.join())
    await page.goto(url)
    await page.waitForSelector('.saved')
    check((await page.locator('[data-kind="over"] .saved').count()) === 1, 'kept as finished')
    check(errors.length === 0, errors.join())
  },

  'the focus is never lost': async ({ browser, url }) => {
    const { page } = await visit(browser, url)
    const focus = () =>
      page.evaluate(() => (document.activeElement === document.body ? 'lost' : document.activeElement.tagName))
    await page.locator('.card .button.primary').first().focus()
    await page.keyboard.press('Enter')
    await myTurn(page)
    check((await focus()) === 'H1', await focus())
    for (let i = 0; i < 2; i++) {
      await moveOnce(page)
      await myTurn(page)
      check((await focus()) !== 'lost', 'after a move')
    }
    await page.keyboard.press(',')
    await page.keyboard.press('.')
    check((await focus()) !== 'lost', 'after history')
  },

  'from any folder of any host: a new version is offered and takes over whole': async ({ browser }) => {
    let next = false
    const other = await host((name, bytes) =>
      name === 'sw.js' && next ? String(bytes).replace(/atoll-(?=[0-9a-f]{10}["`])/g, 'atoll-next-') : bytes,
    )
    try {
      const { page, errors, context } = await visit(browser, other.url, { idle: true })
      await page.waitForSelector('[data-offline=ready]')
      const second = await context.newPage()
      await second.goto(other.url)
      await second.waitForSelector('.card')
      await rest(second)
      await start(page, 'reef')
      await moveOnce(page)
      const files = [...(await filesOf(other.url, 'first')), ...(await filesOf(other.url, 'rest'))]
      await kept(page, files)
      next = true
      await page.evaluate(() => navigator.serviceWorker.getRegistration().then(r => r.update()))
      await page.waitForSelector('.update')
      await inspect(page, 'update')
      check((await page.evaluate(() => caches.keys())).length === 2, 'the old version stays until then')
      await Promise.all([
        page.waitForEvent('load'),
        second.waitForEvent('load'),
        page.locator('.update button').click(),
      ])
      await myTurn(page)
      await start(second, 'my-shelfie')
      await myTurn(second)
      const names = await page.evaluate(() => caches.keys())
      check(names.length === 1 && names[0].startsWith('atoll-next-'), names.join())
      await kept(page, files)
      check(errors.length === 0, errors.join())
    } finally {
      other.stop()
    }
  },

  'the page can be installed, and opens records then': async ({ browser, url }) => {
    const { page, context, errors } = await visit(browser, url)
    const session = await context.newCDPSession(page)
    const manifest = await session.send('Page.getAppManifest')
    check(manifest.errors.length === 0, JSON.stringify(manifest.errors))
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    // Nothing is installed from a window that keeps nothing.
    const left = installabilityErrors.filter(e => e.errorId !== 'in-incognito')
    check(left.length === 0, JSON.stringify(left))
    const { icons, screenshots, shortcuts } = JSON.parse(manifest.data)
    for (const { src, sizes } of [...icons, ...screenshots].filter(picture => picture.sizes !== 'any')) {
      const found = await page.evaluate(async file => {
        const bitmap = await createImageBitmap(await (await fetch(file)).blob())
        return `${bitmap.width}x${bitmap.height}`
      }, src)
      check(found === sizes, `${src} is ${found}, not ${sizes}`)
    }
    for (const shortcut of shortcuts) {
      await page.goto(new URL(shortcut.url, url).href)
      await page.waitForFunction(() => document.querySelector('h1:not(.hidden)')?.textContent.trim() !== 'Atoll')
    }
    // The browser's offer becomes a button, for one question.
    await page.goto(url)
    check(
      (await page.getByRole('button', { name: 'Install Atoll' }).count()) === 0,
      'nothing is offered before the browser does',
    )
    await page.evaluate(() => {
      const offer = new Event('beforeinstallprompt', { cancelable: true })
      offer.prompt = () => {
        globalThis.asked = true
        return Promise.resolve({ outcome: 'accepted' })
      }
      globalThis.banner = dispatchEvent(offer)
    })
    check(!(await page.evaluate(() => globalThis.banner)), 'no banner of the browser')
    await page.getByRole('button', { name: 'Install Atoll' }).click()
    check(await page.evaluate(() => globalThis.asked), 'the browser asks')
    await page.getByRole('button', { name: 'Install Atoll' }).waitFor({ state: 'detached' })
    check(errors.length === 0, errors.join())
    await context.close()
    // A record that the system opens with the page.
    const opened = await visit(browser, url)
    await opened.context.addInitScript(
      record => {
        const file = { getFile: async () => new File([record], 'a.atoll') }
        Object.defineProperty(globalThis, 'launchQueue', { value: { setConsumer: f => f({ files: [file] }) } })
      },
      recorded('reef', 2, 1),
    )
    await opened.page.reload()
    await opened.page.waitForSelector('.verdict, .history, .board')
    check(opened.errors.length === 0, opened.errors.join())
  },

  'offline, even a cold start plays a game': async ({ browser, url, server }) => {
    const { page, context, errors } = await visit(browser, url)
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    await kept(page, [
      ...(await filesOf(url, 'first')),
      ...(await filesOf(url, 'rest')).filter(f => /^en-[^-]*$/.test(f)),
    ])
    await page.close()
    await context.setOffline(true)
    const cold = await context.newPage()
    cold.on('pageerror', e => errors.push(String(e)))
    await cold.goto(url)
    for (const game of GAMES) {
      await cold.waitForSelector('.card')
      await start(cold, game)
      await moveOnce(cold)
      await cold.goto(url)
    }
    check(errors.length === 0, errors.join())
    check(server.pid > 0, 'the server was there all the time')
  },

  'the phone: no sideways scrolling, targets of 40 pixels': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url, { size: PHONE, lang: 'pl' })
    await inspect(page, 'phone-start')
    await page.goto(`${url}#new/reef-encounter`)
    await page.waitForSelector('.setup')
    await inspect(page, 'phone-setup')
    for (const game of GAMES) {
      await page.goto(url)
      await start(page, game)
      await myTurn(page)
      await inspect(page, `phone-${game}`)
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('button, a, select, input')]
          .filter(e => {
            const r = (e.closest('label, [data-rule]') ?? e).getBoundingClientRect()
            return r.width > 0 && (r.height < 40 || r.width < 40)
          })
          .map(e => e.outerHTML.slice(0, 80)),
      )
      check(small.length === 0, `${game}: ${small.join('\n')}`)
      await page.locator('.bar-tools button').last().click()
      await page.waitForSelector('.side:not([hidden])')
      await inspect(page, `phone-${game}-side`)
    }
    check(errors.length === 0, errors.join())
  },

  'at 200 % zoom nothing is cut off': async ({ browser, url }) => {
    const { page } = await visit(browser, url, {
      size: { width: DESKTOP.width / 2, height: DESKTOP.height / 2 },
      deviceScaleFactor: 2,
    })
    await inspect(page, 'zoom-start')
    await start(page, 'my-shelfie')
    await myTurn(page)
    await inspect(page, 'zoom-table')
  },
})

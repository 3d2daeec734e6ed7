// At tables online: several browsers play together, watch, chat, lose the connection and come back. Sitting
// down is in lobby.mjs.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { check, DESKTOP, eventually, GAMES, inspect, rest, run, visit } from './harness.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const program = process.env.ATOLL ?? join(root, 'build', 'atoll')
const PHONE = { width: 390, height: 844 }

/** A host that keeps its tables, can be killed, and restarts at the same address. */
class Host {
  data = mkdtempSync(join(tmpdir(), 'atoll-online-'))
  port = 0

  async start(...more) {
    const args = ['serve', '--listen', `127.0.0.1:${this.port}`, '--data', this.data, '--grace', '1', ...more]
    this.child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    this.ended = new Promise(ok => this.child.on('exit', ok))
    this.url = await new Promise(ok =>
      this.child.stdout.on('data', d => {
        const m = /http:\/\/\S+/.exec(String(d))
        if (m) ok(m[0])
      }),
    )
    this.port = Number(new URL(this.url).port)
    return this
  }
  async kill(signal = 'SIGKILL') {
    this.child.kill(signal)
    await this.ended
  }
}

/** Asks the host something as this page's guest, on a separate connection. */
function ask(page, command) {
  return page.evaluate(async command => {
    const socket = new WebSocket(`ws${location.origin.slice(4)}/ws`)
    const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, '0')).join('')
    const opened = {}
    const answer = await new Promise((ok, fail) => {
      socket.onmessage = e => {
        const m = JSON.parse(e.data)
        if (m.type === 'hello') socket.send(JSON.stringify({ ...command, id }))
        if (m.type === 'table') opened.table = m
        if (m.type === 'events') opened.events = m.events
        if (m.id === id) m.type === 'refused' ? fail(new Error(`${m.code}: ${m.why}`)) : ok(m)
      }
    })
    socket.close()
    return { ...opened, ...answer, ...opened }
  }, command)
}

/** The first recorded game with this many players, without its last decisions. */
function late(game, players, decisions) {
  const text = readFileSync(join(root, 'tests', 'games', game, `${players}.records`), 'utf8')
  const lines = text.split('=== ')[1].trimEnd().split('\n').slice(1)
  const chance = /^(goal|deal|first|draw|turn|board|side|space|sea|fish|larva \w+$)/
  for (let left = decisions; left > 0 && lines.length;) if (!chance.test(lines.pop())) left--
  return `${lines.join('\n')}\n`
}

const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan']
const LOOKS = [
  { size: DESKTOP, lang: 'en' },
  { size: PHONE, lang: 'pl' },
  { size: PHONE, lang: 'fr', colorScheme: 'dark' },
  { size: DESKTOP, lang: 'it', colorScheme: 'dark' },
]

/** This many people at a table that was made with more seats; each of them has its page open there. */
async function gather(browser, url, players, more, looks = LOOKS) {
  const people = []
  for (let i = 0; i < players; i++) {
    const person = await visit(browser, url, looks[i])
    person.frames = []
    person.page.on('websocket', ws => {
      ws.on('framereceived', f => person.frames.push(String(f.payload)))
      person.socket = ws
    })
    await ask(person.page, { do: 'name', name: NAMES[i], picture: i + 1 })
    people.push(person)
  }
  const seats = Array.from({ length: players }, (_, i) => (i ? 'person' : 'me'))
  const { table } = await ask(people[0].page, { do: 'create', seats, fair: false, open: true, ...more })
  for (const p of people.slice(1)) await ask(p.page, { do: 'sit', table })
  await Promise.all(people.map(p => p.page.goto(`${url}#table/${table}`).then(() => atTable(p.page))))
  return { people, table, pages: people.map(p => p.page) }
}

const atTable = page => page.waitForSelector('.table.hosted')
const mine = page => page.waitForSelector('.whose[data-mine="true"]')
const ply = async (page, table) => (await ask(page, { do: 'open', table, views: false })).table.ply

/** Opens the side column, and one of its tabs. */
async function side(page) {
  if (!(await page.isVisible('.tabs'))) await page.locator('.bar-tools .icon-button').last().click()
}
async function tab(page, n) {
  await side(page)
  await page.locator('.tabs button').nth(n).click()
}

/** Ann and Ben at a table that she made for her friends. */
async function friends(browser) {
  const ann = await visit(browser, `${host.url}#friends/my-shelfie`)
  await ann.page.locator('[name=nickname]').fill('Ann')
  await ann.page.locator('main button[type=submit]').click()
  const ben = await visit(browser, await ann.page.waitForSelector('.link').then(e => e.inputValue()), LOOKS[1])
  await ben.page.locator('[name=nickname]').fill('Ben')
  await ben.page.locator('.join button[type=submit]').click()
  await Promise.all([ann.page, ben.page].map(atTable))
  return [ann, ben]
}

/** Chooses a move by name, without confirming it. */
async function choose(page, n = 0) {
  await mine(page)
  await tab(page, 2)
  await page.locator('.moves button').nth(n).click()
  await page.waitForSelector('.confirm:not([disabled])')
}
async function decide(page) {
  await choose(page)
  await page.locator('.confirm').click()
  await page.waitForSelector('.confirm', { state: 'detached' })
}

/** The page whose turn it is; null when the game is over. */
async function mover(pages) {
  const ready = p => p.waitForSelector('.whose[data-mine="true"], .verdict').then(() => p)
  const page = await Promise.race(pages.map(ready))
  if (!(await page.$('.verdict'))) return page
  await Promise.all(pages.map(p => p.waitForSelector('.verdict')))
  return null
}

/** Everybody plays until the game is over; returns the number of decisions. */
async function playOut(pages, each = async () => {}) {
  for (let n = 0, page; ; await each(++n)) {
    if (!(page = await mover(pages))) return n
    await decide(page)
  }
}

const quiet = people => people.forEach(p => check(p.errors.length === 0, p.errors.join()))
/** Complaints of the console about a missing host are not the page's fault. */
const lostOnly = people =>
  people.forEach(p =>
    check(
      p.errors.every(e => /WebSocket|ERR_/.test(e)),
      p.errors.join(),
    ),
  )

const host = await new Host().start()
process.on('exit', () => {
  host.child.kill('SIGKILL')
  rmSync(host.data, { recursive: true, force: true })
})
const close = async people => {
  for (const p of people) await p.context.close()
}
const noticeOf = (page, kind) => page.waitForSelector(`.notice[data-kind="${kind}"]`)
// Pauses before reconnecting are random and grow.
const gone = (page, kind) => page.waitForSelector(`.notice[data-kind="${kind}"]`, { state: 'detached' })

/** Everything that a page has: its screen, its storage, its messages. */
async function all({ page, frames }) {
  const kept = await page.evaluate(async () => {
    // A device's first picture is random; the order of stored items has no meaning.
    const kept = Object.entries({ ...localStorage }).filter(([key]) => key !== 'atoll.picture')
    const out = [document.documentElement.outerHTML, JSON.stringify(kept.sort()), JSON.stringify({ ...sessionStorage })]
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise(ok => {
        const r = indexedDB.open(name)
        r.onsuccess = () => ok(r.result)
      })
      for (const store of db.objectStoreNames)
        out.push(
          await new Promise(ok => {
            const r = db.transaction(store).objectStore(store).getAll()
            r.onsuccess = () => ok(JSON.stringify(r.result, (_, v) => (typeof v === 'bigint' ? String(v) : v)))
          }),
        )
      db.close()
    }
    return out
  })
  return [...kept, ...frames]
}

/** The record, a link that holds the game, the analysis, and the way back. */
async function afterTheGame(page) {
  await page.getByRole('button', { name: 'Copy a link to this game' }).click()
  await page.waitForSelector('.toast:not([hidden])')
  check(/#g=/.test(await page.evaluate(() => navigator.clipboard.readText())), 'shared')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the record' }).click(),
  ])
  check(/^game: /.test(readFileSync(await download.path(), 'utf8')), 'saved')
  await page.getByRole('button', { name: 'To the present' }).first().click()
  await page.getByRole('link', { name: 'Look at the game again' }).click()
  await page.waitForSelector('.analysis[data-game] .progress, .analysis .graph')
  await page.getByRole('link', { name: 'Back to the table' }).click()
  await atTable(page)
}

await run({
  'two people finish a game of each title, and somebody watches': async ({ browser }) => {
    for (const [i, game] of GAMES.entries()) {
      const { people, table, pages } = await gather(browser, host.url, 2, { record: late(game, 2, 4) }, LOOKS.slice(i))
      const eve = await visit(browser, `${host.url}#table/${table}`, { lang: 'en', size: i % 2 ? PHONE : DESKTOP })
      await atTable(eve.page)
      check((await eve.page.textContent('.people')).includes('You are watching'), 'as a spectator')
      check(!(await eve.page.locator('.moves button, .confirm').count()), 'who cannot move')
      await inspect([pages[0], eve.page, pages[1]][i], `online-${game}`)
      const decisions = await playOut(pages)
      await eve.page.waitForSelector('.verdict')
      check(decisions >= 2, `${game}: ${decisions} decisions`)
      const totals = await Promise.all(
        [...pages, eve.page].map(p => p.locator('.scores .total td').allTextContents().then(String)),
      )
      check(new Set(totals).size === 1 && /\d/.test(totals[0]), `${game}: ${totals}`)
      check(!(await eve.page.locator('.notice').count()), 'who watches is asked nothing')
      // The log has the whole game, and history goes through it.
      await tab(pages[0], 1)
      check((await pages[0].locator('.log li').count()) > decisions, 'the log')
      await pages[0].locator('.log button').first().click()
      await pages[0].waitForSelector('.log li:first-child.current')
      if (i === 0) await afterTheGame(pages[0])
      quiet([...people, eve])
      await close([...people, eve])
    }
  },

  'four people, four languages: a killed host, a reload, a network that goes and comes, a cut wire': async ({
    browser,
  }) => {
    const { people, table, pages } = await gather(browser, host.url, 4, { record: late('my-shelfie', 4, 9) })
    const [ann, ben, cleo, dan] = pages
    let told = 0
    await playOut(pages, async n => {
      if (n === 1) {
        // Everybody keeps the table in sight and reconnects by itself.
        await host.kill()
        await Promise.all(pages.map(p => noticeOf(p, 'lost')))
        check(await ann.isVisible('.felt .panes, .felt svg'), 'everything stays visible')
        await inspect(ann, 'online-lost')
        await host.start()
        await Promise.all(pages.map(p => gone(p, 'lost')))
      } else if (n === 3) {
        await Promise.all([ben.reload(), dan.reload()])
        await Promise.all([ben, dan].map(atTable))
      } else if (n === 4) {
        // Away: the others see it; the page that comes back has missed nothing.
        await people[2].context.setOffline(true)
        await cleo.goto('about:blank')
        await ann.waitForSelector('.person[data-away="true"]')
        told++
      } else if (n === 5) {
        await people[2].context.setOffline(false)
        await cleo.goto(`${host.url}#table/${table}`)
        await atTable(cleo)
        await ann.waitForSelector('.person[data-away="true"]', { state: 'detached' })
      } else if (n === 6) {
        // The network fails under an open page: it notices, and reconnects as soon as the network works
        // again.
        await people[3].context.setOffline(true)
        await noticeOf(dan, 'lost')
        await people[3].context.setOffline(false)
        await gone(dan, 'lost')
      }
    })
    check(told === 1, 'somebody was away')
    const totals = await Promise.all(pages.map(p => p.locator('.scores .total td').allTextContents().then(String)))
    check(new Set(totals).size === 1, totals.join(' | '))
    lostOnly(people)
    await close(people)
  },

  'a move made without a host is sent when it is back, once; after a reload too': async ({ browser }) => {
    const { people, table, pages } = await gather(browser, host.url, 2, { record: late('reef', 2, 12) })
    // The choice stays chosen.
    const first = await mover(pages)
    await choose(first)
    await host.kill()
    await noticeOf(first, 'lost')
    await host.start()
    await first.evaluate(() => dispatchEvent(new Event('online')))
    await gone(first, 'lost')
    check(await first.isVisible('.confirm:not([disabled])'), 'still chosen')
    for (const reload of [false, true]) {
      const at = pages.indexOf(await mover(pages))
      const [me, other] = [pages[at], pages[1 - at]]
      // The service worker has the page: it opens without the host.
      await me.waitForFunction(() => navigator.serviceWorker.controller !== null)
      const before = await ply(me, table)
      await choose(me)
      await host.kill()
      await noticeOf(me, 'lost')
      await me.locator('.confirm').click()
      await me.waitForFunction(() => Object.keys(localStorage).some(k => k.startsWith('atoll.unsent')))
      check(!(await me.locator('.confirm').count()), 'it cannot be made twice')
      await inspect(me, 'online-kept')
      if (reload) await me.reload()
      await host.start()
      for (const p of pages) await p.evaluate(() => dispatchEvent(new Event('online')))
      await gone(me, 'lost')
      await atTable(me)
      await me.waitForFunction(() => !Object.keys(localStorage).some(k => k.startsWith('atoll.unsent')))
      await mine(other)
      const { events } = await ask(me, { do: 'open', table, last: 0, views: false })
      const made = events.filter(e => e.event === 'decided' && e.ply >= before)
      check(made.length === 1 && made[0].ply === before, `made once: ${JSON.stringify(made)}`)
    }
    lostOnly(people)
    await close(people)
  },

  'two tabs of one seat stay in step; what one of them does too late is said': async ({ browser }) => {
    const { people, table, pages } = await gather(browser, host.url, 2, { record: late('my-shelfie', 2, 6) }, [
      LOOKS[0],
      LOOKS[0],
    ])
    const at = pages.indexOf(await mover(pages))
    const [me, other] = [pages[at], pages[1 - at]]
    const second = await people[at].context.newPage()
    // A connection that can be cut: the page goes on believing in it.
    let pulled = false
    await second.routeWebSocket(/\/ws$/, ws => {
      if (pulled) {
        ws.close()
        return
      }
      const server = ws.connectToServer()
      ws.onMessage(m => {
        if (!pulled) server.send(m)
      })
      server.onMessage(m => {
        if (!pulled) ws.send(m)
      })
    })
    await second.goto(`${host.url}#table/${table}`)
    await atTable(second)
    await Promise.all([mine(me), mine(second)])
    await choose(second, 1)
    pulled = true
    await second.locator('.confirm').click()
    await decide(me)
    await mine(other)
    await decide(other)
    await mine(me)
    const now = await ply(me, table)
    // The network has changed: the page asks at once whether anybody is there, and reconnects.
    await second.evaluate(() => dispatchEvent(new Event('online')))
    await noticeOf(second, 'lost')
    await inspect(second, 'online-sending')
    pulled = false
    await second.evaluate(() => dispatchEvent(new Event('online')))
    await noticeOf(second, 'late')
    await inspect(second, 'online-late')
    await mine(second)
    check((await ply(me, table)) === now, 'nothing was made of it')
    await second.locator('.notice[data-kind="late"] button').click()
    await gone(second, 'late')
    await decide(second)
    await me.waitForSelector('.whose[data-mine="false"]')
    await close(people)
  },

  'a page that missed something, or came to something else, mends itself': async ({ browser }) => {
    const { people, table, pages } = await gather(browser, host.url, 2, { record: late('my-shelfie', 2, 8) })
    const third = await people[0].context.newPage()
    const opened = []
    let spoil = null
    let told = null
    await third.routeWebSocket(/\/ws$/, ws => {
      told = m => ws.send(JSON.stringify(m))
      const server = ws.connectToServer()
      ws.onMessage(m => {
        if (JSON.parse(m).do === 'open') opened.push(m)
        server.send(m)
      })
      server.onMessage(m => {
        const message = JSON.parse(m)
        const fresh = message.type === 'events' && !message.old
        const change = fresh && spoil ? spoil(message) : message
        if (fresh) spoil = null
        if (change) ws.send(JSON.stringify(change))
      })
    })
    await third.goto(`${host.url}#table/${table}`)
    await atTable(third)
    const spoilers = [() => null, m => ({ ...m, hash: '0123456789abcdef' }), m => m]
    for (const [i, next] of spoilers.entries()) {
      spoil = next
      const before = opened.length
      const want = (await ply(pages[0], table)) + (i === 0 ? 2 : 1)
      await decide(await mover(pages))
      // A lost message is noticed with the next one.
      if (i === 0) await decide(await mover(pages))
      await eventually(async () => (await ply(pages[0], table)) === want, 'decided')
      await third.waitForFunction(
        ([selector, text]) => document.querySelector(selector).textContent === text,
        ['.scores', await tab(pages[0], 0).then(() => pages[0].textContent('.scores'))],
      )
      check(opened.length > before === i < 2, `opened again: ${opened.length - before}`)
      check((await ply(pages[0], table)) === want, 'and it changes nothing')
    }
    await tab(third, 1)
    await tab(pages[0], 1)
    check((await third.textContent('.log')) === (await pages[0].textContent('.log')), 'the same log')
    // A node without its database says so, and says when it has it again.
    told({ type: 'store', away: true })
    check(/waiting for its database/.test(await (await noticeOf(third, 'lost')).textContent()), 'the host waits')
    told({ type: 'store', away: false })
    await gone(third, 'lost')
    await close(people)
  },

  'people talk: lines as text, reactions, what is new, what is removed, and a switch to hear nothing': async ({
    browser,
  }) => {
    const { people, pages } = await gather(browser, host.url, 2, { game: 'reef' }, [
      LOOKS[0],
      { size: PHONE, lang: 'en' },
    ])
    const [ann, ben] = pages
    const line = '<b>hello</b> <img src=x onerror=alert(1)> &amp;'
    await tab(ann, 3)
    await ann.getByRole('textbox', { name: 'Say something' }).fill(line)
    await ann.keyboard.press('Enter')
    await ben.waitForSelector('.person-says')
    check((await ben.textContent('.person-says')) === `Ann ${line}`, 'shown with its person, as text')
    await ben.waitForFunction(() => document.querySelector('.bar-tools .count')?.textContent === '1')
    check((await ben.textContent('[role=status].hidden')).includes('Ann says: <b>'), 'and said aloud')
    await ann.getByRole('button', { name: 'Bravo' }).click()
    await tab(ben, 3)
    await ben.waitForFunction(() => document.querySelectorAll('.said').length === 2)
    check(
      (await ben.textContent('.said-text')) === line && !(await ben.locator('.chat b, .chat img').count()),
      'no HTML',
    )
    check((await ben.locator('.said-big').getAttribute('aria-label')) === 'Bravo', 'reactions have names')
    await ben.waitForSelector('.bar-tools .count', { state: 'detached' })
    await inspect(ben, 'online-chat-phone')
    await inspect(ann, 'online-chat')
    // The table's maker removes a chat line; the text disappears everywhere.
    await ann.getByRole('button', { name: /^Remove .*hello/ }).click()
    await ben.waitForFunction(() => document.querySelector('.said em')?.textContent === 'removed')
    check(!(await ben.textContent('.chat')).includes('hello'), 'removed')
    await ben.getByRole('checkbox', { name: 'Hide the chat' }).check()
    await ann.getByRole('button', { name: 'Thank you' }).click()
    await ann.waitForFunction(() => document.querySelectorAll('.said').length === 3)
    check(!(await ben.locator('.said, .person-says, .count').count()), 'hidden')
    await ben.reload()
    await atTable(ben)
    check(!(await ben.locator('.count').count()), 'and it stays so')
    quiet(people)
    await close(people)
  },

  'taking back is asked for, agreed to and declined; so is the end, and then the draws are checked': async ({
    browser,
  }) => {
    const [ann, ben] = await friends(browser)
    const pages = [ann.page, ben.page]
    const table = await ann.page.evaluate(() => location.hash.split('/')[1])
    const first = await mover(pages)
    const second = pages.find(p => p !== first)
    // Somebody has moved since: the others are asked, once a turn.
    for (const answer of ['decline', 'agree']) {
      const before = await ply(first, table)
      await decide(first)
      await decide(second)
      await mine(first)
      await first.locator('.bar-tools .icon-button').first().click()
      const asked = await noticeOf(second, 'question')
      check(
        /24:00|23:59|24/.test(await asked.textContent()) && /2/.test(await asked.textContent()),
        'what goes, and until when',
      )
      await noticeOf(first, 'question')
      await inspect(second, `online-question-${answer}`)
      await asked.$$('button').then(b => b[answer === 'agree' ? 0 : 1].click())
      await Promise.all(pages.map(p => gone(p, 'question')))
      await Promise.all(pages.map(rest))
      check(((await ply(first, table)) === before) === (answer === 'agree'), answer)
    }
    await mine(first)
    check((await second.getAttribute('.whose', 'data-mine')) === 'false', 'it is the first one again')
    // The end by agreement; the record is there, the draws hold, and each person can play again from where
    // they sit.
    const again = '.button.primary:text-matches("together|razem")'
    await side(second)
    await second.locator('.side-end .button').nth(2).click()
    await (await noticeOf(first, 'question')).$$('button').then(b => b[0].click())
    for (const p of [first, second]) {
      await p.waitForFunction(() => /Ended|Zakończona/.test(document.querySelector('.whose').textContent))
      await side(p)
      await p.locator('.side-end button:not(.primary)').first().click()
      await p.waitForSelector('.draws[data-good="true"] .draws-result')
      check((await p.locator('.draws p').count()) === 2, 'and explained')
      await p.waitForSelector(`${again} >> visible=true`)
      await inspect(p, `online-draws-${p === first}`)
    }
    // A record that differs from the promises does not hold.
    await first.evaluate(table => {
      const kept = JSON.parse(localStorage.getItem('atoll.draws'))
      kept.tables[table].commitment = kept.tables[table].commitment.replace(/^./, c => (c === '0' ? '1' : '0'))
      localStorage.setItem('atoll.draws', JSON.stringify(kept))
    }, table)
    await first.reload()
    await atTable(first)
    await side(first)
    await first.locator('.side-end button:not(.primary)').first().click()
    await first.waitForSelector('.draws[data-good="false"]')
    // Again, together, everybody in the next seat.
    await first.locator(`${again} >> visible=true`).last().click()
    await (await noticeOf(second, 'again')).$$('button').then(b => b[0].click())
    await first.waitForFunction(old => location.hash.length > 10 && !location.hash.includes(old), table)
    await Promise.all(pages.map(p => p.waitForSelector('.whose[data-mine]')))
    const ids = await Promise.all(pages.map(p => p.evaluate(() => location.hash.split('/')[1])))
    check(ids[0] === ids[1] && ids[0] !== table, 'the same table')
    await first.waitForFunction(() => document.querySelectorAll('.person').length === 2)
    quiet([ann, ben])
    await close([ann, ben])
  },

  'a forged record is found out': async ({ browser }) => {
    const [ann, ben] = await friends(browser)
    const pages = [ann.page, ben.page]
    const table = await ann.page.evaluate(() => location.hash.split('/')[1])
    for (let n = 0; n < 4; n++) await decide(await mover(pages))
    const asks = await mover(pages)
    const agrees = pages.find(p => p !== asks)
    await side(asks)
    await asks.locator('.side-end .button').nth(2).click()
    await (await noticeOf(agrees, 'question')).$$('button').then(b => b[0].click())
    await agrees.waitForFunction(() => /Ended|Zakończona/.test(document.querySelector('.whose').textContent))
    let forge = null
    const page = await ann.context.newPage()
    await page.routeWebSocket(/\/ws$/, ws => {
      ws.connectToServer().onMessage(m => {
        const message = JSON.parse(m)
        if (message.type === 'record' && forge)
          message.record = execFileSync('python3', [join(root, 'tests/forger.py'), program, forge], {
            input: message.record,
            encoding: 'utf8',
          })
        ws.send(JSON.stringify(message))
      })
    })
    await page.goto(`${host.url}#table/${table}`)
    for (forge of [null, 'swapped_draw', 'changed_half', 'another_move', 'cut_tail', 'changed_result']) {
      await page.reload()
      await atTable(page)
      await side(page)
      await page.locator('.side-end button:not(.primary)').first().click()
      const found = await page.waitForSelector('.draws[data-good]')
      check((await found.getAttribute('data-good')) === String(forge === null), forge)
    }
    await close([ann, ben])
  },
  'who goes is replaced by a bot, who comes back plays; a clock runs; hints only where they are allowed': async ({
    browser,
  }) => {
    const more = { game: 'my-shelfie', hints: true }
    const { people, table, pages } = await gather(browser, host.url, 2, more, [LOOKS[0], { ...LOOKS[1], lang: 'en' }])
    const first = await mover(pages)
    const second = pages.find(p => p !== first)
    await first.keyboard.press('h')
    await first.waitForSelector('.hint-turn:visible, .hint-moves li:visible')
    // Away: after the grace period the other lets a bot in.
    const at = pages.indexOf(first)
    await first.goto('about:blank')
    await second.locator('.person .button').click()
    await mine(second)
    check(/a bot plays/.test(await second.textContent('.people')), 'it is said')
    await first.goto(`${host.url}#table/${table}`)
    await (await noticeOf(first, 'away')).$('button').then(b => b.click())
    await gone(first, 'away')
    await decide(second)
    await mine(first)
    // Leaving lets a bot play at once, and coming back is one click.
    await side(first)
    await first.locator('.side-end .button').first().click()
    await first.selectOption('.leaving select', 'easy')
    await first.locator('.leaving .primary').click()
    await first.waitForSelector('.cards')
    await mine(second)
    await first.goto(`${host.url}#table/${table}`)
    await noticeOf(first, 'away')
    await inspect(first, 'online-away')
    check(people[at].errors.length === 0, people[at].errors.join())
    await close(people)
    const days = { kind: 'turn', base: 3 * 86400000, increment: 0 }
    const without = await gather(browser, host.url, 2, { game: 'my-shelfie', clock: days })
    await Promise.race(without.pages.map(mine))
    check(/[23].*:/.test(await without.pages[0].locator('.person-clock').last().textContent()), 'a clock')
    // With a clock of days nobody lets a bot in; with two players, resigning ends the game, and both are
    // told.
    const quick = await mover(without.pages)
    const slow = without.pages.find(p => p !== quick)
    await quick.goto('about:blank')
    await slow.waitForSelector('.person[data-away="true"]')
    check(!(await slow.locator('[data-help="stand-in"]').count()), 'no bot before the time is up')
    await slow.locator('[data-help="give-time"]').click()
    await slow.waitForSelector('[data-help="give-time"]', { state: 'detached' })
    await side(slow)
    await slow.locator('.side-end .button').nth(1).click()
    await slow.locator('.leaving .primary').click()
    await slow.waitForFunction(() => /resigned|poddaje/.test(document.querySelector('.whose').textContent))
    // On a phone the last button closes the column.
    await tab(slow, 3)
    await slow.waitForSelector('.news [data-what="closed.resigned"]')
    check((await slow.locator('.news [data-what="gave-time"]').count()) === 1, 'the gift is told')
    check(!(await without.pages[0].getByRole('button', { name: 'Hint' }).count()), 'no hints')
    await close(without.people)
  },

  'nobody has what it may not know: in two worlds that differ in a secret of others, pages have the same': async ({
    browser,
  }) => {
    const record = late('my-shelfie', 2, 8).replace(/seed: .*\n/, '')
    const goal = /deal 2 (\d+)/.exec(record)[1]
    const other = /deal 1 (\d+)/.exec(record)[1]
    const another = ['1', '2', '3', '4', '5'].find(g => g !== goal && g !== other)
    const given = record.split('moves:\n')[1].trim().split('\n').length
    const worlds = []
    for (const world of [record, record.replace(`deal 2 ${goal}`, `deal 2 ${another}`)]) {
      const { people, table, pages } = await gather(browser, host.url, 2, { record: world }, [LOOKS[0], LOOKS[0]])
      const eve = await visit(browser, host.url)
      eve.frames = []
      eve.page.on('websocket', ws => ws.on('framereceived', f => eve.frames.push(String(f.payload))))
      await eve.page.goto(`${host.url}#table/${table}`)
      await atTable(eve.page)
      const steps = page => page.$eval('.history input', el => el.max)
      let last
      for (let i = 0; i < 2; i++) await decide((last = await mover(pages)))
      await rest(last)
      // One of their actions reaches all of them.
      for (const p of [...pages, eve.page]) {
        await p.waitForFunction(n => document.querySelector('.history input')?.max === n, await steps(last))
        await rest(p)
      }
      await Promise.all([pages[0], eve.page].map(p => tab(p, 1)))
      const has = async p => {
        const [dom, ...kept] = (await all(p)).slice(0, -p.frames.length)
        const told = new Set()
        for (const m of p.frames.map(f => JSON.parse(f))) {
          if (m.type === 'events') for (const e of m.events) told.add(JSON.stringify({ ...e, person: 0 }))
          if (m.type === 'table' && m.ply >= given) told.add(`${m.ply} ${m.bytes}`)
          if (m.hash && m.ply > given) told.add(`${m.ply} ${m.hash}`)
        }
        const text = [dom.replaceAll(/\d+:\d\d/g, ''), ...kept, ...[...told].sort()].join('\n')
        return text.replaceAll(table, 'TABLE').replaceAll(/"commitment":"\w+"|\b\d{13}\b/g, '')
      }
      const [a, b, e] = [await has(people[0]), await has(people[1]), await has(eve)]
      check(b.includes(`deal 2 ${world === record ? goal : another}`), 'who has a goal knows it')
      worlds.push({ a, b, e })
      await close([...people, eve])
    }
    const [one, two] = worlds
    check(one.b !== two.b, 'the worlds differ')
    for (const who of ['a', 'e']) {
      const at = [...one[who]].findIndex((c, i) => c !== two[who][i])
      check(one[who] === two[who], `${who}: ${one[who].slice(at - 80, at + 80)} | ${two[who].slice(at - 80, at + 80)}`)
    }
  },

  'a terminal and a browser at one table': async ({ browser }) => {
    const ann = await visit(browser, `${host.url}#friends/my-shelfie`)
    await ann.page.locator('[name=nickname]').fill('Ann')
    await ann.page.locator('main button[type=submit]').click()
    const link = await ann.page.waitForSelector('.link').then(e => e.inputValue())
    const guest = join(host.data, 'guest')
    const join_ = spawn(program, ['join', link, '--name', 'Term', '--bot', 'easy', '--guest', guest], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let said = ''
    join_.stdout.on('data', d => {
      said += d
    })
    await atTable(ann.page)
    check((await ann.page.textContent('.people')).includes('Term'), 'they sit together')
    for (let i = 0; i < 2; i++) await decide(ann.page)
    await mine(ann.page)
    await tab(ann.page, 1)
    check(/Term/.test(await ann.page.textContent('.log')), 'and play')
    check(!(await ann.page.locator('.notice').count()), 'in order')
    join_.kill()
    await ann.page.waitForSelector('.person[data-away="true"]')
    check(said.length > 0 && ann.errors.length === 0, ann.errors.join())
    await close([ann])
  },
})

// Around tables online: making one, inviting, sitting down, the lobby, my tables, another device, old
// pages, plain http, privacy. Play at the table is in online.mjs.
import { connect, createServer } from 'node:net'
import {
  browse,
  check,
  DESKTOP,
  eventually,
  GAMES,
  host,
  inspect,
  PHONE,
  playByName,
  rest,
  run,
  serve,
  visit,
} from './harness.mjs'

const BIG_PHONE = { width: 390, height: 844 }

/** Asks the host something as this page's guest, on a separate connection; with open, the table is opened before
 *  and returned with the answer. */
function ask(page, command, { open, secret } = {}) {
  return page.evaluate(
    async ([command, open, secret]) => {
      const socket = new WebSocket('ws' + location.origin.slice(4) + '/ws')
      const id = () =>
        Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, '0')).join('')
      let table = null
      const send = (message, wanted = id()) =>
        new Promise((ok, fail) => {
          socket.addEventListener('message', e => {
            const m = JSON.parse(e.data)
            if (m.type === 'table') table = m
            if (m.id === wanted) (m.type === 'refused' ? fail : ok)(m.type === 'refused' ? new Error(m.code) : m)
          })
          socket.send(JSON.stringify({ ...message, id: wanted }))
        })
      await new Promise(ok => socket.addEventListener('message', ok, { once: true }))
      if (open) await send({ do: 'open', table: open, ...(secret ? { secret } : {}) })
      const first = table && { ply: table.ply, backs: table.backs, moves: table.view?.legal_moves?.slice(0, 1) }
      const answer = command ? await send(command.do === 'move' ? { ...first, ...command } : command) : {}
      socket.close()
      return { ...answer, opened: table }
    },
    [command, open, secret],
  )
}

const idOf = page => page.evaluate(() => location.hash.split('/')[1])

/** From the start screen to a table that waits: returns its link. */
async function create(page, name, game = 'reef') {
  await page.locator(`.card[data-game="${game}"] a[href^="#friends"]`).click()
  await page.locator('[name=nickname]').fill(name)
  await page.locator('main button[type=submit]').click()
  await page.waitForSelector('.qr')
  return page.inputValue('.link')
}

async function sit(page, name) {
  await page.locator('[name=nickname]').fill(name)
  await page.locator('.join button[type=submit]').click()
}

/** A table that the page's guest makes without its screens, and events there: no promises needed. */
async function makeQuietly(page, name, more) {
  await ask(page, { do: 'name', name, picture: 5 })
  return (await ask(page, { do: 'create', game: 'reef', fair: false, ...more })).table
}

const choiceOf = (page, legend, text) =>
  page.locator('fieldset', { hasText: legend }).locator('.choice', { hasText: text })
const playersOf = (page, n) => choiceOf(page, 'How many players?', `${n}`)
const begun = page => page.waitForSelector('.table .whose')
const names = page => page.locator('.gather-seat strong').allTextContents()

await run({
  'play with friends: made, copied, opened, seated in under two seconds, in three languages': async ({
    browser,
    url,
  }) => {
    const ann = await visit(browser, url)
    const link = await create(ann.page, 'Ann')
    check(/#table\/[0-9a-f]{32}\/[0-9a-f]{32}$/.test(link), link)
    check(
      ann.page.url() === link && (await ann.page.title()) === 'Reef · Atoll',
      'the address of the window is the link',
    )
    await inspect(ann.page, 'invite')
    await ann.page.getByRole('button', { name: 'Copy the link' }).click()
    await ann.page.waitForSelector('.toast:not([hidden])')
    check((await ann.page.evaluate(() => navigator.clipboard.readText())) === link, 'copied')
    // The phone's share sheet, if there is one.
    check((await ann.page.getByRole('button', { name: 'Share' }).count()) === 0, 'not here')
    const phone = await ann.context.newPage()
    await phone.addInitScript(() => {
      navigator.share = async what => {
        globalThis.shared = what
      }
    })
    await phone.goto(link)
    await phone.getByRole('button', { name: 'Share' }).click()
    check((await phone.evaluate(() => globalThis.shared.url)) === link, 'shared')
    await phone.close()
    // Opening changes nothing; a name is asked for once.
    const before = (await ask(ann.page, null, { open: await idOf(ann.page) })).opened.number
    const ola = await visit(browser, link, { size: BIG_PHONE, lang: 'pl', colorScheme: 'dark' })
    await ola.page.waitForSelector('.join')
    check((await ask(ann.page, null, { open: await idOf(ann.page) })).opened.number === before, 'nothing happened')
    check(/2 graczy.*Bez limitu czasu.*Tylko z linkiem/.test(await ola.page.textContent('.facts')), 'options in words')
    await inspect(ola.page, 'join-pl-phone-dark')
    await ola.page.locator('.join button[type=submit]').click()
    await ola.page.waitForSelector('#who-error')
    check((await ola.page.evaluate(() => document.activeElement.name)) === 'nickname', 'the name is asked for')
    await ola.page.getByRole('radio', { name: 'Kaktus' }).check()
    await sit(ola.page, 'Ola')
    await begun(ola.page)
    await begun(ann.page)
    const waited = p => p.waitForFunction(() => document.title.startsWith('(1) '))
    await Promise.any([waited(ann.page), waited(ola.page)])
    check(ann.errors.length + ola.errors.length === 0, [...ann.errors, ...ola.errors].join())
    // A person with a name: one tap. The last choices come first.
    await ann.page.goto(`${url}#friends/reef`)
    await ann.page.waitForSelector('.who-line')
    await playersOf(ann.page, 3).click()
    await ann.page.locator('.more summary').click()
    await ann.page.selectOption('select:has(option[value=quick])', 'days5')
    await choiceOf(ann.page, 'Hidden points', 'Yes').click()
    await choiceOf(ann.page, 'Who begins?', 'Seat 2').click()
    await inspect(ann.page, 'create')
    await ann.page.locator('main button[type=submit]').click()
    await ann.page.waitForSelector('.qr')
    const facts = await ann.page.textContent('.facts')
    check(/3 players.*Hidden points.*Begins: Seat 2.*5 days for every turn/.test(facts), facts)
    const second = await ann.page.inputValue('.link')
    await ola.page.goto(second)
    await ola.page.locator('.join button[type=submit]').click()
    await ola.page.waitForSelector('.gather .link')
    check((await ola.page.evaluate(() => document.activeElement.tagName)) === 'H1', 'the focus is not lost')
    await ann.page.waitForFunction(() => document.querySelectorAll('.gather-seat[data-kind="person"]').length === 2)
    check((await names(ann.page))[1] === 'Ola', 'and her name came along')
    check((await ann.page.textContent('.facts')).includes('Begins: Ola'), 'and she begins')
    await ann.page.goto(`${url}#friends/reef`)
    await ann.page.waitForSelector('.who-line')
    check(await playersOf(ann.page, 3).locator('input').isChecked(), 'three players')
    check((await ann.page.inputValue('select:has(option[value=quick])')) === 'days5', 'and the clock')
    // French, and the picture.
    const zoe = await visit(browser, second, { size: PHONE, lang: 'fr' })
    await zoe.page.waitForSelector('.join')
    const drawn = n => zoe.page.locator('.gather-seat .portrait').nth(n).innerHTML()
    check((await drawn(1)) === (await ola.page.locator('.gather-seat .portrait').nth(1).innerHTML()), 'the same cactus')
    await inspect(zoe.page, 'join-fr-phone')
    await sit(zoe.page, 'Zoé')
    await Promise.all([begun(zoe.page), begun(ola.page)])
  },

  'seats fill live; somebody is removed; bots take what is free': async ({ browser, url }) => {
    const ann = await visit(browser, url)
    await ann.page.goto(`${url}#friends/my-shelfie`)
    await ann.page.locator('[name=nickname]').fill('Ann')
    await playersOf(ann.page, 3).click()
    await ann.page.locator('main button[type=submit]').click()
    await ann.page.waitForSelector('.qr')
    const bob = await visit(browser, await ann.page.inputValue('.link'))
    await bob.page.waitForSelector('.join')
    await sit(bob.page, 'Bob')
    await ann.page.getByRole('button', { name: 'Remove Bob from the table' }).click()
    await eventually(async () => /You were removed/.test(await bob.page.textContent('.toast')), 'he is told')
    const went = async () => (await ann.page.textContent('[role=status].hidden')).includes('Bob has left')
    await eventually(went, 'that he went is said aloud')
    // He does not come in again by the same link, not even as somebody else; the maker's new one would let him.
    check(/You were removed from this table/.test(await bob.page.textContent('main')), 'and it stays there')
    check((await bob.page.locator('.join').count()) === 0, 'no seat for him')
    check(/The link to this table is a new one/.test(await ann.page.textContent('main')), 'the maker knows')
    const eve = await visit(browser, bob.page.url())
    await eve.page.getByRole('heading', { name: 'This table is for others' }).waitFor()
    await bob.page.goto(await ann.page.inputValue('.link'))
    await bob.page.locator('.join button[type=submit]').click()
    await ann.page.waitForFunction(() => document.querySelectorAll('.gather-seat[data-kind="person"]').length === 2)
    await eventually(
      async () => (await ann.page.textContent('[role=status].hidden')).includes('Bob has sat down'),
      'said aloud',
    )
    check(!(await bob.page.getByRole('button', { name: 'Fill with bots' }).count()), 'only who made the table fills it')
    await bob.page.getByRole('button', { name: 'Leave the table' }).click()
    await bob.page.waitForSelector('.lobby')
    await ann.page.waitForFunction(() => document.querySelectorAll('.gather-seat[data-kind="person"]').length === 1)
    await ann.page.getByRole('button', { name: 'Fill with bots' }).click()
    await begun(ann.page)
    // Late visitors are led from the link to watching.
    check(ann.errors.length + bob.errors.length === 0, [...ann.errors, ...bob.errors].join())
  },

  'a link to watch, a wrong link, a table that is gone': async ({ browser, url }) => {
    const ann = await visit(browser, url)
    const table = await makeQuietly(ann.page, 'Ann', { seats: ['me', 'person'] })
    const { opened } = await ask(ann.page, null, { open: table })
    const eve = await visit(browser, `${url}${opened.watch_link}`)
    await eve.page.waitForSelector('.gather')
    check(/here to watch/.test(await eve.page.textContent('main')), 'a spectator')
    check((await eve.page.locator('.join, .link').count()) === 0, 'without a seat and without links')
    await inspect(eve.page, 'gather-watch')
    await eve.page.goto(`${url}#table/${table}/${'0'.repeat(32)}`)
    await eve.page.getByRole('heading', { name: 'This table is for others' }).waitFor()
    await inspect(eve.page, 'gather-closed')
    await eve.page.goto(`${url}#table/${'0'.repeat(32)}`)
    await eve.page.getByText('There is no such table').waitFor()
    check(eve.errors.length === 0, eve.errors.join())
  },

  'with the keyboard alone: made, and sat down at': async ({ browser, url }) => {
    const ann = await visit(browser, `${url}#friends/reef`)
    const { page } = ann
    /** Presses Tab up to the first match. */
    const to = async (p, good) => {
      for (let i = 0; i < 60; i++) {
        await p.keyboard.press('Tab')
        if (await p.evaluate(good)) return
      }
      throw new Error(`not reached by Tab: ${good}`)
    }
    await to(page, () => document.activeElement.name === 'nickname')
    await page.keyboard.type('Ann')
    await to(page, () => document.activeElement.closest('.picture-choice'))
    await page.keyboard.press('ArrowRight')
    await to(page, () => document.activeElement.type === 'submit')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.link')
    check((await page.evaluate(() => document.activeElement.tagName)) === 'H1', 'the focus is at the top')
    await to(page, () => document.activeElement.className === 'link')
    const link = await page.evaluate(() => getSelection().toString() || document.activeElement.value)
    const bob = await visit(browser, link)
    await bob.page.waitForSelector('.join')
    await to(bob.page, () => document.activeElement.name === 'nickname')
    await bob.page.keyboard.type('Bob')
    await bob.page.keyboard.press('Enter')
    await begun(bob.page)
    check(await bob.page.evaluate(() => document.activeElement !== document.body), 'the focus is not lost')
  },

  'the lobby is live; play now joins the best table, makes one, and offers bots after a while': async ({
    browser,
    url,
  }) => {
    const ann = await visit(browser, url)
    const bob = await visit(browser, `${url}#lobby`, { size: BIG_PHONE, lang: 'fr' })
    await bob.page.getByText('Aucune table').waitFor()
    await inspect(bob.page, 'lobby-empty-fr-phone')
    const open = { open: true }
    const four = await makeQuietly(ann.page, 'Ann', { ...open, seats: ['me', 'person', 'person', 'person'] })
    const two = await makeQuietly(ann.page, 'Ann', { ...open, seats: ['me', 'person'], options: 'hidden-scores' })
    await bob.page.waitForFunction(() => document.querySelectorAll('.listed').length === 2)
    check(/Table de Ann/.test(await bob.page.textContent('.listing')), 'whose it is')
    check(/Points cachés|cachés/.test(await bob.page.textContent('.listing')), 'its options in words')
    await inspect(bob.page, 'lobby-fr-phone')
    // One tap for a person with a name; others are asked for a name first.
    await bob.page.goto(`${url}#`)
    await bob.page.locator('.top-online a').first().click()
    await bob.page.waitForFunction(() => document.activeElement.name === 'nickname')
    await bob.page.locator('[name=nickname]').fill('Bob')
    await bob.page.locator('.lobby-now .big').click()
    await begun(bob.page)
    check((await idOf(bob.page)) === two, 'where the fewest are missing')
    await bob.page.goto(`${url}#lobby`)
    await bob.page.locator('.listed:not(:has(a)) button').click()
    await bob.page.waitForSelector('.gather')
    check((await idOf(bob.page)) === four, 'one tap')
    // No table for Cid's game is open: he gets a new one, where bots are offered after a while.
    const context = await browser.newContext({ viewport: DESKTOP, locale: 'en', reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.clock.install()
    await page.goto(`${url}#lobby`)
    await page.locator('[name=nickname]').fill('Cid')
    await page.selectOption('.lobby-now select', 'my-shelfie')
    await page.locator('.lobby-now .big:not([disabled])').click()
    await page.waitForSelector('.gather')
    check((await page.locator('[data-late="true"]').count()) === 0, 'nobody is hurried')
    await page.clock.fastForward(21_000)
    await page.waitForSelector('[data-late="true"]')
    await inspect(page, 'gather-late')
    check(
      (await ask(ann.page, { do: 'lobby', stay: false })).tables.some(t => t.game === 'my-shelfie'),
      'it is listed',
    )
    await page.getByRole('button', { name: 'Fill with bots' }).click()
    await begun(page)
    await page.goto(`${url}#friends/my-shelfie`)
    await page.locator('.more summary').click()
    check(await page.locator('[name=open]').first().isChecked(), 'with friends it is still by link')
    // From the start screen at once, for a person with a name.
    await page.goto(url)
    await page.locator('.top-online a').first().click()
    await page.waitForSelector('.gather')
    check((await idOf(page)) === four, 'Ann has waited longest')
  },

  'my tables: those that wait for me first, with the number in the title and on the icon': async ({ browser, url }) => {
    const ann = await visit(browser, url)
    const { page } = ann
    check(!(await page.context().cookies()).length, 'a mere visit leaves no cookie')
    await page.addInitScript(() => {
      navigator.setAppBadge = async n => {
        globalThis.badge = n
      }
    })
    const bob = await visit(browser, url)
    const waits = await makeQuietly(page, 'Ann', { seats: ['me', 'person'] })
    await makeQuietly(page, 'Ann', { seats: ['me', 'easy'], first: 1 })
    await page.goto('about:blank')
    await page.goto(`${url}#lobby`)
    await page.waitForFunction(() => document.title.startsWith('(1) '))
    check((await page.evaluate(() => globalThis.badge)) === 1, 'and on the icon of the installed app')
    check(
      (await page.locator('.listed').first().getAttribute('data-waiting')) === 'true',
      'the first one waits for her',
    )
    check(/Waiting for 1 more/.test(await page.locator('.listed').nth(1).textContent()), 'the other one does not')
    await inspect(page, 'mine')
    const icon = () => page.evaluate(() => decodeURIComponent(document.querySelector('link[rel="icon"]').href))
    check(/>1<\/text>/.test(await icon()), await icon())
    // The other one begins, and it may be hers too; the start screen knows it.
    const { opened } = await ask(page, null, { open: waits })
    const secret = opened.play_link.split('/')[2]
    await ask(bob.page, { do: 'name', name: 'Bob' })
    await ask(bob.page, { do: 'sit', table: waits, secret })
    await page.waitForFunction(() => !document.body.textContent.includes('Waiting for 1 more'))
    await page.goto(url)
    await page.waitForSelector('.start .listed')
    await inspect(page, 'start-mine')
    check(ann.errors.length === 0, ann.errors.join())
  },

  'my turn in the background: a sound and a notice, once a turn, by one tab': async ({ browser, url }) => {
    const ann = await visit(browser, url)
    const bob = await visit(browser, url)
    const table = await makeQuietly(ann.page, 'Ann', { seats: ['me', 'person'], open: true })
    await ask(bob.page, { do: 'name', name: 'Bob' })
    await ask(bob.page, { do: 'sit', table })
    /** The seat to move plays, until the other one is to move. */
    async function turn() {
      const { mover } = (await ask(ann.page, null, { open: table })).opened
      const { page } = mover === 1 ? ann : bob
      while ((await ask(page, null, { open: table })).opened.mover === mover)
        await ask(page, { do: 'move', table }, { open: table })
      return mover
    }
    if ((await ask(ann.page, null, { open: table })).opened.mover === 2) await turn()
    const { context } = ann
    await context.addInitScript(() => {
      globalThis.away = location.search === '?away'
      Object.defineProperty(document, 'visibilityState', { get: () => (globalThis.away ? 'hidden' : 'visible') })
      globalThis.notices = []
      globalThis.Notification = class {
        static permission = 'granted'
        constructor(title, options) {
          globalThis.notices.push({ title, ...options })
        }
      }
      globalThis.tones = 0
      const start = OscillatorNode.prototype.start
      OscillatorNode.prototype.start = function (...args) {
        globalThis.tones++
        return start.apply(this, args)
      }
      localStorage.setItem('atoll.online', '1')
      localStorage.setItem('atoll.settings', JSON.stringify({ name: 'Ann', sound: true, lang: 'en' }))
    })
    const tabs = [await context.newPage(), await context.newPage()]
    for (const tab of tabs) await tab.goto(`${url}?away#lobby`)
    const notices = async () => (await Promise.all(tabs.map(t => t.evaluate(() => globalThis.notices)))).flat()
    const tones = async () =>
      (await Promise.all(tabs.map(t => t.evaluate(() => globalThis.tones)))).reduce((a, b) => a + b, 0)
    // Waits until all tabs know whose turn it is, and have announced it or seen that another one has.
    const until = async (n, mine) => {
      for (const tab of tabs) {
        await tab.waitForFunction(mine => document.title.startsWith('(1) ') === mine, mine)
        await rest(tab)
      }
      check((await notices()).length === n && (await tones()) === n, `${(await notices()).length}, ${await tones()}`)
    }
    await until(1, true)
    check((await notices())[0].title === 'Your turn' && (await notices())[0].tag === table, 'where')
    await turn()
    await until(1, false)
    await turn()
    await until(2, true)
    // One tab is visible: nothing is announced.
    await tabs[1].evaluate(() => {
      globalThis.away = false
    })
    await turn()
    await until(2, false)
    await turn()
    await until(2, true)
  },

  'continue on another device: a link that works once': async ({ browser, url }) => {
    const ann = await visit(browser, url)
    await create(ann.page, 'Ann')
    await ann.page.goto(`${url}#device`)
    await ann.page.getByRole('button', { name: 'Make a link' }).click()
    await ann.page.waitForSelector('.qr')
    await inspect(ann.page, 'device')
    const link = await ann.page.inputValue('.link')
    const phone = await visit(browser, link, { size: BIG_PHONE, lang: 'it' })
    await inspect(phone.page, 'device-it-phone')
    await phone.page.getByRole('button', { name: 'Continua qui' }).click()
    await phone.page.waitForSelector('.lobby .listed')
    check(/Ann/.test(await phone.page.textContent('.who-line')), 'the name came along')
    const other = await visit(browser, link)
    await other.page.getByRole('button', { name: 'Continue here' }).click()
    await other.page.getByRole('alert').waitFor()
    check(/has been used/.test(await other.page.textContent('[role=alert]')), 'only once')
    await ann.page.goto(link)
    await ann.page.getByText('already has a name of its own').waitFor()
    check(phone.errors.length === 0, phone.errors.join())
  },

  'privacy: what is stored where, and nothing of it once it is deleted': async ({ browser, url }) => {
    const ann = await visit(browser, url)
    const { page } = ann
    await page.locator('.card[data-game="reef"] .button.primary').click()
    await page.waitForSelector('.whose[data-mine="true"]')
    await playByName(page, { most: 1 })
    // Beside a running game there is still room for the way online.
    for (const size of [PHONE, { width: 1000, height: 700 }, DESKTOP]) {
      await page.setViewportSize(size)
      await page.goto(`${url}#`)
      await page.waitForSelector('.continue')
      const [a, b] = [await page.locator('.continue').boundingBox(), await page.locator('.top-online').boundingBox()]
      check(a.y + a.height <= b.y, `${JSON.stringify([a, b])}`)
    }
    await create(page, 'Ann')
    const table = await idOf(page)
    const bob = await visit(browser, await page.inputValue('.link'))
    await page.goto(`${url}#privacy`)
    await page.waitForSelector('.privacy')
    for (const [lang, word] of Object.entries({ it: 'cookie', fr: 'cookie', pl: 'ciasteczko', en: 'cookie' })) {
      await page.goto(`${url}#`)
      await page.selectOption('.lang select', lang)
      await page.goto(`${url}#privacy`)
      await page.waitForFunction(w => document.querySelector('.privacy')?.textContent.includes(w), word)
      await inspect(page, `privacy-${lang}`)
    }
    check(
      /has not said/.test(
        await page.evaluate(() => fetch(document.querySelector('a[href="legal"]').href).then(r => r.text())),
      ),
      'who runs the host',
    )
    await page.getByRole('button', { name: 'Delete my data' }).click()
    check((await ask(page, { do: 'mine' })).tables.length === 1, 'nothing is deleted before the second click')
    const [load] = await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Yes, delete everything' }).click(),
    ])
    check(load, 'the page starts afresh')
    await page.waitForSelector('.card')
    const left = await page.evaluate(async () => {
      const db = await new Promise(ok => {
        const r = indexedDB.open('atoll')
        r.onsuccess = () => ok(r.result)
      })
      const count = store =>
        new Promise(ok => {
          const r = db.transaction(store).objectStore(store).count()
          r.onsuccess = () => ok(r.result)
        })
      return { keys: Object.keys(localStorage), games: (await count('games')) + (await count('records')) }
    })
    // A fresh device: a random picture, and the settings of every visit in these tests.
    const own = left.keys.filter(key => !['atoll.picture', 'atoll.met'].includes(key))
    check(own.length === 0 && left.games === 0, JSON.stringify(left))
    check((await ask(page, { do: 'mine' })).tables.length === 0, 'the host does not know her')
    const seat = (await ask(bob.page, null, { open: table, secret: bob.page.url().split('/').at(-1) })).opened.seats[0]
    check(seat.name !== 'Ann', `nor her name: ${JSON.stringify(seat)}`)
    check(ann.errors.length === 0, ann.errors.join())
  },

  'plain http in the network: everything works, with ways of its own to copy': async () => {
    const server = await serve('--host', 'atoll.test')
    const browser = await browse('--host-resolver-rules=MAP atoll.test 127.0.0.1')
    try {
      const url = server.url.replace('127.0.0.1', 'atoll.test')
      const ann = await visit(browser, url, { permissions: [] })
      check(!(await ann.page.evaluate(() => isSecureContext)), 'the browser calls this insecure')
      const link = await create(ann.page, 'Ann', 'my-shelfie')
      check(link.startsWith(url), link)
      await ann.page.getByRole('button', { name: 'Copy the link' }).click()
      await ann.page.waitForSelector('.toast:not([hidden])')
      check((await ann.page.textContent('.toast')) === 'The link is copied.', await ann.page.textContent('.toast'))
      // If the browser cannot do that either, the link is selected.
      await ann.page.evaluate(() => {
        document.execCommand = () => false
      })
      await ann.page.getByRole('button', { name: 'Copy the link' }).click()
      await ann.page.waitForFunction(() => /by hand/.test(document.querySelector('.toast').textContent))
      const selected = await ann.page.evaluate(() => {
        const { value, selectionStart, selectionEnd } = document.activeElement
        return value.slice(selectionStart, selectionEnd)
      })
      check(selected === link, selected)
      check((await ann.page.getByRole('button', { name: 'Tell me when' }).count()) === 0, 'no notices without https')
      await inspect(ann.page, 'invite-plain')
      const bob = await visit(browser, link, { size: PHONE, permissions: [] })
      await bob.page.waitForSelector('.join')
      await sit(bob.page, 'Bob')
      await Promise.all([begun(ann.page), begun(bob.page)])
      // The browser complains that a header needs https; nothing else may be reported.
      const errors = [...ann.errors, ...bob.errors].filter(e => !e.startsWith('The Cross-Origin-Opener-Policy header'))
      check(errors.length === 0, errors.join())
    } finally {
      await browser.close()
      await server.stop()
    }
  },

  'an old page that meets a newer host is updated and comes back to its table': async ({ browser, server }) => {
    // A relay in front of the server: it announces a version newer than the page's, which refuses older
    // pages.
    let version = 0
    let fetched = true
    const connections = new Set()
    const newer = () => {
      version++
      fetched = false
      connections.forEach(c => c.destroy())
    }
    const front = createServer(client => {
      const { hostname, port } = new URL(server.url)
      const back = connect(Number(port), hostname)
      connections.add(client)
      client.on('data', d => {
        const text = d.toString('latin1')
        if (/^GET \/ HTTP/.test(text)) fetched = true
        // A reply that is sent uncompressed and whole can be changed on its way back.
        back.write(Buffer.from(text.replace(/(accept-encoding|if-none-match): [^\r]*/gi, 'X-Plain: 1'), 'latin1'))
      })
      back.on('data', d => {
        let text = d.toString('latin1')
        if (!fetched) text = text.replace('"type":"hello","protocol":1', '"type":"hello","protocol":2')
        if (version) text = text.replace(/atoll-[0-9a-f]{10}(?=["`])/, `atoll-${String(version).padStart(10, '0')}`)
        client.write(Buffer.from(text, 'latin1'))
      })
      for (const [a, b] of [
        [client, back],
        [back, client],
      ]) {
        a.on('error', () => b.destroy())
        a.on('close', () => b.destroy())
      }
      client.on('close', () => connections.delete(client))
    })
    await new Promise(ok => front.listen(0, '127.0.0.1', ok))
    const keeps = async (page, n) => {
      const names = await page.evaluate(() => caches.keys())
      check(names.join() === `atoll-${String(n).padStart(10, '0')}`, names.join())
    }
    try {
      const url = `http://127.0.0.1:${front.address().port}/`
      const ann = await visit(browser, url)
      await ann.page.waitForFunction(() => navigator.serviceWorker.controller)
      await create(ann.page, 'Ann')
      const table = await idOf(ann.page)
      await ann.page.close()
      // From the cache.
      newer()
      const again = await ann.context.newPage()
      await again.goto(`${url}#table/${table}`)
      await again.waitForSelector('.gather')
      await keeps(again, 1)
      check((await idOf(again)) === table && (await names(again))[0] === 'Ann', 'on her seat')
      // And one that existed when the host was changed.
      await again.goto(`${url}#lobby`)
      await again.waitForSelector('.lobby .listed')
      const loaded = again.waitForEvent('load')
      newer()
      await again.waitForFunction(() => document.querySelector('.connection'))
      await again.evaluate(() => dispatchEvent(new Event('online')))
      await loaded
      await again.waitForSelector('.lobby .listed')
      await keeps(again, 2)
    } finally {
      front.close()
      connections.forEach(c => c.destroy())
    }
  },

  "the service worker never answers for the host's own paths": async ({ browser, url }) => {
    const { page } = await visit(browser, url)
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    for (const [path, words] of [
      ['metrics', 'There is nothing here'],
      ['healthz', 'ok'],
      ['nothing', 'There is nothing here'],
    ]) {
      await page.goto(url + path)
      check((await page.textContent('body')).includes(words), path)
    }
    await page.goto(`${url}index.html?x=1#guide/reef`)
    await page.waitForSelector('.guide-page')
  },

  'on a plain web host there is nothing of tables online, and nobody looks for one': async ({ browser }) => {
    const plain = await host()
    try {
      const { page, errors } = await visit(browser, plain.url)
      const sockets = []
      page.on('websocket', s => sockets.push(s.url()))
      const shown = async () =>
        (await page.locator('a[href^="#lobby"], a[href^="#friends"], .pictures, .top-online').count()) > 0
      check((await page.locator('.card').count()) === GAMES.length && !(await shown()), 'hidden')
      for (const route of ['#lobby', '#friends/reef', `#table/${'0'.repeat(32)}`, '#device']) {
        await page.goto(plain.url + route)
        await page.waitForSelector('.card')
        check(!(await shown()), route)
      }
      await page.getByRole('button', { name: 'Settings' }).click()
      check(!(await shown()), 'no pictures in the settings')
      await page.goto(`${plain.url}#privacy`)
      await page.waitForSelector('.privacy')
      check(!/online|host/.test(await page.textContent('main')), 'nor here')
      await rest(page)
      check(errors.length === 0 && sockets.length === 0, [...errors, ...sockets].join())
    } finally {
      plain.stop()
    }
  },

  'every screen on a small phone, by day and at night: no sideways scrolling, targets of 40 pixels': async ({
    browser,
    url,
  }) => {
    const screens = ['', '#friends/reef-encounter', '#table', '#lobby', '#device', '#privacy']
    for (const [lang, colorScheme, routes] of [
      ['pl', 'dark', screens],
      ['it', 'light', screens.slice(1, 4)],
    ]) {
      const { page, context } = await visit(browser, url, { size: PHONE, lang, colorScheme })
      await create(page, 'Wolfeschlegelsteinhausen')
      const table = await idOf(page)
      for (const route of routes) {
        await page.goto(url + route.replace('#table', `#table/${table}`))
        await page.waitForSelector('h1')
        await rest(page)
        await page.evaluate(() => document.querySelectorAll('details').forEach(d => (d.open = true)))
        await inspect(page, `small-${lang}-${route.slice(1).split('/')[0] || 'start'}`)
        const small = await page.evaluate(() =>
          [...document.querySelectorAll('button, a, select, input, summary')]
            .filter(e => {
              const r = (e.closest('label') ?? e).getBoundingClientRect()
              return r.width > 0 && (r.height < 40 || r.width < 40)
            })
            .map(e => e.outerHTML.slice(0, 80)),
        )
        check(small.length === 0, `${route}: ${small.join('\n')}`)
      }
      await page.goto(url)
      await page.locator('.top-tools button').click()
      await page.waitForSelector('.pictures')
      await inspect(page, `small-${lang}-settings`)
      await context.close()
    }
  },
})

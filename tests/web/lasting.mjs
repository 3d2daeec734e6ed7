// What lasts at a host: results and the same group again, all games as a file, the statistics, the next table that
// waits, and a recovery code that brings somebody back on another device.
import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { check, eventually, inspect, run, visit } from './harness.mjs'

const BIG_PHONE = { width: 390, height: 844 }
const DAYS = { kind: 'turn', base: 3 * 86_400_000 }

const source = new URL('../../web/src/online/code.ts', import.meta.url).pathname
const bundle = await build({ entryPoints: [source], bundle: true, write: false, format: 'esm' })
const { readCode, wordsOf, LENGTH } = await import(
  `data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].contents).toString('base64')}`
)

/** Commands of this page's guest, one after the other, on a connection of their own; the last answer. A table is
 *  opened with {do: 'open'}; what it says is returned as `opened`. */
const ask = (page, ...commands) =>
  page.evaluate(async commands => {
    const socket = new WebSocket('ws' + location.origin.slice(4) + '/ws')
    await new Promise(ok => socket.addEventListener('message', ok, { once: true }))
    let opened = null
    const send = message =>
      new Promise((ok, fail) => {
        const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, '0')).join('')
        socket.addEventListener('message', e => {
          const m = JSON.parse(e.data)
          if (m.type === 'table') opened = m
          if (m.id === id) (m.type === 'refused' ? fail : ok)(m.type === 'refused' ? new Error(m.code) : m)
        })
        socket.send(JSON.stringify({ ...message, id }))
      })
    let answer = null
    for (const c of commands) answer = await send(c)
    socket.close()
    return { ...answer, opened }
  }, commands)

/** Two people at a table where the game goes on; the page of the first is connected. */
async function meet(ann, bob, more = {}) {
  await ask(ann.page, { do: 'name', name: 'Ann', picture: 5 })
  await ask(bob.page, { do: 'name', name: 'Bob', picture: 7 })
  const what = { game: 'my-shelfie', seats: ['me', 'person'], fair: false, first: 1, ...more }
  const { table } = await ask(ann.page, { do: 'create', ...what })
  const { opened } = await ask(ann.page, { do: 'open', table })
  const secret = opened.play_link.split('/')[2]
  await ask(bob.page, { do: 'open', table, secret }, { do: 'sit', table, secret })
  return table
}

async function end(ann, bob, table) {
  await ask(ann.page, { do: 'end', table })
  await ask(bob.page, { do: 'agree', table })
}

/** So many results are told. */
const results = (page, n) =>
  eventually(async () => (await ask(page, { do: 'results' })).results.length === n, `${n} results`)

async function known(who, url, at) {
  await who.page.evaluate(() => localStorage.setItem('atoll.online', '1'))
  await who.page.goto(`${url}${at}`)
  await who.page.reload()
}

/** The words with another one in this place. */
const put = (words, place, word) => words.map((old, i) => (i === place ? word : old))

await run({
  'a code is words that say where a slip is': () => {
    const code = '00112233445566778899aabbccddeeff'
    const words = wordsOf(code)
    check(words.length === LENGTH && new Set(words).size === LENGTH, words.join(' '))
    const same = text => check(readCode(text).code === code, text)
    same(words.join(' '))
    same(words.map((w, i) => `${i + 1}. ${w.toUpperCase()}`).join('\n'))
    same(words.map(w => w.slice(0, 3)).join(','))
    same(`https://atoll.example/#code/${code}`)
    for (let i = 0; i < LENGTH; i++) {
      const slip = put(words, i, `${words[i][0]}x${words[i].slice(2)}`)
      const told = readCode(slip.join(' '))
      check(told.place === i + 1 && told.perhaps === words[i], JSON.stringify(told))
      // Another word of the list, and two words in each other's place.
      check(readCode(put(words, i, words[(i + 1) % LENGTH]).join(' ')).mixed, `word ${i + 1}`)
      const other = (i + 1) % LENGTH
      check(
        readCode(put(put(words, i, words[other]), other, words[i]).join(' ')).mixed,
        `words ${i + 1} and ${other + 1}`,
      )
    }
    check(readCode(words.slice(1).join(' ')).count === LENGTH - 1, 'a word is missing')
    // The list: no two words begin with the same three letters.
    const all = Array.from({ length: 256 }, (_, n) => wordsOf(n.toString(16).padStart(2, '0').repeat(16))[0])
    check(new Set(all.map(w => w.slice(0, 3))).size === 256, 'they begin differently')
    check(
      all.every(w => /^[a-z]{3,8}$/.test(w)),
      'plain letters',
    )
  },

  'results: who played, how it ended, again with the same people, all as one file': async ({ browser, url }) => {
    const ann = await visit(browser, url, { size: BIG_PHONE })
    const bob = await visit(browser, url)
    const first = await meet(ann, bob)
    await end(ann, bob, first)
    const second = await meet(ann, bob, { clock: DAYS })
    await ask(bob.page, { do: 'resign', table: second })
    await results(ann.page, 2)
    await known(ann, url, '#results')
    await ann.page.waitForSelector('.result')
    const told = await ann.page.locator('.result').allTextContents()
    check(told.length === 2 && /Bob resigned/.test(told[0]) && /Place 1.*Ann/.test(told[0]), told[0])
    check(/3 days for every turn/.test(told[0]) && /Ended by agreement/.test(told[1]), told.join('\n'))
    await inspect(ann.page, 'results-phone')
    // One file: a game a line, the first one first, with records.
    const [file] = await Promise.all([
      ann.page.waitForEvent('download'),
      ann.page.getByRole('button', { name: 'Save all games as a file' }).click(),
    ])
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    check(file.suggestedFilename() === 'atoll-games.ndjson', file.suggestedFilename())
    check(lines.map(l => l.table).join() === `${first},${second}`, 'both, in order')
    check(
      lines.every(l => l.record.startsWith('game: my-shelfie\n')),
      'with records',
    )
    // By keyboard: the same group again.
    await ann.page.locator('.result button').first().focus()
    await ann.page.keyboard.press('Enter')
    await ann.page.waitForSelector('.gather')
    check((await ann.page.locator('.gather-seat[data-kind="person"]').count()) === 1, 'she sits there')
    // My tables say how it ended; in another language, too.
    await ann.page.goto(`${url}#lobby`)
    await ann.page.waitForSelector('.listed')
    await eventually(async () => /Place 1, points: 0/.test(await ann.page.textContent('.lobby')), 'her place')
    check(/With Bob 0/.test(await ann.page.textContent('.lobby')), 'with whom')
    await inspect(ann.page, 'lobby-results-phone')
    // A stranger sees none of it.
    const eve = await visit(browser, url, { lang: 'it' })
    await ask(eve.page, { do: 'name', name: 'Eve' })
    await known(eve, url, '#results')
    await eve.page.getByText('non è ancora finita nessuna tua partita').waitFor()
    check(ann.errors.length + bob.errors.length + eve.errors.length === 0, [...ann.errors, ...bob.errors].join())
  },

  'statistics count games online': async ({ browser, url }) => {
    const ann = await visit(browser, url)
    const bob = await visit(browser, url)
    const table = await meet(ann, bob)
    await ask(bob.page, { do: 'resign', table })
    await end(ann, bob, await meet(ann, bob)) // nobody won: it does not count
    await results(ann.page, 2)
    await known(ann, url, '#stats')
    await ann.page.waitForSelector('.stats-numbers')
    const numbers = await ann.page.locator('.stats-numbers dd strong').allTextContents()
    check(numbers[0] === '1' && numbers[1] === '1', numbers.join())
    check(/Bob/.test(await ann.page.textContent('.stats')), 'against whom')
    check(ann.errors.length === 0, ann.errors.join())
  },

  'the next table that waits is one tap, and lists say who is to move and until when': async ({ browser, url }) => {
    const ann = await visit(browser, url, { size: BIG_PHONE })
    const bob = await visit(browser, url)
    const one = await meet(ann, bob, { clock: DAYS, first: 2 })
    const two = await meet(ann, bob, { clock: DAYS, first: 1 })
    await known(ann, url, '#lobby')
    await ann.page.waitForSelector('.next-table')
    await eventually(async () => /Bob is to move/.test(await ann.page.textContent('.lobby')), 'who is to move')
    check(/until /.test(await ann.page.textContent('.lobby')), 'and until when')
    await inspect(ann.page, 'lobby-next-phone')
    // At a table where the other one plays it leads to the next.
    await ann.page.goto(`${url}#table/${one}`)
    await ann.page.locator('.notices .next-table').click()
    await ann.page.waitForFunction(id => location.hash === `#table/${id}`, two)
    await ann.page.waitForSelector('.table .whose')
    check((await ann.page.locator('.notices .next-table').count()) === 0, 'here it is her turn')
    check(ann.errors.length === 0, ann.errors.join())
  },

  'a recovery code: offered at a table of days, made once, taken on another device': async ({ browser, url }) => {
    const ann = await visit(browser, url, { size: BIG_PHONE })
    const bob = await visit(browser, url)
    const table = await meet(ann, bob, { clock: DAYS })
    await known(ann, url, `#table/${table}`)
    await ann.page.waitForSelector('.code-offer')
    await inspect(ann.page, 'code-offer-phone')
    await ann.page.getByRole('link', { name: 'Make a recovery code' }).click()
    await ann.page.getByRole('button', { name: 'Make a recovery code' }).click()
    await ann.page.waitForSelector('.code-words')
    const words = await ann.page.locator('.code-words li').allTextContents()
    check(words.length === LENGTH, words.join(' '))
    check((await ann.page.evaluate(() => document.activeElement.id)) === 'code-words', 'the words have the focus')
    check((await ann.page.locator('.code-shown .qr').count()) === 1, 'and a picture')
    await inspect(ann.page, 'code-phone', { shot: false })
    // It is told once.
    await ann.page.reload()
    await ann.page.getByText('You made your code on').waitFor()
    check((await ann.page.locator('.code-words').count()) === 0, 'not again')
    await ann.page.goto(`${url}#table/${table}`)
    await ann.page.waitForSelector('.table .whose')
    check((await ann.page.locator('.code-offer').count()) === 0, 'nor is it offered again')
    // Another device, in Polish: a slip is named, then the words bring name, tables and seats.
    const fresh = await visit(browser, `${url}#code/enter`, { size: BIG_PHONE, lang: 'pl', colorScheme: 'dark' })
    await fresh.page.waitForSelector('[name=code]')
    await fresh.page.fill('[name=code]', put(words, 4, 'qqqq').join(' '))
    await fresh.page.locator('.code-enter button').click()
    check(/Słowa numer 5 nie ma na liście: „qqqq”/.test(await fresh.page.textContent('[role=alert]')), 'named')
    await fresh.page.fill('[name=code]', [...words].reverse().join(' '))
    await fresh.page.locator('.code-enter button').click()
    await fresh.page.getByText('razem nie tworzą kodu').waitFor()
    await inspect(fresh.page, 'code-enter-pl-phone-dark')
    await fresh.page.fill('[name=code]', words.join(' '))
    await fresh.page.keyboard.press('Tab')
    await fresh.page.keyboard.press('Enter')
    await fresh.page.waitForSelector('.lobby .listed')
    check(/Bob/.test(await fresh.page.textContent('.lobby')), 'her tables')
    await fresh.page.goto(`${url}#table/${table}`)
    await fresh.page.waitForSelector('.table .whose')
    const { opened } = await ask(fresh.page, { do: 'open', table })
    check(opened.you === 1, 'her seat')
    // The picture's link; it does not stay in the address.
    const { code } = readCode(words.join(' '))
    const other = await visit(browser, `${url}#code/${code}`)
    await other.page.waitForSelector('[name=code]')
    check((await other.page.inputValue('[name=code]')) === words.join(' '), 'filled in')
    check(!other.page.url().includes(code), 'and gone from the address')
    await other.page.locator('.code-enter button').click()
    await other.page.waitForSelector('.lobby .listed')
    // Settings lead to it.
    await ann.page.goto(url)
    check(ann.errors.length + fresh.errors.length + other.errors.length === 0, [...ann.errors, ...fresh.errors].join())
  },
})

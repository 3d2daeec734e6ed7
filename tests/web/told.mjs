// What happened and how it ended: the pace of others, the last turn in words, the log by turns,
// announcements.
import { build } from 'esbuild'
import { check, DEAL, inspect, linkTo, listen, PHONE, recorded, run, visit } from './harness.mjs'

const PEOPLE = ['Ann', 'Ben'].map((name, i) => ({ kind: i ? 'guest' : 'me', name }))
const slider = page => page.$eval('.history input', el => ({ at: Number(el.value), all: Number(el.max) }))
const told = page => page.textContent('.told-words')
const key = (page, name) => page.evaluate(k => dispatchEvent(new KeyboardEvent('keydown', { key: k })), name)

/** A clock that the test moves, for a module of the page by itself. */
class Clock {
  #now = 0
  #next = 1
  #due = new Map()
  setTimeout = (f, ms = 0) => {
    this.#due.set(this.#next, { f, at: this.#now + ms })
    return this.#next++
  }
  clearTimeout = id => this.#due.delete(id)
  performance = { now: () => this.#now }

  pass(ms) {
    const end = this.#now + ms
    for (;;) {
      const [id, first] = [...this.#due].sort((a, b) => a[1].at - b[1].at)[0] ?? []
      if (!first || first.at > end) break
      this.#due.delete(id)
      this.#now = first.at
      first.f()
    }
    this.#now = end
  }
}

/** Two bots play a fixed deal. */
async function watch(page, game, lang = 'en') {
  await page.waitForSelector('.setup')
  for (const seat of ['#seat-1', '#seat-2']) await page.selectOption(seat, 'bot:easy')
  await page.locator('.setup button.primary').click()
  await page.waitForSelector('.table')
  check((await page.getAttribute('html', 'lang')) === lang, lang)
}

await run({
  "others' moves are shown at the pace that was chosen, and a key skips": async ({ browser, url }) => {
    const { page, errors } = await visit(browser, `${url}#new/my-shelfie/${DEAL}`, { reducedMotion: 'no-preference' })
    await page.waitForSelector('.setup')
    await page.evaluate(() => localStorage.setItem('atoll.settings', '{"pace":"slow"}'))
    await page.reload()
    await watch(page, 'my-shelfie')
    // The bots are far ahead of the screen; announcements follow the screen.
    await page.waitForFunction(() => {
      const { value, max } = document.querySelector('.history input')
      return Number(value) + 4 < Number(max) && document.querySelector('.told-words')
    })
    check(/: .* into column \d/.test(await told(page)), await told(page))
    // Each key shows everything so far; the bots continue meanwhile.
    for (let i = 0; !(await page.$('.verdict')); i++) await key(page, i % 2 ? ' ' : 's')
    // Chosen in the settings, and stored.
    await page.getByRole('button', { name: 'Settings' }).click()
    check(await page.getByRole('radio', { name: 'Slow' }).isChecked(), 'slow')
    await page.getByRole('radio', { name: 'At once' }).check()
    await inspect(page, 'settings-pace')
    await page.reload()
    await page.waitForSelector('.verdict')
    check((await page.getAttribute('html', 'data-pace')) === 'instant', 'kept')
    check(errors.length === 0, errors.join())
  },

  'a turn of many decisions is told in three sentences at most, and plays again with one tap': async ({
    browser,
    url,
  }) => {
    for (const [lang, size] of [
      ['en', undefined],
      ['pl', PHONE],
    ]) {
      const look = { lang, ...(size ? { size } : {}) }
      const { page, errors, context } = await visit(
        browser,
        linkTo(url, recorded('reef-encounter', 2, 1), PEOPLE, 105),
        look,
      )
      await page.waitForSelector('.told')
      const text = await told(page)
      check(/^(Ann|Ben): /.test(text) && text.split('. ').length <= 3, text)
      check((await page.getAttribute('.told', 'data-seat')).length === 1, 'whose')
      await inspect(page, `told-${lang}`)
      const before = await slider(page)
      // However short its time on the screen: the earliest position that was shown is stored.
      await page.evaluate(() => {
        const input = document.querySelector('.history input')
        globalThis.least = Infinity
        new MutationObserver(() => (globalThis.least = Math.min(globalThis.least, Number(input.value)))).observe(
          input,
          { attributes: true },
        )
      })
      await page.locator('.told .icon-button').click()
      await page.waitForFunction(n => globalThis.least < n, before.at)
      // Step by step; afterwards everything is as before. On the phone a key ends it.
      if (size) await key(page, 's')
      await page.waitForFunction(n => Number(document.querySelector('.history input').value) === n, before.at)
      check((await told(page)) === text, 'the same turn')
      check(errors.length === 0, errors.join())
      await context.close()
    }
  },

  'the log is grouped by turns; each opens its position and is marked on the board': async ({ browser, url }) => {
    for (const game of ['reef', 'reef-encounter', 'my-shelfie']) {
      const { page, errors, context } = await visit(browser, linkTo(url, recorded(game, 2, 1), PEOPLE))
      await page.waitForSelector('.verdict')
      await page.locator('.tabs button').nth(1).click()
      const turns = page.locator('.log > .turn')
      const seats = await turns.evaluateAll(list => list.map(el => Number(el.dataset.seat)))
      const opening = game === 'reef' || game === 'reef-encounter' ? 4 : 1
      check(
        seats.slice(opening).every((seat, i) => i === 0 || seat === 0 || seat !== seats[opening + i - 1]),
        `${game}: ${seats}`,
      )
      const place = Math.floor(seats.length / 2)
      const line = turns.nth(place).locator('button').first()
      await line.click()
      await page.waitForFunction(n => document.querySelectorAll('.log > .turn')[n].matches('.current'), place)
      check((await told(page)) === (await line.textContent()), `${game}: its position`)
      check((await page.locator('.log > .turn.later').count()) === seats.length - place - 1, 'the rest comes later')
      await page.mouse.move(0, 0)
      await page.waitForSelector('.mark', { state: 'detached' })
      await line.hover()
      await page.waitForSelector('.mark', { state: 'attached' })
      const inside = await page.evaluate(() => {
        const felt = document.querySelector('.felt').getBoundingClientRect()
        return [...document.querySelectorAll('.mark')].every(el => {
          const r = el.getBoundingClientRect()
          return r.left >= felt.left - 6 && r.right <= felt.right + 6 && r.width > 8
        })
      })
      check(inside, `${game}: marks lie on the board`)
      await page.mouse.move(0, 0)
      await page.waitForSelector('.mark', { state: 'detached' })
      // By keyboard too.
      await turns
        .nth(place - 1)
        .locator('button')
        .first()
        .focus()
      await page.waitForSelector('.mark', { state: 'attached' })
      if (game === 'reef-encounter') await inspect(page, `log-${game}`)
      check(errors.length === 0, errors.join())
      await context.close()
    }
  },

  'the decisions of a turn can be unfolded; the extra tile of the starfish is among them': async ({ browser, url }) => {
    const { page } = await visit(browser, linkTo(url, recorded('reef-encounter', 2, 1), PEOPLE))
    await page.waitForSelector('.verdict')
    await page.locator('.tabs button').nth(1).click()
    const turn = page.locator('.log > .turn', { hasText: 'the starfish adds one on D4' }).first()
    await turn.locator('.turn-more').click()
    const lines = await turn.locator('ol button').allTextContents()
    check(lines.length > 1, lines.join('\n'))
    check(lines.filter(l => l.includes('and the starfish adds one on D4')).length === 1, lines.join('\n'))
    check((await turn.locator('.turn-more').getAttribute('aria-expanded')) === 'true', 'is said to be open')
    await turn.locator('ol button').first().click()
    await page.waitForSelector('.log .turn.current ol li.current')
  },

  'pieces travel to where they go, and points fly to the name': async ({ browser, url }) => {
    for (const [game, turn, points] of [
      ['my-shelfie', /The shelf is full/, true],
      ['reef', /\d × \d+ = \d+/, true],
      ['reef-encounter', /grows on/, false],
    ]) {
      const { page, errors, context } = await visit(browser, url, { reducedMotion: 'no-preference' })
      await page.goto(linkTo(url, recorded(game, 2, 1), PEOPLE))
      await page.waitForSelector('.end .verdict')
      await page.keyboard.press('Escape')
      await page.waitForSelector('.end', { state: 'detached' })
      await page.locator('.tabs button').nth(1).click()
      await page.locator('.log > .turn', { hasText: turn }).first().locator('button').first().click()
      await page.waitForSelector('.log > .turn.later')
      await page.evaluate(() => {
        globalThis.flown = new Set()
        const seen = list => list.forEach(m => m.addedNodes.forEach(n => globalThis.flown.add(n.className)))
        new MutationObserver(seen).observe(document.body, { childList: true })
      })
      await page.locator('.told .icon-button').click()
      for (const name of points ? ['flying', 'flying-points'] : ['flying'])
        await page.waitForFunction(n => globalThis.flown.has(n), name)
      // Everything lands.
      await page.waitForFunction(() => !document.querySelector('.flying, .flying-points'))
      check(errors.length === 0, errors.join())
      await context.close()
    }
  },

  'nothing else is drawn while pieces are in the air': async () => {
    const clock = new Clock()
    globalThis.clock = clock
    const { outputFiles } = await build({
      entryPoints: [new URL('../../web/src/session.ts', import.meta.url).pathname],
      banner: { js: 'const { setTimeout, clearTimeout, performance } = globalThis.clock;' },
      bundle: true,
      write: false,
      format: 'esm',
    })
    const code = Buffer.from(outputFiles[0].contents).toString('base64')
    const { Session } = await import(`data:text/javascript;base64,${code}`)
    let flies = false
    const shown = []
    const session = new Session(
      () => 1,
      () => (flies = true), // a piece is launched when the step is drawn, after the next one was planned
    )
    session.dwell = 1
    session.airborne = () => (flies ? 5 : 0)
    session.subscribe(() => shown.push(session.shown))
    const now = { viewer: 1, turn: 2, mine: false, thinking: null, legal: [] }
    const step = { seat: 2, move: '', json: '{}' }
    session.receive({ start: '{}', from: 0, steps: [step], now })
    session.receive({ start: '{}', from: 1, steps: [step, step], now })
    clock.pass(1)
    check(session.shown === 2, 'the first of two is shown')
    shown.length = 0
    clock.pass(60)
    session.receive({ start: '{}', from: 3, steps: [], now: { ...now, thinking: 2 } })
    clock.pass(60)
    check(session.shown === 2 && shown.length === 0, `in the air: ${shown}`)
    flies = false
    clock.pass(5)
    check(session.shown === 3, 'landed')
  },

  'a turn is said aloud once': async ({ browser, url }) => {
    const { page } = await visit(browser, `${url}#new/reef-encounter/${DEAL}`)
    await page.evaluate(() => localStorage.setItem('atoll.settings', '{"pace":"fast"}'))
    await page.reload()
    await page.waitForSelector('.setup')
    await listen(page)
    await watch(page, 'reef-encounter')
    // Long enough for some turns of several decisions.
    await page.waitForFunction(() => globalThis.said.filter(text => /taken from the sea/.test(text)).length >= 2, null)
    const said = await page.evaluate(() => globalThis.said)
    const taken = said.flatMap(text => text.match(/[^.]* taken from the sea[^.]*/g) ?? [])
    check(new Set(taken).size === taken.length, `once each:\n${said.join('\n')}`)
    check(!said.some(text => /: (white|yellow|orange|pink|grey) tile on/.test(text)), said.join('\n'))
  },

  'when Reef is over, no card says what it would score now': async ({ browser, url }) => {
    const { page } = await visit(browser, linkTo(url, recorded('reef', 2, 1), PEOPLE))
    await page.waitForSelector('.verdict')
    check((await page.locator('.reef-now').count()) === 0, 'under no card')
    const words = await page.textContent('.felt')
    check(!/would score|Scores nothing now|Scores \d+ times? now|run out|runs out/.test(words), words)
    const labels = await page.locator('.felt [aria-label]').evaluateAll(all => all.map(el => el.ariaLabel).join('\n'))
    check(!/Scores .*now/.test(labels), labels)
    await page.keyboard.press(',')
    await page.waitForSelector('.reef-now')
  },
})

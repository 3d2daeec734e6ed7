// Reef in the browser: whole games by pointer and by keyboard, phone and desktop, secrets, options.
import { deepStrictEqual as same } from 'node:assert'
import { check, DEAL, DESKTOP, inspect, MODULE, PHONE, run, settled, visit } from '../../web/harness.mjs'
import { slots } from '../../web/slots.mjs'
import { load } from '../../web/source.mjs'

const LIT_SPACE = '.reef-cell[data-lit="true"]'
const LIT_DISPLAY = '.reef-display .reef-card[data-lit="true"]'
const HAND = '.reef-hand .reef-card'

async function setUp(page, url, { seats = ['me', 'bot:easy'], options = {} } = {}) {
  await page.goto(`${url}#new/reef/${DEAL}`)
  await page.waitForSelector('.setup')
  await page
    .locator('input[name="players"]')
    .nth(seats.length - 2)
    .check({ force: true })
  for (const [i, seat] of seats.entries()) await page.selectOption(`#seat-${i + 1}`, seat)
  for (const [name, value] of Object.entries(options))
    await page.locator(`input[name="${name}"]`).nth(value).check({ force: true })
  await page.locator('.setup .button.primary').click()
  await page.waitForSelector('.reef-table, .cover')
}

/** Waits until I can decide; false when the game is over. */
async function myTurn(page) {
  return !(await settled(page))
}

const decided = page => page.waitForFunction(() => !document.querySelector('.confirm'))

async function placeStart(page) {
  while (await page.locator('.reef-start button').count()) {
    const left = await page.locator('.reef-start button').count()
    await page.locator(LIT_SPACE).first().click()
    await page.waitForFunction(n => document.querySelectorAll('.reef-start button').length < n, left)
  }
}

/** The points that each element promises, by its label. */
const promises = (page, selector) =>
  page
    .locator(selector)
    .evaluateAll(els =>
      els.map(el => Number(/(?:score |now: )(\d+) point/.exec(el.getAttribute('aria-label') ?? '')?.[1] ?? 0)),
    )
const best = list => list.indexOf(Math.max(...list))

/** One turn by pointer: fills the hand, then plays the card that scores most. */
async function turn(page, keep = 2) {
  if (await page.locator('.reef-start button').count()) return placeStart(page)
  if ((await page.locator(LIT_DISPLAY).count()) && (await page.locator(HAND).count()) < keep) {
    await page.locator(LIT_DISPLAY).first().click()
  } else {
    await page
      .locator(HAND)
      .nth(best(await promises(page, HAND)))
      .click()
    for (let n = 0; n < 2 && (await page.locator(LIT_SPACE).count()); n++) {
      if (n) await page.waitForFunction(() => document.querySelector('.reef-cell[aria-label*="would score"]'))
      const at = best(await promises(page, LIT_SPACE))
      await page.locator(LIT_SPACE).nth(at).click()
    }
  }
  await page.locator('.confirm:not([disabled])').click()
  await decided(page)
}

async function press(page, key, times = 1) {
  for (let i = 0; i < times; i++) await page.keyboard.press(key)
}

/** Presses Tab until the selector's element has the focus. */
async function tabTo(page, selector, key = 'Tab') {
  for (let n = 0; n < 60; n++) {
    if (await page.evaluate(s => !!document.activeElement?.matches(s), selector)) return
    await page.keyboard.press(key)
  }
  throw new Error(`the Tab key does not reach ${selector}`)
}

/** Moves the focus on my reef to a lit space with the arrow keys. */
async function arrowsToLit(page, key) {
  await tabTo(page, '.reef-cell', key)
  const way = await page.evaluate(() => {
    const [x, y] = document.activeElement.dataset.cell.split(',').map(Number)
    const [u, v] = document.querySelector('.reef-cell[data-lit="true"]').dataset.cell.split(',').map(Number)
    return [u - x, v - y]
  })
  await press(page, way[0] > 0 ? 'ArrowRight' : 'ArrowLeft', Math.abs(way[0]))
  await press(page, way[1] > 0 ? 'ArrowDown' : 'ArrowUp', Math.abs(way[1]))
}

async function turnByKeys(page, n) {
  if (await page.locator('.reef-start button').count()) {
    const left = await page.locator('.reef-start button').count()
    await arrowsToLit(page)
    await press(page, 'Enter')
    return page.waitForFunction(k => document.querySelectorAll('.reef-start button').length < k, left)
  }
  if ((await page.locator(LIT_DISPLAY).count()) && (await page.locator(HAND).count()) < 2) {
    await tabTo(page, '.reef-common .reef-card')
    await press(page, 'ArrowLeft', 3)
    await press(page, 'ArrowRight', n % 3)
    await press(page, 'Enter')
  } else {
    await tabTo(page, HAND)
    await press(page, ' ')
    for (let i = 0; i < 2 && (await page.locator(LIT_SPACE).count()); i++) {
      await arrowsToLit(page, 'Shift+Tab')
      await press(page, 'Enter')
    }
  }
  await tabTo(page, '.confirm')
  await press(page, 'Enter')
  await decided(page)
}

await run({
  'choices are read off the list of legal moves': async () => {
    const { narrow } = await load('games/reef/choice.ts')
    const none = { next: [], skip: false, move: null, swapped: null }
    // Equal pieces: either comes first. Two colours on one stack: both orders.
    same(narrow(['play 37 a1 b1', 'play 37 a1 c1'], 37, 'GG', ['b1'], false), { ...none, spots: ['b1'], next: ['a1'] })
    same(narrow(['play 37 a1 b1', 'take 1'], 37, 'GG', ['b1', 'a1'], false), {
      ...none,
      spots: ['b1', 'a1'],
      move: 'play 37 a1 b1',
    })
    same(narrow(['play 9 a1 a1', 'play 9 a1 a1 reversed'], 9, 'RY', ['a1', 'a1'], true), {
      ...none,
      spots: ['a1', 'a1'],
      move: 'play 9 a1 a1 reversed',
      swapped: 'play 9 a1 a1',
    })
    // If both pieces are missing from the supply, both are left out without asking; if there is no room for
    // both, one is chosen.
    same(narrow(['play 9 - b2', 'play 9 - c2'], 9, 'RY', [], false), { ...none, spots: ['-'], next: ['b2', 'c2'] })
    same(narrow(['play 37 a1 -', 'play 37 b1 -'], 37, 'GG', [], false), { ...none, spots: [], next: ['a1', 'b1'] })
    same(narrow(['play 37 a1 -', 'play 37 b1 -'], 37, 'GG', ['b1'], false), {
      ...none,
      spots: ['b1', '-'],
      move: 'play 37 b1 -',
    })
    same(narrow(['play 9 - -'], 9, 'RY', [], false), { ...none, spots: ['-', '-'], move: 'play 9 - -' })
    same(narrow(['play 9 a1 -', 'play 9 - a1'], 9, 'RY', [], false), { ...none, spots: [], next: ['a1'], skip: true })
  },

  'patterns are marked as often as the rules count them, and share no stack': async () => {
    const door = await slots(MODULE)
    let marked = 0
    for (let game = 1; game <= 12; game++) {
      door.seed(new Uint8Array(32).fill(game))
      door.start(0, 'reef', 4, 0)
      for (let n = game; door.turn(0) !== -1; n++) {
        const list = door.turn(0) ? door.legal(0) : []
        door.apply(0, list.length ? list[(n * 7919) % list.length] : door.deal(0))
        const view = JSON.parse(door.showJson(0, false))
        const atEnd = [0, 0, 0, 0]
        view.marks.forEach((marks, seat) =>
          Object.keys(view.cards).forEach(card => {
            const groups = marks[card] ?? []
            const own = [
              ...view.seats[seat].hand,
              ...view.seats[seat].discard,
              ...view.display.map(d => d.card),
              view.top,
            ].includes(Number(card))
            if (!own) return
            const all = view.occurrences[seat][card - 1]
            const once = view.over && view.seats[seat].hand.includes(Number(card))
            check(groups.length === (once ? Math.min(1, all) : all), `card ${card}: ${JSON.stringify(groups)}`)
            atEnd[seat] += once ? groups.length * view.cards[card].value : 0
            const tallest = view.cards[card].shape === 'tallest'
            const spaces = groups.flat()
            if (!tallest) check(new Set(spaces).size === spaces.length, `card ${card} uses a stack twice`)
            check(
              spaces.every(s => view.seats[seat].reef[s]),
              `card ${card} marks an empty space`,
            )
            marked += groups.length
          }),
        )
        const inHand = view.scores.map(s => s.lines.find(l => l.label === 'cards in hand')?.points ?? 0)
        check(atEnd.join() === inHand.join(), `cards in hand: ${inHand}, marked: ${atEnd}`)
      }
    }
    check(marked > 1000, `${marked} marks`)
  },

  'at the end there is one number for what a seat has': async ({ browser, url }) => {
    const door = await slots(MODULE)
    const moves = []
    door.seed(new Uint8Array(32).fill(7))
    door.start(0, 'reef', 2, 0)
    while (door.turn(0) !== -1) {
      const turn = door.turn(0)
      if (turn) door.look(0, turn, 1)
      moves.push(turn ? door.choose(1, 'easy', BigInt(turn)) : door.deal(0))
      door.apply(0, moves.at(-1))
    }
    const { scores } = JSON.parse(door.showJson(0, false))
    check(
      scores.some(s => s.lines[1].points > 0),
      'cards in a hand count',
    )
    const { page, errors } = await visit(browser, url)
    const head = `game: reef\nplayers: 2\nseed: ${'07'.repeat(32)}\nmoves:\n`
    const buffer = Buffer.from(head + moves.map(m => m + '\n').join(''))
    await page.setInputFiles('.file input', { name: 'x.txt', mimeType: 'text/plain', buffer })
    await page.waitForSelector('.verdict')
    const shells = await page.locator('.reef-points').evaluateAll(all => all.map(e => parseInt(e.ariaLabel, 10)))
    const totals = scores.map(s => s.total)
    check(shells.join() === totals.join(), `by the names ${shells}, in the table ${totals}`)
    await inspect(page, 'reef-total')
    check(errors.length === 0, errors.join())
  },

  'a whole game clicked to the end, with a preview of every play': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url)
    await setUp(page, url)
    check(await myTurn(page), 'begun')
    await inspect(page, 'reef-start-pieces')
    await page.locator('[data-space="a1"]').click()
    await page.waitForSelector('.refused')
    check((await page.textContent('.action-prompt')).includes('central'), 'says why a1 is not possible')
    await placeStart(page)
    let shots = 0
    for (let n = 0; n < 80 && (await myTurn(page)); n++) {
      await turn(page)
      if (n === 6 || n === 20) await inspect(page, `reef-table-${++shots}`)
    }
    await page.waitForSelector('.verdict')
    check(/Cards in hand/.test(await page.textContent('.scores')), 'hands are scored at the end')
    await inspect(page, 'reef-end')
    // The recommendation of two of the books for the second game is offered now, once, and set up with one
    // click.
    check(/French and the Polish book/.test(await page.textContent('.end-offer')), 'the outer start is offered')
    await page.locator('.end-close button').click()
    await page.getByRole('button', { name: 'The result', exact: true }).click()
    await page.waitForSelector('.end')
    check((await page.locator('.end-offer').count()) === 0, 'once')
    check((await page.evaluate(() => localStorage['atoll.offered'])) === '["reef"]', 'and that is remembered')
    check(errors.length === 0, errors.join())
  },

  'a play is built step by step, can be taken back and swapped': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url)
    await setUp(page, url)
    await myTurn(page)
    await page.locator('.reef-start .reef-lift').nth(1).dragTo(page.locator('[data-space="c3"]'))
    await page.waitForFunction(() =>
      document.querySelector('[data-space="c3"]').getAttribute('aria-label').includes('yellow'),
    )
    await placeStart(page)
    await myTurn(page)
    await page.locator('[data-space="a1"]').click()
    check((await page.textContent('.refused')).includes('choose a card'), 'a card comes first')
    await page.locator('.reef-display .reef-lift').first().dragTo(page.locator('.reef-hand'))
    check(
      (await page.locator('.reef-display .reef-card').first().getAttribute('aria-pressed')) === 'true',
      'dragged to the hand',
    )
    // Takes cards until one with two colours is in hand, or there are four.
    const mixed = () =>
      page.locator(HAND).evaluateAll(els =>
        els.findIndex(el => {
          const [, a, b] = /^(\w+) and (\w+);/.exec(el.getAttribute('aria-label')) ?? []
          return a !== b
        }),
      )
    // The deck's top card; if several cards have the lowest value, the one that gets the point is chosen.
    await page.locator('.reef-deck .reef-card').click()
    if (await page.locator('.confirm').isDisabled()) {
      check((await page.locator(LIT_DISPLAY).count()) > 1, 'a choice of cards for the point')
      await page.locator(LIT_DISPLAY).first().click()
    }
    check((await page.textContent('.gain')).includes('−1'), 'it costs a point')
    await page.locator('.confirm').click()
    await decided(page)
    await myTurn(page)
    while (await page.locator(LIT_DISPLAY).count()) {
      await page.locator(LIT_DISPLAY).first().click()
      await page.locator('.confirm:not([disabled])').click()
      await decided(page)
      await myTurn(page)
    }
    await page.locator('.reef-display .reef-card').first().click()
    check((await page.textContent('.refused')).includes('four cards'), 'a full hand takes nothing')
    const card = Math.max(0, await mixed())
    const two = (await mixed()) >= 0
    await page.locator(HAND).nth(card).click()
    check(await page.locator('.confirm').isDisabled(), 'nothing to confirm yet')
    check((await page.locator(LIT_SPACE).count()) === 16, 'every space has room')
    await page.locator('[data-space="a1"]').click()
    await page.waitForFunction(() => document.querySelector('.reef-cell[aria-label*="would score"]'))
    await page.locator('[data-space="a1"]').click()
    const label = () => page.getAttribute('[data-space="a1"]', 'aria-label')
    const first = await label()
    check(first.includes('height 2'), first)
    await page.waitForSelector('.gain')
    await inspect(page, 'reef-preview')
    if (two) {
      await page.getByRole('button', { name: 'Swap the two' }).click()
      check((await label()) !== first, 'the other one is on top now')
    }
    await page.locator('[data-space="d4"]').click()
    check((await label()).includes('height 1'), 'another space moves the second piece')
    await page.locator('[data-space="d4"]').focus()
    await page.keyboard.press('Escape')
    check(
      (await page.locator('.confirm').isDisabled()) && (await label()).includes('height 1'),
      'Escape takes one step back',
    )
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    check((await page.locator('.confirm').count()) === 0 && (await label()).includes('empty'), 'and then all of it')
    // Drag a card onto the reef.
    await page.locator(HAND).first().dragTo(page.locator('[data-space="b1"]'))
    check((await page.getAttribute('[data-space="b1"]', 'aria-label')).includes('not confirmed'), 'dragged')
    check(errors.length === 0, errors.join())
  },

  'a whole game by keyboard alone': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url)
    await setUp(page, url)
    for (let n = 0; n < 90 && (await myTurn(page)); n++) await turnByKeys(page, n)
    await page.waitForSelector('.verdict')
    check(errors.length === 0, errors.join())
  },

  'the guided opening by keyboard alone: the guide keeps the focus, a move is shown and laid out': async ({
    browser,
    url,
  }) => {
    const { page, errors } = await visit(browser, url, { met: [] })
    const focus = selector => page.waitForFunction(s => document.activeElement.matches(s), selector)
    await tabTo(page, '[data-game="reef"] .primary')
    await press(page, 'Enter')
    await focus('dialog.first .primary')
    await press(page, 'Enter')
    await page.waitForSelector('.coach[data-tip="aim"] .coach-next')
    await myTurn(page)
    await tabTo(page, '.coach-next')
    await press(page, 'Enter')
    await page.waitForSelector('.coach[data-tip="start"]')
    await focus('.coach-show')
    await press(page, 'Enter')
    await page.waitForSelector('.hint-do')
    await focus('.coach-show')
    await tabTo(page, '.hint-do', 'Shift+Tab')
    await press(page, 'Enter')
    await page.waitForSelector('.confirm:not([disabled])')
    await tabTo(page, '.confirm', 'Shift+Tab')
    await press(page, 'Enter')
    await page.waitForSelector('.coach[data-tip="stack"]')
    while (await page.locator('.reef-start button').count()) await turnByKeys(page)
    await page.waitForSelector('.coach[data-tip="first"]')
    await myTurn(page)
    await turnByKeys(page, 1)
    await myTurn(page)
    await page.waitForSelector('.coach:not([data-tip="first"])')
    check(errors.length === 0, errors.join())
  },

  'phone: panes, targets of 40 pixels, nothing too wide, all four seats': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url, { size: PHONE, colorScheme: 'dark' })
    await setUp(page, url, { seats: ['me', 'bot:easy', 'bot:easy', 'bot:easy'] })
    for (let n = 0; n < 8 && (await myTurn(page)); n++) {
      await turn(page)
      if (n === 0) continue
      const small = await page.locator('.reef-table button:visible, .reef-table summary:visible').evaluateAll(els =>
        els
          .filter(e => {
            const r = e.getBoundingClientRect()
            return r.width < 40 || r.height < 40
          })
          .map(e => e.outerHTML.slice(0, 90)),
      )
      check(small.length === 0, small.join())
    }
    await myTurn(page)
    await inspect(page, 'reef-phone-mine')
    await inspect(page, 'reef-phone-common')
    await page.locator('.other summary').first().click()
    await inspect(page, 'reef-phone-other')
    check(errors.length === 0, errors.join())
  },

  "no scrolling at a laptop's size, with four seats too": async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url, { size: DESKTOP, colorScheme: 'dark' })
    await setUp(page, url, { seats: ['me', 'bot:easy', 'bot:easy', 'bot:easy'] })
    for (let n = 0; n < 9 && (await myTurn(page)); n++) await turn(page)
    await myTurn(page)
    const over = await page.evaluate(() => {
      return Math.max(
        ...['.felt', '.pane-others'].map(s => document.querySelector(s)).map(e => e.scrollHeight - e.clientHeight),
      )
    })
    check(over <= 0, `${over} pixels to scroll`)
    await inspect(page, 'reef-four')
    check(errors.length === 0, errors.join())
  },

  'hot-seat: a hand is never in the page of somebody else': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url)
    await setUp(page, url, { seats: ['me', 'guest'] })
    const known = new Map()
    for (let n = 0; n < 6; n++) {
      await page.waitForSelector('.cover')
      const html = await page.content()
      for (const [, cards] of known) for (const card of cards) check(!html.includes(card), `on the cover: ${card}`)
      const who = await page.textContent('.cover h2')
      if (n === 0) await inspect(page, 'reef-cover')
      await page.locator('.cover .button').click()
      await myTurn(page)
      const own = await page.locator(HAND).evaluateAll(els =>
        els
          .map(e => e.getAttribute('aria-label'))
          .filter(l => l.includes('only you know it'))
          .map(l => l.split('. ')[0]),
      )
      check(own.length === 2, 'my own secret cards are there')
      const mine = await page.content()
      for (const [other, cards] of known)
        if (other !== who) for (const card of cards) check(!mine.includes(card), `on ${who}'s screen: ${card}`)
      known.set(who, own)
      await turn(page, 4)
    }
    check(errors.length === 0, errors.join())
  },

  'hidden points and the expert start': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url)
    await setUp(page, url, { options: { 'expert-start': 2, 'hidden-scores': 1 } })
    await myTurn(page)
    check((await page.locator(LIT_SPACE).count()) === 12, 'the centre stays free')
    await page.locator('[data-space="b2"]').click()
    check((await page.textContent('.refused')).includes('central'), 'and it says so')
    await placeStart(page)
    await myTurn(page)
    check((await page.textContent('.scores')).includes('?'), 'no total of others in the scores')
    check((await page.locator('.other [aria-label="points hidden"]').count()) === 1, 'nor beside their reef')
    // The other player's new cards are not shown in the hand afterwards: only their number.
    for (let n = 0; n < 3; n++) {
      const labels = await page
        .locator('.other .reef-known li:not(.reef-just) [aria-label]')
        .evaluateAll(l => l.map(e => e.getAttribute('aria-label')))
      check(
        labels.every(l => l === 'A card face down'),
        `a hand is shown: ${labels}`,
      )
      await turn(page, n)
      await myTurn(page)
    }
    await inspect(page, 'reef-hidden-points')
    check(errors.length === 0, errors.join())
  },

  'guide and guided first game, in every language': async ({ browser, url }) => {
    for (const lang of ['en', 'it', 'fr', 'pl']) {
      const { page, errors, context } = await visit(browser, url, { lang })
      await page.goto(`${url}#guide/reef`)
      await page.waitForSelector('.guide-page')
      check((await page.locator('.guide-page').count()) === 7, 'seven pages')
      await inspect(page, `reef-guide-${lang}`)
      await page.locator('.form-end .primary').click()
      await myTurn(page)
      await placeStart(page)
      await myTurn(page)
      check((await page.textContent('.coach')).length > 40, 'a tip')
      await inspect(page, `reef-lesson-${lang}`)
      check(errors.length === 0, errors.join())
      await context.close()
    }
  },
})

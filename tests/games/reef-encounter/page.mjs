// Reef Encounter in the browser: whole games with the mouse and with the keyboard alone, every action of a
// turn, phone and desktop, reasons, dragging, secrets, the guide and the guided first game; and the middle
// of a game with four players: what it shows, explains and warns of.
import { readFileSync } from 'node:fs'
import { check, DEAL, DESKTOP, inspect, linkTo, PHONE, rest, run, settled, visit } from '../../web/harness.mjs'
import { load } from '../../web/source.mjs'

const COLOURS = ['white', 'yellow', 'orange', 'pink', 'grey']

const over = async page => (await page.$('.verdict')) !== null
const made = page => page.locator('.history input').getAttribute('max')

/** Sets a game up with these seats and begins it. */
async function begin(browser, url, seats, { deal = DEAL, ...options } = {}) {
  const visited = await visit(browser, `${url}#new/reef-encounter/${deal}`, options)
  const { page } = visited
  await page.waitForSelector('.setup')
  await page
    .locator('input[name="players"]')
    .nth(seats.length - 2)
    .check({ force: true })
  for (const [i, seat] of seats.entries()) await page.selectOption(`#seat-${i + 1}`, seat)
  await page.locator('.setup .button.primary').click()
  await page.waitForSelector('.re-table, .cover')
  return visited
}

/** Makes a decision, and waits until it is done. */
async function decide(page, act) {
  const before = await made(page)
  await act()
  await page.waitForFunction(old => document.querySelector('.history input').max !== old, before)
}

const EASY = ['me', 'bot:easy']
const confirm = page => decide(page, () => page.locator('.confirm:not([disabled])').click())
const tool = (page, name) => page.locator('.action .tool').filter({ hasText: name })
/** How many pieces I have of each colour: tile, cube or prey. */
const numbers = (page, kind) =>
  page.evaluate(
    ([kind, colours]) =>
      colours.map(c => Number(document.querySelector(`[data-piece="${kind}:${c}"]`)?.dataset.n ?? 0)),
    [kind, COLOURS],
  )
const usable = async (page, name) =>
  (await tool(page, name).count()) > 0 && (await tool(page, name).getAttribute('aria-disabled')) !== 'true'

/** A tile for the parrotfish, two cubes of the colours that I have most of. */
async function setUp(page) {
  await settled(page)
  await page.locator('.re-piece.re-lit').first().click()
  await confirm(page)
  for (let i = 0; i < 2; i++) {
    await settled(page)
    const counts = await numbers(page, 'tile')
    await decide(page, () =>
      page
        .locator('.action .tool')
        .nth(counts.indexOf(Math.max(...counts)))
        .click(),
    )
  }
  await settled(page)
}

async function take(page) {
  await tool(page, 'End turn').click()
  await page.locator('[data-spot^="sea:"].re-lit').first().click()
  await confirm(page)
}

/** Plays a cube of a colour that I have tiles of, and places as many as it allows; adds its actions to did. */
async function place(page, did) {
  const cubes = await numbers(page, 'cube')
  const tiles = await numbers(page, 'tile')
  const best = cubes.map((n, i) => (n ? tiles[i] : -1))
  const i = best.indexOf(Math.max(...best))
  if (best[i] < 1 || !(await usable(page, 'Cube'))) return
  await tool(page, 'Cube').click()
  await decide(page, () => page.locator(`[data-piece="cube:${COLOURS[i]}"]`).click())
  did.add('cube')
  for (let n = 0; n < 6; n++) {
    const attack = page.locator('.re-cell.re-attack')
    const where = (await attack.count()) ? attack.first() : await beside(page)
    if (!where) break
    if (await attack.count()) {
      // The first press shows it, the second confirms it.
      await where.click()
      await page.waitForSelector('.re-attack.re-chosen')
      did.add('attack')
    }
    await decide(page, () => where.click())
    did.add('place')
  }
  await decide(page, () => page.getByRole('button', { name: 'Stop placing' }).click())
}

/** A lit cell beside a tile of the colour that is being placed; if there is none, any. */
async function beside(page) {
  const name = await page.evaluate(() => {
    const cells = [...document.querySelectorAll('.re-cell')].map(el => ({
      name: el.dataset.name,
      lit: el.matches('.re-lit:not(.re-soft)'),
      label: el.getAttribute('aria-label'),
    }))
    const colour = /(white|yellow|orange|pink|grey)/i
      .exec(document.querySelector('.action-prompt').textContent)?.[1]
      .toLowerCase()
    const own = new Set(cells.filter(c => c.label.includes(`, ${colour},`)).map(c => c.name))
    const near = n =>
      [
        [0, 1],
        [0, -1],
        [1, 0],
        [-1, 0],
      ].map(([x, y]) => String.fromCharCode(n.charCodeAt(0) + x) + (Number(n.slice(1)) + y))
    const lit = cells.filter(c => c.lit)
    return (lit.find(c => near(c.name).some(m => own.has(m))) ?? lit[0])?.name ?? null
  })
  return name ? page.locator(`[data-name="${name}"]`) : null
}

/** One turn with every action that it allows. */
async function richTurn(page, did) {
  if (await usable(page, 'Eat')) {
    await tool(page, 'Eat').click()
    if (await page.locator('.confirm[disabled]').count()) await page.locator('.re-cell.re-lit').first().click()
    await page.waitForSelector('.action .gain')
    await confirm(page)
    did.add('eat')
    await settled(page)
    if (await over(page)) return
  }
  await place(page, did)
  if (await over(page)) return
  if ((await usable(page, 'Alga')) && !did.has('alga')) {
    await tool(page, 'Alga').click()
    if ((await page.locator('.re-group-prey .re-chosen').count()) === 0)
      await page.locator('.re-group-prey .re-lit').first().click()
    await page.locator('.re-cylinders [data-spot^="alga:"].re-lit').first().click()
    await page.locator('[data-spot="space"]:visible').click()
    await page.waitForSelector('.action .gain')
    await inspect(page, 'reef-encounter-alga')
    await confirm(page)
    did.add('alga')
  }
  if ((await usable(page, 'Exchange')) && !did.has('swap') && did.has('alga')) {
    await tool(page, 'Exchange').click()
    await decide(page, () => page.locator('.re-mine .re-lit').first().click())
    did.add('swap')
  }
  if (await usable(page, 'New shrimp')) {
    await tool(page, 'New shrimp').click()
    // The largest coral without a shrimp.
    const name = await page.evaluate(() => {
      const size = el => Number(/coral of (\d+)/.exec(el.getAttribute('aria-label'))?.[1] ?? 0)
      return [...document.querySelectorAll('.re-cell.re-lit')].sort((a, b) => size(b) - size(a))[0]?.dataset.name
    })
    await decide(page, () => page.locator(`[data-name="${name}"]`).click())
    did.add('shrimp')
  }
  await take(page)
}

/** Four players in the middle of a game (midgame.record), my turn: I am seat 4. */
async function sitDown(browser, url, { played = '', ...options }) {
  const text = readFileSync(new URL('midgame.record', import.meta.url), 'utf8')
  const record = played ? text.replace(/^players: .*$/m, `$&\noptions: ${played}`) : text
  const bot = { kind: 'bot', name: '', level: 'easy' }
  const visited = await visit(browser, linkTo(url, record, [bot, bot, bot, { kind: 'me', name: '' }]), options)
  await settled(visited.page)
  // Is an element wholly on the screen, with none of its text clipped?
  await visited.page.evaluate(() => {
    globalThis.seen = el => {
      const r = el.getBoundingClientRect()
      return r.width > 8 && r.height > 8 && r.left >= 0 && r.right <= innerWidth && r.bottom <= innerHeight
    }
  })
  return visited
}

async function fits(page, selector) {
  const over = await page.$eval(selector, el => [el.scrollHeight - el.clientHeight, el.scrollWidth - el.clientWidth])
  check(
    over.every(n => n <= 0),
    `${selector} scrolls: ${over}`,
  )
}

await run({
  async 'the guided first game, clicked to the end with every action'({ browser, url }) {
    const { page, errors } = await visit(browser, `${url}#guide/reef-encounter`)
    await page.waitForSelector('.guide-page')
    await inspect(page, 'reef-encounter-guide')
    await page.locator('.guide .button.primary').click()
    await page.waitForSelector('.coach')
    const tip = await page.textContent('.coach')
    await inspect(page, 'reef-encounter-first-game')
    await setUp(page)
    check((await page.textContent('.coach')) !== tip, 'another tip when the turn begins')
    await inspect(page, 'reef-encounter-turn')
    const did = new Set()
    const wanted = ['cube', 'place', 'attack', 'shrimp', 'eat', 'alga', 'swap']
    for (let n = 0; n < 120 && !(await over(page)); n++) {
      if (n < 22 && !wanted.every(what => did.has(what))) await richTurn(page, did)
      else await take(page)
      await settled(page)
      if (n === 6) await inspect(page, 'reef-encounter-later')
    }
    check(await over(page), 'the game is over')
    check(/win|share/.test(await page.textContent('.verdict')), 'somebody has won')
    await page.getByRole('button', { name: 'Log', exact: true }).click()
    check(/eaten/.test(await page.textContent('.log')), 'the log tells of eating')
    await inspect(page, 'reef-encounter-end')
    // An action for which the bot leaves no room in one game is possible in another.
    for (let game = 0; game < 4 && !wanted.every(what => did.has(what)); game++) {
      const other = await begin(browser, url, EASY, { deal: DEAL.replaceAll('7', game) })
      await setUp(other.page)
      for (let n = 0; n < 16 && !(await over(other.page)) && !wanted.every(what => did.has(what)); n++) {
        await richTurn(other.page, did)
        await settled(other.page)
      }
      await other.page.context().close()
    }
    for (const what of wanted) check(did.has(what), `${what} never happened`)
    check(errors.length === 0, errors.join('\n'))
  },

  async 'a whole game with the keyboard alone'({ browser, url }) {
    const { page, errors } = await begin(browser, url, EASY)
    const at = selector => page.evaluate(s => document.activeElement?.matches(s) ?? false, selector)
    async function go(selector) {
      for (let i = 0; i < 80 && !(await at(selector)); i++) await page.keyboard.press('Tab')
      check(await at(selector), `the Tab key never reaches ${selector}`)
    }
    const follows = (selector, message) => rest(page).then(async () => check(await at(selector), message))
    await settled(page)
    await go('.re-group-tiles .re-piece')
    for (let i = 0; i < 5 && !(await at('.re-lit')); i++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await go('.confirm')
    await decide(page, () => page.keyboard.press('Enter'))
    for (let i = 0; i < 2; i++) {
      await settled(page)
      await go('.action .tool')
      await decide(page, () => page.keyboard.press('Enter'))
    }
    for (let n = 0; n < 200; n++) {
      await settled(page)
      if (await over(page)) break
      if (n === 0) {
        // A cube: the focus follows to the cubes, then to the reefs; arrow keys walk there.
        await go('.action .tool:nth-child(2)')
        await page.keyboard.press('Enter')
        await follows('.re-group-cubes .re-lit', 'the focus goes to the cubes')
        await decide(page, () => page.keyboard.press(' '))
        if (await page.locator('.re-cell.re-lit').count()) {
          await follows('.re-cell.re-lit', 'the focus goes to the reefs')
          await page.keyboard.press('ArrowDown')
          check(await at('.re-cell'), 'arrow keys stay on the reefs')
          await page.keyboard.press('ArrowUp')
          await decide(page, () => page.keyboard.press('Enter'))
        }
        await go('.action .primary')
        await decide(page, () => page.keyboard.press('Enter'))
        // Escape drops the choice.
        await go('.action .tool:nth-child(3)')
        await page.keyboard.press('Enter')
        await follows('.re-cell.re-lit', 'the focus goes to the corals')
        await page.keyboard.press('Escape')
        check((await page.locator('.confirm').count()) === 0, 'Escape drops the action')
      }
      await go('.action .tool:nth-child(7)')
      await page.keyboard.press('Enter')
      await follows('.re-spot.re-lit', 'the focus goes to the sea')
      await page.keyboard.press('Enter')
      await go('.confirm')
      await decide(page, () => page.keyboard.press('Enter'))
    }
    check(await over(page), 'the game is over')
    check(errors.length === 0, errors.join('\n'))
  },

  async 'reasons, direct clicks, dragging and taking back'({ browser, url }) {
    const { page, errors } = await begin(browser, url, EASY)
    await setUp(page)
    await page.locator('[data-name]').first().click()
    check(/larva cube/.test(await page.textContent('.refused')), 'a tile needs a cube: the reason')
    await tool(page, 'Eat').click({ force: true })
    check((await page.locator('.refused').count()) === 1, 'an action that is not possible says why')
    // A shrimp dragged in, moved by clicks, dragged home again.
    const home = page.locator('[data-piece="home"]')
    const coral = page.locator('.re-cell[aria-label*="coral of"]')
    await decide(page, () => home.dragTo(coral.first()))
    check((await home.getAttribute('data-n')) === '3', 'three shrimps are at home')
    const mine = page.locator('.re-cell[aria-label*="your shrimp"]')
    await mine.click()
    await inspect(page, 'reef-encounter-move')
    await decide(page, () => page.locator('.re-cell.re-lit:not(.re-chosen)').first().click())
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.waitForFunction(() => !document.querySelector('.re-chosen'))
    await page.locator('.re-shields').click()
    check((await page.locator('.re-cell .re-shield').count()) === 1, 'the protected tile is shown')
    await decide(page, () => mine.dragTo(page.locator('.re-group-cubes')))
    check((await home.getAttribute('data-n')) === '4', 'all shrimps are at home')
    // A click on the sea shows what it would bring; the choice can be dropped.
    await page.locator('[data-spot="sea:pink"]').click()
    check(/pink cube/.test(await page.textContent('.action-prompt')), 'what is taken is said')
    await page.getByRole('button', { name: 'Start over' }).click()
    check((await page.locator('.confirm').count()) === 0, 'it is dropped')
    check(errors.length === 0, errors.join('\n'))
  },

  async 'four players on a laptop, nothing to scroll; and at night'({ browser, url }) {
    const { page, errors } = await begin(browser, url, ['me', 'bot:easy', 'bot:easy', 'bot:easy'], {
      colorScheme: 'dark',
    })
    await setUp(page)
    await place(page, new Set())
    await take(page)
    await settled(page)
    await inspect(page, 'reef-encounter-four-dark')
    for (const selector of ['.felt', '.re-others']) await fits(page, selector)
    check(errors.length === 0, errors.join('\n'))
  },

  async 'three players on a phone, in Polish'({ browser, url }) {
    const { page, errors } = await begin(browser, url, ['me', 'bot:easy', 'bot:easy'], { size: PHONE, lang: 'pl' })
    await settled(page)
    await inspect(page, 'reef-encounter-phone-fish-pl')
    await page.locator('.re-piece.re-lit').first().tap()
    await confirm(page)
    for (let i = 0; i < 2; i++) {
      await settled(page)
      await decide(page, () => page.locator('.action .tool').first().tap())
    }
    for (let n = 0; n < 3; n++) {
      await settled(page)
      await page.locator('.action .tool').last().tap()
      await page.locator('.re-spot.re-lit').first().tap()
      if (n === 0) await inspect(page, 'reef-encounter-phone-sea-pl')
      await confirm(page)
    }
    await settled(page)
    await page.locator('[data-tab="0"]').tap()
    await page.waitForSelector('[data-board="1"]')
    await inspect(page, 'reef-encounter-phone-pl')
    await page.locator('[data-tab="players"]').tap()
    await inspect(page, 'reef-encounter-phone-players-pl')
    const small = await page.evaluate(
      () =>
        [...document.querySelectorAll('.re-cell, .re-piece, .re-pair, .action button, .re-tabs button')]
          .map(el => el.getBoundingClientRect())
          .filter(r => r.width && (r.width < 43.5 || r.height < 43.5)).length,
    )
    check(small === 0, `${small} targets are too small`)
    check(errors.length === 0, errors.join('\n'))
  },

  async 'screens and fish stay secret at one device'({ browser, url }) {
    const { page, errors } = await begin(browser, url, ['me', 'guest'], { size: DESKTOP })
    for (let n = 0; n < 2; n++) {
      await page.waitForSelector('.cover button')
      check((await page.locator('.re-table').count()) === 0, 'nothing of the table behind the cover')
      await page.locator('.cover button').click()
      await settled(page)
      const [screen, , , , fish] = await page.$$eval('.re-other .re-row', list =>
        list.map(el => el.getAttribute('aria-label')),
      )
      check(/: nothing, \d unknown$/.test(screen), `the other screen is secret: ${screen}`)
      check(/: nothing(, 1 unknown)?$/.test(fish), `the other fish is secret: ${fish}`)
      if (n === 1) {
        await page.getByRole('button', { name: 'Log', exact: true }).click()
        check(/secret tile/.test(await page.textContent('.log')), 'the log does not name the tile')
        await inspect(page, 'reef-encounter-secret')
      }
      await page.locator('.re-piece.re-lit').first().click()
      await page.locator('.confirm').click()
      await page.waitForSelector('.confirm', { state: 'detached' })
    }
    check(errors.length === 0, errors.join('\n'))
  },

  async 'four players in the middle of a game: names, pieces, words, marks'({ browser, url }) {
    const { page, errors } = await sitDown(browser, url, { size: DESKTOP })
    const names = await page.$$eval('.re-name', list =>
      list.map(el => ({ text: el.textContent, cut: el.scrollWidth > el.clientWidth + 1 })),
    )
    check(new Set(names.map(n => n.text)).size === 3, `three opponents, three names: ${names.map(n => n.text)}`)
    check(!names.some(n => n.cut), 'no name is cut')
    check((await page.locator('.re-other td').count()) === 0, 'no tables of numbers')
    const [screen, cubes, , prey, fish] = await page.$$eval('.re-other:nth-child(3) .re-row', list =>
      list.map(row => [...row.querySelectorAll('.re-pile')].map(el => Number(el.dataset.n))),
    )
    check(`${screen}|${cubes}|${prey}|${fish}` === '4,2,2,1|1|5,2|1,1', `${screen}|${cubes}|${prey}|${fish}`)
    for (const selector of ['.felt', '.re-others']) await fits(page, selector)
    // Nothing in hand: quiet marks only.
    check((await page.locator('.re-lit').count()) > 5, 'what can be done is marked')
    check((await page.locator('.re-lit:not(.re-soft)').count()) === 0, 'quietly')
    await tool(page, 'End turn').click()
    check(
      (await page.locator('.re-spot.re-lit:not(.re-soft)').count()) === 5,
      'strongly what the action in hand can use',
    )
    check((await page.locator('.re-lit.re-soft').count()) === 0, 'and only that')
    await page.keyboard.press('Escape')
    // Words on the actions, also while one is being chosen.
    for (const size of [DESKTOP, { width: 1024, height: 768 }, { width: 844, height: 390 }, PHONE]) {
      await page.setViewportSize(size)
      await page.waitForFunction(() => [...document.querySelectorAll('.tool span')].every(el => globalThis.seen(el)))
      const words = await page.$$eval('.action .tool span', list => list.map(el => el.textContent))
      check(words.length === 7 && words.includes('Cube'), `what the coach says can be pressed: ${words}`)
      if (size.width === 1024) await inspect(page, 'reef-encounter-four-1024')
    }
    check(errors.length === 0, errors.join('\n'))
  },

  async 'an attack shows what it would consume, the leaves explain themselves'({ browser, url }) {
    const { page, errors } = await sitDown(browser, url, { size: DESKTOP })
    const free = page.locator('.re-pair:not(.re-fixed)').first()
    await free.click()
    const words = await page.textContent('.re-explained')
    check(/White can consume grey\. Not fixed: a purple cylinder turns/.test(words), words)
    check((await page.locator('.re-explained .re-sides > svg').count()) === 3, 'as it lies, the alga, as it would lie')
    await page.locator('.re-pair.re-fixed').first().click()
    check(/White can consume orange\. Fixed by the red cylinder/.test(await page.textContent('.re-explained')), 'fixed')
    await page.locator('.re-eater').nth(3).click()
    const pink = await page.textContent('.re-explained')
    check(/Pink: 4 points a tile.*It can consume: white, orange, grey\. It can be consumed by: yellow/.test(pink), pink)
    await inspect(page, 'reef-encounter-leaves')
    await page.keyboard.press('Escape')
    await page.waitForSelector('.re-explained', { state: 'detached' })
    // A yellow cube: where a coral would grow is marked more strongly than where one could begin.
    await tool(page, 'Cube').click()
    await decide(page, () => page.locator('[data-piece="cube:yellow"]').click())
    await page.waitForSelector('.re-attack')
    check((await page.locator('.re-anywhere').count()) > 20, 'bare rock anywhere')
    check((await page.locator('.re-cell.re-lit:not(.re-anywhere, .re-soft, .re-attack)').count()) > 2, 'beside yellow')
    const before = await made(page)
    await page.locator('[data-name="C15"]').click()
    await page.waitForSelector('.re-eaten')
    check(
      /Yellow tile attacks C15: white tile\. White coral: 4 → 3/.test(await page.textContent('.action-prompt')),
      'what',
    )
    await page.waitForSelector('[data-piece="prey:white"][data-gain="+1"]')
    await inspect(page, 'reef-encounter-attack')
    check((await made(page)) === before, 'nothing has happened yet')
    await decide(page, () => page.locator('[data-name="C15"]').click())
    check((await page.locator('[data-piece="prey:white"]').getAttribute('data-n')) === '1', 'the tile is consumed')
    check(errors.length === 0, errors.join('\n'))
  },

  async 'a turn does not end without a word about what is undone'({ browser, url }) {
    const { page, errors } = await sitDown(browser, url, { size: DESKTOP })
    await tool(page, 'End turn').click()
    await page.waitForSelector('.re-undone button')
    const said = await page.textContent('.re-undone')
    check(/Eat the yellow coral on C17, 5 tiles/.test(said) && /Play the yellow cube/.test(said), said)
    check((await page.getAttribute('.re-undone', 'role')) === 'status', 'it is said aloud')
    check(await page.locator('.re-mine').isVisible(), 'what I have is in sight: a space is chosen by it')
    await page.locator('.re-undone button').first().click()
    await confirm(page)
    await settled(page)
    await tool(page, 'End turn').click()
    await page.waitForSelector('.re-undone button')
    check(!/Eat/.test(await page.textContent('.re-undone')), 'what is done is not asked for again')
    await page.locator('.re-undone .re-close').click()
    await page.waitForFunction(() => !document.querySelector('.re-undone').firstElementChild)
    check(errors.length === 0, errors.join('\n'))
  },

  async 'the last cylinder warns of a shrimp that is on its way over bare rock (RE-10.1)'() {
    const { rockWarning } = await load('games/reef-encounter/words.ts')
    const tiles = ['W......', '.......', '.......', '.......', '.......', '.......']
    const warned = (free, cell, me, move) => {
      const coral_tiles = Array.from({ length: 10 }, (_, i) => ({ cylinder: i < free ? null : 'red' }))
      const view = { seats: [], coral_tiles, reefs: [{ tiles, shrimps: [{ cell, seat: 2 }] }] }
      return rockWarning({ view, me, t: key => key }, move).length === 1
    }
    const last = 'alga red tile 1 for white'
    check(warned(1, 'B1', 2, last), 'on bare rock')
    check(!warned(1, 'A1', 2, last), 'on a coral')
    check(!warned(1, 'B1', 1, last), 'somebody else’s')
    check(!warned(2, 'B1', 2, last), 'another tile is free')
    check(!warned(1, 'B1', 2, 'alga red space for white'), 'the space ends nothing')
  },

  async 'hidden screens: what others have and how they stand is nowhere on the page'({ browser, url }) {
    const { page, errors } = await sitDown(browser, url, { size: DESKTOP, played: 'hidden-scores' })
    check((await page.locator('.re-other [data-hidden]').count()) === 3, 'three closed screens')
    check(
      (await page.locator('.re-other [class*="re-fish"], .re-other .re-screen .re-pile').count()) === 0,
      'no pieces',
    )
    check((await page.locator('.re-mine .re-fish').count()) === 1, 'my own are there')
    const scores = await page.locator('.scores .total td').allTextContents()
    check(scores.filter(s => s === '?').length === 3, `no totals of others: ${scores}`)
    const words = await page.textContent('.table-position, .hidden[aria-label]')
    check((words.match(/Screen and parrotfish: hidden until the end/g) ?? []).length === 3, words)
    check(!/shrimps eaten/.test(await page.textContent('body')), 'nor how many shrimps were eaten')
    await inspect(page, 'reef-encounter-hidden-screens')
    await page.getByRole('button', { name: 'Log', exact: true }).click()
    check(errors.length === 0, errors.join('\n'))
  },

  async 'four players on a telephone: every reef one tap away, nothing to scroll'({ browser, url }) {
    const { page, errors } = await sitDown(browser, url, { size: PHONE })
    for (const size of [PHONE, { width: 390, height: 844 }, { width: 844, height: 390 }]) {
      await page.setViewportSize(size)
      for (const tab of ['0', '1', '2', '3', 'sea', 'leaves', 'players']) {
        await page.locator(`[data-tab="${tab}"]`).tap()
        await page.waitForSelector(`[data-tab="${tab}"][aria-pressed="true"]`)
        for (const selector of ['.felt', '.re-others']) await fits(page, selector)
        const bad = await page.evaluate(() =>
          [...document.querySelectorAll('.re-table :is(.re-cell, .re-spot, .re-piece, .re-pair, .re-eater, button)')]
            .map(el => ({ name: el.getAttribute('aria-label'), r: el.getBoundingClientRect() }))
            .filter(({ r }) => r.width && (r.width < 43 || r.height < 43 || r.right > innerWidth + 1 || r.left < -1))
            .map(({ name, r }) => `${name} ${Math.round(r.width)}x${Math.round(r.height)}`),
        )
        check(bad.length === 0, `${size.width}, ${tab}: too small or outside: ${bad}`)
      }
      const shown = await page.locator('.re-tabs svg').count()
      check(shown === 7, 'a picture on every tab')
    }
    // The explanation of a leaf disappears with the leaves.
    await page.setViewportSize(PHONE)
    await page.locator('[data-tab="leaves"]').tap()
    await page.locator('[data-pair]').first().tap()
    await page.waitForSelector('.re-explained')
    await page.locator('[data-tab="sea"]').tap()
    await page.waitForSelector('.re-explained', { state: 'detached' })
    // The targets of the action in hand are on the screen, and tabs show where there are more.
    await page.locator('[data-tab="players"]').tap()
    await tool(page, 'Cube').tap()
    await decide(page, () => page.locator('[data-piece="cube:yellow"]').tap())
    await page.waitForSelector('.re-cell.re-lit:not(.re-anywhere, .re-soft):visible')
    check((await page.locator('.re-tab-lit').count()) >= 2, 'reefs with something to do are marked')
    await inspect(page, 'reef-encounter-four-phone')
    check(errors.length === 0, errors.join('\n'))
  },
})

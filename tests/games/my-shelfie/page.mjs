// My Shelfie in the browser: whole games with the mouse, with the keyboard alone and on a phone; reasons,
// reordering, dragging, secrets, the guide and the guided first game.
import { check, DEAL, DESKTOP, inspect, PHONE, run, settled, visit } from '../../web/harness.mjs'

const LIT = '[data-state="lit"]'
const over = async page => (await page.$('.verdict')) !== null
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

/** Sets a game up with these seats and begins it. */
async function begin(browser, url, seats, options = {}) {
  const visited = await visit(browser, `${url}#new/my-shelfie/${DEAL}`, options)
  const { page } = visited
  await page.waitForSelector('.setup')
  await page
    .locator('input[name="players"]')
    .nth(seats.length - 2)
    .check({ force: true })
  for (const [i, seat] of seats.entries()) await page.selectOption(`#seat-${i + 1}`, seat)
  await page.locator('.setup .button.primary').click()
  return visited
}

const EASY = ['me', 'bot:easy']

/** Clicks tiles, then a column. */
async function choose(page, most = 3) {
  for (let i = 0; i < most; i++) {
    const lit = page.locator(`.ms-cell${LIT}`)
    if ((await lit.count()) === 0) break
    await lit.first().click()
  }
  // Two tiles with a gap between them are no take yet: the tile in the gap is still lit.
  const column = page.locator(`[data-column]${LIT}`)
  if ((await column.count()) === 0) await page.locator(`.ms-cell${LIT}`).first().click()
  await column.first().click()
  await page.waitForSelector('.action .gain')
}

/** Plays with the mouse until the game is over, or this many turns. */
async function clickOn(page, { turns = 100, each = async () => {} } = {}) {
  let n = 0
  for (; n < turns; n++) {
    await settled(page)
    if (await over(page)) break
    await choose(page)
    await each(n)
    const total = async () => Number(await page.locator('.scores .total td').first().textContent())
    const gain = /(\d+) in all$/.exec(await page.textContent('.action .gain'))
    const promised = gain ? Number(gain[1]) : await total()
    const ply = await page.locator('.history input').getAttribute('max')
    await page.locator('.confirm').click()
    await page.waitForFunction(old => document.querySelector('.history input').max !== old, ply)
    await settled(page)
    if (!(await over(page))) {
      const now = await total()
      check(now === promised, `the preview promised ${promised}, the score is ${now}`)
    }
  }
  return n
}

/** Presses Tab until an element of this kind has the focus. */
async function tabTo(page, selector) {
  for (let i = 0; i < 80; i++) {
    if (await page.evaluate(s => document.activeElement?.matches(s), selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not reach ${selector}`)
}

/** The arrow keys that lead from the cell with the focus to the nearest lit one of its board. */
function path(page, around) {
  return page.evaluate(selector => {
    const cells = new Map([...document.querySelectorAll(`${selector} [data-cell]`)].map(el => [el.dataset.cell, el]))
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
    const start = document.activeElement.dataset.cell
    const ways = new Map([[start, []]])
    const queue = [start]
    while (queue.length) {
      const at = queue.shift()
      if (cells.get(at).dataset.state === 'lit') return ways.get(at)
      for (const [key, [dx, dy]] of Object.entries(steps)) {
        let [x, y] = at.split(',').map(Number)
        do {
          x += dx
          y += dy
        } while (x >= 0 && x < 9 && y >= 0 && y < 9 && !cells.has(`${x},${y}`))
        const next = `${x},${y}`
        if (!cells.has(next) || ways.has(next)) continue
        ways.set(next, [...ways.get(at), key])
        queue.push(next)
      }
    }
    return null
  }, around)
}

async function walkAndPress(page, around, key) {
  const keys = await path(page, around)
  if (!keys) return false
  for (const k of keys) await page.keyboard.press(k)
  await page.keyboard.press(key)
  return true
}

/** A turn without a mouse. */
async function typeTurn(page) {
  await tabTo(page, '.ms-cell')
  for (let i = 0; i < 3; i++) if (!(await walkAndPress(page, '.ms-cells', 'Space'))) break
  await tabTo(page, '.ms-column')
  if (!(await walkAndPress(page, '.ms-columns', 'Enter'))) {
    // The tile between two others is missing: the focus goes back to the room.
    await page.keyboard.press('Escape')
    await page.waitForSelector(`.ms-column${LIT}`)
    check(await walkAndPress(page, '.ms-columns', 'Enter'), 'no column is lit')
  }
  await page.waitForSelector('.confirm:not([disabled])')
  await tabTo(page, '.confirm')
  const ply = await page.locator('.history input').getAttribute('max')
  await page.keyboard.press('Enter')
  await page.waitForFunction(old => document.querySelector('.history input').max !== old, ply)
  await settled(page)
}

const small = (page, selector) =>
  page.evaluate(
    s =>
      [...document.querySelectorAll(s)]
        .map(el => el.getBoundingClientRect())
        .filter(r => r.width > 0 && (r.width < 40 || r.height < 40)).length,
    selector,
  )

await run({
  'a whole game is clicked to the end; the preview keeps its promise': async ({ browser, url }) => {
    const { page, errors } = await begin(browser, url, EASY)
    await settled(page)
    await inspect(page, 'my-shelfie-desktop')
    const scrolls = await page.evaluate(() => {
      const f = document.querySelector('.felt')
      return f.scrollHeight - f.clientHeight
    })
    check(scrolls <= 0, `the table scrolls by ${scrolls}`)
    const turns = await clickOn(page, {
      each: async n => {
        if (n === 4) await inspect(page, 'my-shelfie-choice')
      },
    })
    check(turns >= 10, `${turns} turns`)
    check(/wins? with/.test(await page.textContent('.verdict')), 'a verdict')
    await inspect(page, 'my-shelfie-end')
    await page.getByRole('button', { name: 'Log', exact: true }).click()
    await inspect(page, 'my-shelfie-log')
    check(errors.length === 0, errors.join())
  },

  'a whole game by keyboard alone': async ({ browser, url }) => {
    const { page, errors } = await begin(browser, url, EASY)
    await settled(page)
    let turns = 0
    for (; turns < 40 && !(await over(page)); turns++) await typeTurn(page)
    check((await over(page)) && turns >= 10, `${turns} turns`)
    check(await page.evaluate(() => document.activeElement !== document.body), 'the focus is lost')
    check(errors.length === 0, errors.join())
  },

  'a whole game on a phone, in Polish': async ({ browser, url }) => {
    const { page, errors } = await begin(browser, url, EASY, { size: PHONE, lang: 'pl' })
    await settled(page)
    await inspect(page, 'my-shelfie-phone')
    check((await small(page, '.ms-column, .ms-tray-tile')) === 0, 'small targets on the shelf')
    for (let n = 0; n < 40; n++) {
      await settled(page)
      if (await over(page)) break
      await choose(page)
      if (n === 3) await inspect(page, 'my-shelfie-phone-choice')
      const ply = await page.locator('.history input').getAttribute('max')
      await page.locator('.confirm').click()
      await page.waitForFunction(old => document.querySelector('.history input').max !== old, ply)
    }
    check(await over(page), 'the end')
    await inspect(page, 'my-shelfie-phone-end')
    check(errors.length === 0, errors.join())
  },

  'four players: every target is big enough for a thumb, by day and at night': async ({ browser, url }) => {
    const seats = ['me', 'bot:easy', 'bot:easy', 'bot:easy']
    for (const [name, options] of Object.entries({ phone: { size: PHONE }, desktop: { size: DESKTOP } })) {
      const { page, errors, context } = await begin(browser, url, seats, { ...options, colorScheme: 'dark' })
      await settled(page)
      check((await page.locator('.ms-cell').count()) === 45, '45 cells')
      check((await small(page, '.ms-cell, .ms-column, .ms-tray-tile')) === 0, `${name}: small targets`)
      await choose(page)
      await page.locator('.confirm').click()
      await settled(page)
      await inspect(page, `my-shelfie-four-${name}`)
      check(errors.length === 0, errors.join())
      await context.close()
    }
  },

  'what is not possible says why; what is chosen can be changed step by step': async ({ browser, url }) => {
    const { page, errors } = await begin(browser, url, EASY)
    await settled(page)
    await page.locator('.ms-column').first().click()
    check(/First choose tiles/.test(await page.textContent('.refused')), 'tiles first')
    await page.locator('.ms-cell[data-state="dull"]').first().click()
    await page.waitForFunction(() => /no free side/.test(document.querySelector('.refused')?.textContent))
    await inspect(page, 'my-shelfie-refused', { shot: false })

    // Far apart: the rule about one line refuses it.
    await page.locator(`.ms-cell${LIT}`).first().click()
    check((await page.locator('.ms-tray-tile').count()) >= 1, 'the tile is in the tray')
    await page.locator('.ms-cell[data-room="d8"], .ms-cell[data-room="e8"]').first().click()
    await page.waitForFunction(() => /straight line/.test(document.querySelector('.refused')?.textContent))

    // Escape takes back the column, then the tiles one by one.
    await page.locator(`.ms-column${LIT}`).nth(1).click()
    await page.waitForSelector('.ms-column[data-state="chosen"]')
    await page.keyboard.press('Escape')
    await page.waitForSelector('.ms-column[data-state="chosen"]', { state: 'detached' })
    await page.keyboard.press('3')
    await page.waitForSelector('.ms-column[data-state="chosen"][data-column="3"]')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.waitForSelector('.ms-tray-tile', { state: 'detached' })
    check(errors.length === 0, errors.join())
  },

  'the order is changed by click, by key and by dragging; tiles are dragged onto a column': async ({
    browser,
    url,
  }) => {
    const { page, errors } = await begin(browser, url, EASY)
    await settled(page)
    // Two tiles that can be taken together, found in the legal moves.
    await page.getByRole('button', { name: 'Moves', exact: true }).click()
    const pair = await page
      .locator('.moves button')
      .evaluateAll(all => all.map(b => /\((\w\d) (\w\d)\) into column 1/.exec(b.textContent)).find(m => m))
    await page.getByRole('button', { name: 'Scores', exact: true }).click()
    const cell = name => page.locator(`[data-room="${name}"]`)
    await cell(pair[1]).click()
    await cell(pair[2]).click()
    const order = () =>
      page
        .locator('.ms-mine-pane .ms-tray-tile')
        .evaluateAll(all => all.map(b => /from (\w\d)/.exec(b.ariaLabel)[1]).join(' '))
    check((await order()) === `${pair[1]} ${pair[2]}`, await order())
    await page.locator('.ms-mine-pane .ms-tray-tile').first().click()
    check((await order()) === `${pair[2]} ${pair[1]}`, `clicked: ${await order()}`)
    await page.locator('.ms-mine-pane .ms-tray-tile').first().focus()
    await page.keyboard.press('ArrowRight')
    check((await order()) === `${pair[1]} ${pair[2]}`, `with the arrow: ${await order()}`)
    const middle = async at => {
      const b = await at.boundingBox()
      return [b.x + b.width / 2, b.y + b.height / 2]
    }
    const drag = async (from, to) => {
      await page.mouse.move(...(await middle(from)))
      await page.mouse.down()
      await page.mouse.move(...(await middle(to)), { steps: 5 })
      await page.mouse.up()
    }
    await drag(page.locator('.ms-mine-pane .ms-tray-tile').first(), page.locator('.ms-mine-pane .ms-tray-tile').nth(1))
    check((await order()) === `${pair[2]} ${pair[1]}`, `dragged: ${await order()}`)
    await drag(cell(pair[1]), page.locator('.ms-column[data-column="4"]'))
    await page.waitForSelector('.ms-column[data-state="chosen"][data-column="4"]')
    await page.locator('.confirm').click()
    await settled(page)
    check(
      new RegExp(`take ${pair[2]} ${pair[1]} to 4|take ${pair[1]} ${pair[2]} to 4`).test(await record(page)),
      'the record has it',
    )
    check(errors.length === 0, errors.join())
  },

  "at one device nobody sees the other one's personal goal": async ({ browser, url }) => {
    const { page, errors } = await begin(browser, url, ['me', 'guest'])
    const goal = async () => /Personal goal of [^:]+: ([^.]+)\./.exec(await page.textContent('section.hidden'))[1]
    const seen = []
    for (let turn = 0; turn < 4; turn++) {
      await page.waitForSelector('.cover')
      for (const secret of seen) check(!(await page.content()).includes(secret), 'a goal under the cover')
      check((await page.locator('.ms-personal-art, .ms-want').count()) === 0, 'nothing is drawn under the cover')
      if (turn === 0) await inspect(page, 'my-shelfie-cover')
      await page.locator('.cover .button').click()
      await settled(page)
      const mine = await goal()
      for (const secret of seen.filter(s => s !== mine))
        check(!(await page.content()).includes(secret), "the other one's goal")
      check((await page.content()).split('Personal goal of').length <= 3, 'one goal and one back')
      if (!seen.includes(mine)) seen.push(mine)
      await choose(page)
      await page.locator('.confirm').click()
    }
    check(seen.length === 2, 'two goals, two players')
    check(errors.length === 0, errors.join())
  },

  'the guide, and a first game with tips': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, `${url}#guide/my-shelfie`)
    await page.waitForSelector('.guide-page')
    check((await page.locator('.guide-page').count()) === 8, 'eight pages')
    await inspect(page, 'my-shelfie-guide')
    await page.getByRole('button', { name: 'guided first game' }).click()
    await settled(page)
    const tips = new Set()
    await clickOn(page, {
      turns: 6,
      each: async () => {
        tips.add(await page.textContent('.coach p'))
      },
    })
    check(tips.size >= 5, `${tips.size} tips`)
    await inspect(page, 'my-shelfie-lesson')
    check(errors.length === 0, errors.join())
  },

  'every word is there in every language': async ({ browser, url }) => {
    for (const lang of ['en', 'it', 'fr', 'pl']) {
      const { page, errors, context } = await begin(browser, url, EASY, { lang })
      await settled(page)
      await choose(page)
      await inspect(page, `my-shelfie-${lang}`)
      await page.locator('.confirm').click()
      await settled(page)
      const text = await page.evaluate(
        () => document.body.textContent + [...document.querySelectorAll('[aria-label]')].map(e => e.ariaLabel).join(),
      )
      check(!/my-shelfie\.\w/.test(text), `${lang}: ${/my-shelfie\.\S+/.exec(text)?.[0]}`)
      await page.goto(`${url}#guide/my-shelfie`)
      await page.waitForSelector('.guide-page')
      check(!/my-shelfie\.\w/.test(await page.textContent('body')), `${lang}: the guide`)
      check(errors.length === 0, errors.join())
      await context.close()
    }
  },

  'tiles travel; nothing breaks': async ({ browser, url }) => {
    const { page, errors } = await begin(browser, url, EASY, { reducedMotion: 'no-preference' })
    await settled(page)
    // The page is never at rest while something flies or a bot is to move.
    await page.evaluate(() => {
      globalThis.early = []
      new MutationObserver(() => {
        if (document.documentElement.dataset.rest !== 'true') return
        const whose = document.querySelector('.whose')
        if (document.querySelector('.flying') || whose.dataset.mine !== 'true') globalThis.early.push(whose.textContent)
      }).observe(document.documentElement, { attributeFilter: ['data-rest'] })
    })
    // A flight may be over before anybody looks: the page remembers it.
    await page.evaluate(() => {
      globalThis.flown = false
      new MutationObserver(() => {
        if (document.querySelector('.flying')) globalThis.flown = true
      }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['class'] })
    })
    await choose(page)
    await page.locator('.confirm').click()
    await page.waitForFunction(() => globalThis.flown)
    await settled(page)
    check((await page.locator('.flying').count()) === 0, 'at rest everything has landed')
    const early = await page.evaluate(() => globalThis.early)
    check(early.length === 0, `at rest too early: ${early.join()}`)
    check((await page.locator('.ms-other .ms-new').count()) > 0, "the bot's tiles are marked")
    check(errors.length === 0, errors.join())
  },
})

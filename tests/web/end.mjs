// The end of a game: places, points line by line, the reason for the end, a celebration; playing again, a
// link, a picture.
import { readFileSync } from 'node:fs'
import { check, DEAL, inspect, linkTo, listen, PHONE, recorded, run, visit } from './harness.mjs'

const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan']
const people = players => NAMES.slice(0, players).map((name, i) => ({ kind: i ? 'guest' : 'me', name }))
const number = text => Number(text.replace('−', '-'))

/** The panel as people read it: who, in which place, with what lines. */
const places = page =>
  page.$$eval('.end-place', list =>
    list.map(el => ({
      name: el.querySelector('.end-name').textContent,
      place: Number(el.dataset.place),
      total: el.querySelector('.end-total > .hidden').textContent,
      words: [...el.querySelectorAll('.end-sums span')].map(s => s.textContent),
      points: [...el.querySelectorAll('.end-sums b')].map(b => b.textContent),
    })),
  )

const LOOKS = [
  ['reef', 2, { lang: 'en' }],
  ['reef', 4, { lang: 'fr', size: PHONE, colorScheme: 'dark' }],
  ['reef-encounter', 4, { lang: 'pl', colorScheme: 'dark' }],
  ['my-shelfie', 2, { lang: 'it', size: { width: 844, height: 390 } }],
  ['my-shelfie', 4, { lang: 'en' }],
]

await run({
  'the result waits until the last piece has landed': async ({ browser, url }) => {
    const record = recorded('reef', 2, 1)
    const bots = [1, 2].map(() => ({ kind: 'bot', name: '', level: 'easy' }))
    // The code that shows a result is loaded before.
    const { page, errors } = await visit(browser, linkTo(url, record, bots), { reducedMotion: 'no-preference' })
    await page.waitForSelector('.end .verdict')
    // When the game is over while something flies, the clock is stopped: nothing lands before it runs
    // again.
    await page.evaluate(() => {
      const now = performance.now.bind(performance)
      let held
      globalThis.looks = 0
      performance.now = () => {
        if (held !== undefined) globalThis.looks++
        return held ?? now()
      }
      new MutationObserver(() => {
        if (globalThis.goOn || !document.querySelector('.flying')) return
        if (!/over/.test(document.querySelector('.whose').textContent)) return
        held = now()
        globalThis.goOn = () => (held = undefined)
      }).observe(document.body, { childList: true, subtree: true })
    })
    const nearly = `${record.trimEnd().split('\n').slice(0, -1).join('\n')}\n`
    await page.evaluate(hash => (location.hash = hash), linkTo('', nearly, bots))
    await page.waitForFunction(() => globalThis.goOn)
    // The page checks again and again whether everything has landed.
    await page.waitForFunction(() => globalThis.looks > 8)
    check((await page.locator('.end .verdict').count()) === 0, 'no result while something flies')
    await page.evaluate(() => globalThis.goOn())
    await page.waitForSelector('.end .verdict')
    check(errors.length === 0, errors.join())
  },

  'places and points with their sums, why it ended; the panel closes and opens': async ({ browser, url }) => {
    for (const [game, players, look] of LOOKS) {
      const name = `${game}-${players}-${look.lang}`
      const { page, errors, context } = await visit(
        browser,
        linkTo(url, recorded(game, players, 1), people(players)),
        look,
      )
      await page.waitForSelector('.end .verdict')
      check((await page.textContent('.end .verdict')).length > 10, `${name}: who won`)
      check((await page.textContent('.end-why')).length > 10, `${name}: why it ended`)
      const list = await places(page)
      check(list.length === players, `${name}: everybody`)
      list.forEach((p, i) => {
        const sum = p.points.map(number).reduce((a, b) => a + b, 0)
        check(sum === number(p.total), `${name}: ${JSON.stringify(p)}`)
        check(i === 0 || p.place >= list[i - 1].place, `${name}: in order`)
        p.words.forEach((words, k) => {
          const [, a, b] = /(\d+)[^\d×]* × (\d+) =$/.exec(words) ?? []
          check(!a || a * b === number(p.points[k]), `${name}: ${words} ${p.points[k]}`)
        })
        if (game === 'reef-encounter')
          check(
            p.words.every(w => /^\d+ \S+ × \d =$/.test(w)),
            p.words.join('\n'),
          )
        if (game === 'reef')
          check(
            p.words.some(w => / × \d+ =$/.test(w)),
            p.words.join('\n'),
          )
      })
      const totals = await page.locator('.scores .total td').allTextContents()
      list.forEach(p => check(totals[NAMES.indexOf(p.name)] === p.total, `${name}: ${totals}`))
      check(!/(reef|my-shelfie|end)\.[a-z]/.test(await page.textContent('.end')), 'in words')
      check((await page.locator('.end-pieces').count()) === 0, 'without motion nothing falls')
      if (game !== 'my-shelfie' || players < 4) await inspect(page, `end-${name}`)
      await page.keyboard.press('Escape')
      await page.waitForSelector('.end', { state: 'detached' })
      await page.locator('.action-buttons button').first().click()
      await page.waitForSelector('.end .verdict')
      await page.locator('.end-close button').click()
      await page.waitForSelector('.end', { state: 'detached' })
      // While an earlier position is shown there is no result, and returning to the end does not open it.
      await page.keyboard.press(',')
      await page.waitForFunction(() => !document.querySelector('.action-buttons button')?.matches(':not(.primary)'))
      await page.keyboard.press('.')
      await page.waitForSelector('.action-buttons .button:not(.primary)')
      check((await page.locator('.end').count()) === 0, 'it stays closed')
      check(errors.length === 0, errors.join())
      await context.close()
    }
  },

  'who wins by a tie-break is addressed rightly; the bar is never cut; four stand in one row or two by two': async ({
    browser,
    url,
  }) => {
    const bot = { kind: 'bot', name: '', level: 'easy' }
    const said = {
      en: /^You win with 4 points; the tie-break decides: /,
      it: /^Vinci con 4 punti; decide lo spareggio: /,
      fr: /^Vous gagnez avec 4 points\s; le départage décide\s: /,
      pl: /^Wygrywasz, masz 4 punkty; decyduje /,
    }
    for (const [lang, words] of Object.entries(said)) {
      const seats = [{ kind: 'me', name: '' }, bot]
      const { page, context } = await visit(browser, linkTo(url, recorded('reef-encounter', 2, 1), seats), { lang })
      await page.waitForSelector('.end .verdict')
      check(words.test(await page.textContent('.end .verdict')), await page.textContent('.end .verdict'))
      await page.setViewportSize(PHONE)
      await page.waitForFunction(w => innerWidth === w, PHONE.width)
      await page.waitForFunction(() =>
        [...document.querySelectorAll('.whose, .end .verdict')].every(
          e => e.scrollWidth <= e.clientWidth + 1 && e.scrollHeight <= e.clientHeight + 2,
        ),
      )
      await context.close()
    }
    for (const game of ['my-shelfie', 'reef-encounter']) {
      const seats = [{ kind: 'me', name: '' }, bot, bot, bot]
      const { page, context } = await visit(browser, linkTo(url, recorded(game, 4, 1), seats), {
        size: { width: 1024, height: 768 },
      })
      await page.waitForSelector('.end .verdict')
      for (const [width, height, columns] of [
        [1024, 768, 4],
        [1366, 768, 4],
        [844, 390, 4],
        [768, 1024, 2],
        [390, 844, 1],
      ]) {
        await page.setViewportSize({ width, height })
        await page.waitForFunction(n => {
          const tops = [...document.querySelectorAll('.end-place')].map(e => Math.round(e.getBoundingClientRect().top))
          return tops.length === 4 && tops.every(top => tops.filter(t => t === top).length === n)
        }, columns)
        const cut = await page.$$eval('.end-place h3 > *, .end-sums span, .end-buttons .button', all =>
          all.filter(e => !e.matches('.hidden') && e.scrollWidth > e.clientWidth + 1).map(e => e.outerHTML),
        )
        check(cut.length === 0, `${game} ${width}: ${cut}`)
      }
      await context.close()
    }
  },

  'after a tie-break all lines of the scores are in sight on a desktop': async ({ browser, url }) => {
    for (const [game, players, ...sizes] of [
      ['my-shelfie', 3, [1366, 768], [1280, 720]],
      ['reef-encounter', 4, [1366, 768]],
    ]) {
      const link = linkTo(url, recorded(game, players, 1), people(players))
      const { page, context } = await visit(browser, link, { lang: 'pl' })
      await page.waitForSelector('.end .verdict')
      await page.keyboard.press('Escape')
      await page.waitForSelector('.end', { state: 'detached' })
      await page.waitForSelector('.scores .ties')
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height })
        await page.waitForFunction(() =>
          ['.scores-box', '.side-body'].every(s => {
            const box = document.querySelector(s)
            return box.clientHeight > 200 && box.scrollHeight <= box.clientHeight
          }),
        )
      }
      await inspect(page, `end-${game}-tie`)
      await context.close()
    }
  },

  'points count up and pieces fall when a game ends here; a tap ends it; the result is said once': async ({
    browser,
    url,
  }) => {
    const { page, errors } = await visit(browser, url, { reducedMotion: 'no-preference' })
    await page.evaluate(() => localStorage.setItem('atoll.settings', '{"pace":"instant"}'))
    await page.goto(`${url}#new/my-shelfie/${DEAL}`)
    await page.reload()
    await page.waitForSelector('.setup')
    await listen(page)
    for (const seat of ['#seat-1', '#seat-2']) await page.selectOption(seat, 'bot:easy')
    await page.locator('.setup button.primary').click()
    await page.waitForSelector('.end[data-counts="true"] .verdict')
    check((await page.locator('.end-pieces svg').count()) > 10, 'a celebration')
    await page.locator('.end-why').click()
    await page.waitForFunction(() =>
      document
        .querySelector('.end')
        .getAnimations({ subtree: true })
        .every(a => a.playState === 'finished'),
    )
    const shown = await page.$$eval('.end-place', list =>
      list.map(el => {
        const window = el.querySelector('.end-window').getBoundingClientRect()
        const digits = [...el.querySelectorAll('.end-strip > span')].find(
          s => Math.abs(s.getBoundingClientRect().top - window.top) < 2,
        )
        return [digits?.textContent, el.querySelector('.end-total > .hidden').textContent]
      }),
    )
    check(
      shown.every(([digits, total]) => digits === total),
      JSON.stringify(shown),
    )
    const verdict = await page.textContent('.end .verdict')
    await page.waitForFunction(text => globalThis.said.some(s => s.includes(text)), verdict)
    const said = await page.evaluate(() => globalThis.said)
    check(said.filter(s => s.includes(verdict)).length === 1, said.join('\n'))
    check(errors.length === 0, errors.join())
    // When it is opened again, the points are already counted.
    await page.reload()
    await page.waitForSelector('.end[data-counts="false"] .verdict')
  },

  'from the result: a picture of the table, a link, the analysis, another game': async ({ browser, url }) => {
    for (const game of ['reef', 'reef-encounter', 'my-shelfie']) {
      const { page, errors, context } = await visit(browser, linkTo(url, recorded(game, 2, 1), people(2)))
      await page.waitForSelector('.end .verdict')
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Picture of the table' }).click(),
      ])
      check(file.suggestedFilename() === `${game}.png`, file.suggestedFilename())
      const bytes = readFileSync(await file.path())
      check(bytes.subarray(1, 4).toString() === 'PNG' && bytes.readUInt32BE(16) === 1800, 'a PNG')
      // A drawing without its colours or symbols would be small.
      check(bytes.length > 60_000, `${game}: ${bytes.length} bytes`)
      if (game === 'reef') {
        await page.getByRole('button', { name: 'Share the game' }).click()
        await page.waitForSelector('.toast:not([hidden])')
        check((await page.evaluate(() => navigator.clipboard.readText())).includes('#g='), 'a link')
        check((await page.locator('.end-buttons').getByText('Play again').count()) === 1, 'another game')
        await page.getByRole('button', { name: 'Analyse the game' }).click()
        await page.waitForSelector('.analysis')
      }
      check(errors.length === 0, errors.join())
      await context.close()
    }
  },
})

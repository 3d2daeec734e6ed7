// Learning to play: the guided game, rules where they matter, hints on the board, the analysis, puzzles.
import {
  check,
  DEAL,
  DESKTOP,
  GAMES,
  host,
  inspect,
  myTurn,
  linkTo,
  PHONE,
  playByName,
  recorded,
  run,
  visit,
} from './harness.mjs'

/** A game with known draws; its first decisions by name. */
async function begin(page, url, game, decisions = 0) {
  await page.goto(`${url}#new/${game}/${DEAL}`)
  await page.locator('.form-end .primary').click()
  await myTurn(page)
  if (decisions) await playByName(page, { most: decisions })
  await myTurn(page)
}

async function hint(page) {
  await page.keyboard.press('h')
  await page.waitForSelector('.hint-turn')
}

/** A finished game of mine against a bot, for the analysis. */
async function analyse(browser, url) {
  const seats = [
    { kind: 'me', name: '' },
    { kind: 'bot', name: '', level: 'easy' },
  ]
  const visited = await visit(browser, linkTo(url, recorded('my-shelfie', 2, 1), seats))
  await visited.page.waitForSelector('.end, .verdict')
  await visited.page
    .getByRole('link', { name: 'Look at the game again' })
    .or(visited.page.getByRole('button', { name: 'Look at the game again' }))
    .first()
    .click()
  return visited
}

const said = page => page.textContent('[aria-live="polite"]')

await run({
  'a hint is drawn on the board, has reasons and is said aloud; it can be closed and done': async ({
    browser,
    url,
  }) => {
    for (const game of GAMES) {
      const { page, errors, context } = await visit(browser, url)
      await begin(page, url, game, game === 'my-shelfie' ? 1 : 4)
      await hint(page)
      await page.waitForSelector('.arrows g.arrow-hint')
      check(/\d+\s?%/.test(await page.textContent('.hint-moves')), 'win shares')
      const why = await page.textContent('.hint-why')
      check(/^Why: it \w/.test(why) && !/\.why\./.test(why), why)
      await page.waitForFunction(
        words => document.querySelector('[aria-live="polite"]').textContent.includes(words),
        why,
      )
      check((await said(page)).startsWith('Hint'), await said(page))
      await inspect(page, `hint-${game}`)
      await page.getByRole('button', { name: 'Close the hint' }).click()
      await page.waitForFunction(() => !document.querySelector('.hints, .arrows'))
      await hint(page)
      await page.keyboard.press('Escape')
      await page.waitForFunction(() => !document.querySelector('.hints, .arrows'))
      await hint(page)
      await page.locator('.hint-do').click()
      await page.locator('.confirm:not([disabled])').click()
      await page.waitForSelector('.confirm', { state: 'detached' })
      check(errors.length === 0, errors.join())
      await context.close()
    }
  },

  'a hint in Reef Encounter is a whole turn, and stays while it is followed': async ({ browser, url }) => {
    const { page } = await visit(browser, url)
    await begin(page, url, 'reef-encounter', 3)
    await hint(page)
    const turn = () => page.$$eval('.hint-turn li', list => list.map(li => li.textContent))
    await page.waitForSelector('.arrows g.arrow-hint ~ g.arrow-hint', { state: 'attached' })
    const whole = await turn()
    check(whole.length > 2, whole.join())
    await page.locator('.hint-do').click()
    await page.locator('.confirm:not([disabled])').click()
    await page.waitForFunction(first => document.querySelector('.hint-turn')?.textContent.startsWith(first), whole[1])
    check((await turn()).join() === whole.slice(1).join(), 'the rest of it')
  },

  'opening a hint leaves the log where it was': async ({ browser, url }) => {
    const { page } = await visit(browser, url)
    await begin(page, url, 'my-shelfie', 6)
    await page.getByRole('button', { name: 'Log', exact: true }).click()
    const seen = () =>
      page.waitForFunction(() => {
        const line = document.querySelector('.log [aria-current="step"]').getBoundingClientRect()
        const box = document.querySelector('.log').getBoundingClientRect()
        return line.top >= box.top - 1 && line.bottom <= box.bottom + 1
      }, null)
    await seen()
    await hint(page)
    await page.waitForSelector('.hint-moves')
    await seen()
  },

  'on a phone a hint is on the board that is shown': async ({ browser, url }) => {
    for (const game of GAMES) {
      const { page, context } = await visit(browser, url, { size: PHONE })
      await page.goto(`${url}#new/${game}/${DEAL}`)
      await page.locator('.form-end .primary').click()
      await myTurn(page)
      await page.getByRole('button', { name: 'Hint', exact: true }).click()
      await page.waitForSelector('.hint-turn')
      await page.waitForSelector('.arrows g.arrow-hint')
      await inspect(page, `hint-${game}-phone`)
      await context.close()
    }
  },

  'the names of the spaces can be shown': async ({ browser, url }) => {
    const { page } = await visit(browser, url)
    await page.getByRole('button', { name: 'Settings' }).click()
    const names = page.getByRole('group', { name: 'Names of the spaces on the boards' })
    await names.getByRole('radio', { name: 'Shown' }).check()
    await page.getByRole('button', { name: 'Close' }).click()
    for (const [game, space] of Object.entries({ 'my-shelfie': 'd5', reef: 'b3', 'reef-encounter': 'C4' })) {
      await begin(page, url, game)
      await page.waitForFunction(
        name => [...document.querySelectorAll('.arrow-name')].some(el => el.textContent === name),
        space,
      )
    }
  },

  'the first game asks: guided or straight in; the guide points at the board and shows moves': async ({
    browser,
    url,
  }) => {
    for (const game of GAMES) {
      const { page, errors, context } = await visit(browser, url, { met: [] })
      const play = page.locator(`.card[data-game="${game}"] .button.primary`)
      await play.click()
      await page.waitForSelector('dialog.first[open]')
      await inspect(page, `first-${game}`)
      await page.keyboard.press('Escape')
      await page.waitForSelector('dialog.first', { state: 'detached' })
      await play.click()
      await page.getByRole('button', { name: 'Guide me' }).click()
      await myTurn(page)
      await page.waitForSelector('.coach .coach-links')
      await page.waitForSelector('.arrows g.arrow-point')
      await inspect(page, `guided-${game}`)
      // The rule behind the tip, and the next one.
      await page.getByRole('button', { name: 'The rule', exact: true }).click()
      await page.waitForSelector('.rule-sheet[open] svg')
      const title = await page.textContent('.rule-sheet h2')
      await page.getByRole('button', { name: 'Next rule' }).click()
      await page.waitForFunction(old => document.querySelector('.rule-sheet h2').textContent !== old, title)
      await inspect(page, `rule-${game}`)
      await page.keyboard.press('Escape')
      await page.waitForSelector('.rule-sheet', { state: 'detached' })
      // A move on request; the learner makes it, and the next tip comes.
      const tip = await page.getAttribute('.coach', 'data-tip')
      for (let n = 0; n < 8 && (await page.getAttribute('.coach', 'data-tip')) === tip; n++) {
        await page.getByRole('button', { name: 'Show me a move' }).click()
        await page.locator('.hint-do').click()
        await page.locator('.confirm:not([disabled])').click()
        await page.waitForSelector('.confirm', { state: 'detached' })
        await myTurn(page)
      }
      check((await page.getAttribute('.coach', 'data-tip')) !== tip, `${game}: another tip`)
      // The question comes once.
      await page.goto(url)
      await play.click()
      await myTurn(page)
      check(!(await page.$('.coach')), 'straight in')
      check(errors.length === 0, errors.join())
      await context.close()
    }
  },

  'the guide begins with the aim, is read at leisure, points at what it speaks of and goes on after a reload': async ({
    browser,
    url,
  }) => {
    for (const game of GAMES) {
      const { page, errors, context } = await visit(browser, url, { met: [] })
      await page.locator(`.card[data-game="${game}"] .button.primary`).click()
      await page.getByRole('button', { name: 'Guide me' }).click()
      await myTurn(page)
      const tip = key => page.waitForSelector(`.coach[data-tip="${key}"]`)
      const pointed = () => page.waitForSelector('.arrows .arrow-point .arrow-ring')
      await tip('aim')
      await pointed()
      await page.getByRole('button', { name: 'Next', exact: true }).click()
      await page.waitForSelector('.coach:not([data-tip="aim"])')
      await pointed()
      await page.getByRole('button', { name: 'Back', exact: true }).click()
      await tip('aim')
      await page.getByRole('button', { name: 'Next', exact: true }).click()
      const second = await page.getAttribute('.coach:not([data-tip="aim"])', 'data-tip')
      await page.reload()
      await myTurn(page)
      await tip(second)
      check(errors.length === 0, errors.join())
      await context.close()
    }
  },

  'in the guided Reef Encounter every tip of a turn points at something, on a phone in the pane that has it': async ({
    browser,
    url,
  }) => {
    for (const size of [DESKTOP, PHONE]) {
      const { page, context } = await visit(browser, url, { met: [], size })
      await page.locator('.card[data-game="reef-encounter"] .button.primary').click()
      await page.getByRole('button', { name: 'Guide me' }).click()
      const seen = new Set()
      /** Reads all tips that are due. */
      const read = async () => {
        await myTurn(page)
        for (;;) {
          seen.add(await page.getAttribute('.coach', 'data-tip'))
          await page.waitForSelector('.arrows .arrow-point .arrow-ring')
          const next = page.locator('.coach-next')
          if ((await next.count()) === 0) return
          const now = await page.getAttribute('.coach', 'data-tip')
          await next.click()
          await page.waitForSelector(`.coach:not([data-tip="${now}"])`)
        }
      }
      const done = () => page.waitForFunction(old => document.querySelector('.history input').max !== old, max)
      let max
      const act = async what => {
        max = await page.locator('.history input').getAttribute('max')
        await what()
        await done()
        await read()
      }
      await read()
      await act(async () => {
        await page.locator('[data-piece="tile:yellow"]').click()
        await page.locator('.confirm:not([disabled])').click()
      })
      for (let n = 0; n < 2; n++) await act(() => page.locator('.action .tool').first().click())
      await act(async () => {
        await page.locator('.action .tool').filter({ hasText: 'Cube' }).click()
        await page.locator('[data-piece="cube:white"]').click()
      })
      for (const key of ['aim', 'fish', 'larva', 'cube', 'strength', 'place']) check(seen.has(key), [...seen].join())
      await context.close()
    }
  },

  'reasons are true of the position, and the numbers of a hint do not cover each other': async ({ browser, url }) => {
    const { page, context } = await visit(browser, url)
    await begin(page, url, 'reef', 4)
    let played = 0
    for (let n = 0; n < 8 && played < 2; n++) {
      await hint(page)
      const why = (await page.locator('.hint-why').count()) ? await page.textContent('.hint-why') : ''
      const plays = /^Play/.test(await page.textContent('.hint-turn'))
      if (plays) check(!/card to choose from|brings/.test(why), why)
      played += plays
      await page.locator('.hint-do').click()
      const gain = plays && (await page.textContent('.action-prompt .gain'))
      const said = /scores (\d+) points? at once/.exec(why)
      if (said) check(gain.includes(`+${said[1]} `), `${why} ${gain}`)
      await page.locator('.confirm:not([disabled])').click()
      await page.waitForSelector('.confirm', { state: 'detached' })
      await myTurn(page)
    }
    check(played > 0, 'a card was played')
    await context.close()
    const other = await visit(browser, url)
    await begin(other.page, url, 'reef-encounter', 3)
    await hint(other.page)
    await other.page.waitForSelector('.arrow-chip')
    const chips = await other.page.$$eval('.arrows g:has(> .arrow-chip)', all =>
      all.map(g => `${g.getAttribute('transform')} ${g.textContent}`),
    )
    const places = chips.map(c => c.replace(/ \S+$/, ''))
    check(new Set(chips).size === new Set(places).size, chips.join('; '))
  },

  'the rule about what is being done is one press away': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url)
    const rule = async words => {
      await page.locator('.action-rule').press('Enter')
      await page.waitForFunction(w => document.querySelector('.rule-sheet[open]')?.textContent.includes(w), words)
      await page.keyboard.press('Escape')
      await page.waitForSelector('.rule-sheet', { state: 'detached' })
    }
    await begin(page, url, 'my-shelfie')
    await rule('Take up to three tiles')
    await begin(page, url, 'reef', 4)
    await rule('A turn: take a card')
    await begin(page, url, 'reef-encounter')
    await rule('Feed the parrotfish')
    await playByName(page, { most: 3 })
    await myTurn(page)
    for (const [tool, words] of Object.entries({
      Cube: 'Play a cube',
      'New shrimp': 'Shrimps hold corals',
      'End turn': 'Take and end the turn',
    })) {
      await page.locator('.action .tool').filter({ hasText: tool }).click()
      await rule(words)
      await page.getByRole('button', { name: 'Start over' }).click()
    }
    // Why something is not possible.
    await page.locator('.action .tool').filter({ hasText: 'Eat' }).press('Enter')
    await page.waitForSelector('.action-prompt.refused')
    await rule('Eat')
    check(errors.length === 0, errors.join())
  },

  'the numbered rules stand behind what refuses, with their pictures': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url)
    await begin(page, url, 'reef-encounter', 3)
    await page.locator('.action .tool').filter({ hasText: 'Eat' }).press('Enter')
    await page.waitForSelector('.action-prompt.refused')
    await page.locator('.action-rule').press('Enter')
    const refused = page.locator('.rule-sheet .numbered[aria-current]')
    await refused.getByText('RE-9.1', { exact: true }).waitFor()
    // A number on the page leads to that rule in the whole rulebook, and back.
    await page.locator('.rule-numbers').getByRole('button', { name: 'RE-9.2' }).click()
    const drawn = page.locator('.rulebook .numbered[aria-current] img')
    await drawn.evaluate(img => img.decode())
    check((await page.locator('.rulebook .numbered').count()) === 54, 'all rules are there')
    await inspect(page, 'rulebook-sheet')
    await page.locator('.rulebook .numbered[aria-current] a[data-number="RE-10.2"]').click()
    await page.locator('.rulebook .numbered[aria-current="true"]').getByText('RE-10.2', { exact: true }).waitFor()
    await page.locator('.rule-sheet').getByRole('button', { name: 'Back' }).click()
    await refused.waitFor()
    check(errors.length === 0, errors.join())
  },

  'all numbered rules are a screen with a search, in every language': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url, { size: PHONE })
    await page.goto(`${url}#guide/reef`)
    await page.locator('.form-end a', { hasText: 'All rules' }).click()
    await page.waitForSelector('.rulebook .numbered')
    await inspect(page, 'rulebook')
    const search = page.getByLabel('Search the rules')
    await search.fill('deck ENDS')
    await page.waitForFunction(() => [...document.querySelectorAll('.rulebook .numbered')].length === 1)
    check((await page.textContent('.rulebook .numbered b')) === 'RF-6.2', 'the rule about the deck')
    await search.fill('no such word')
    await page.getByText('0 rules').waitFor()
    for (const [lang, word] of Object.entries({ it: 'mazzo', fr: 'pioche', pl: 'stos' })) {
      await page.evaluate(l => localStorage.setItem('atoll.settings', JSON.stringify({ lang: l })), lang)
      await page.goto(`${url}#rules/reef/RF-6.2`)
      await page.reload()
      const found = page.locator('.rulebook .numbered[aria-current]')
      await found.getByText(word).first().waitFor()
      await inspect(page, `rulebook-${lang}`)
    }
    check(errors.length === 0, errors.join())
  },

  'a rule is looked up from where it matters': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url)
    const sheet = async words => {
      await page.waitForFunction(w => document.querySelector('.rule-sheet[open]')?.textContent.includes(w), words)
      await page.keyboard.press('Escape')
      await page.waitForSelector('.rule-sheet', { state: 'detached' })
    }
    await begin(page, url, 'my-shelfie')
    await page.locator('.ms-goal-art').first().click()
    await sheet('Common goals')
    await page.locator('.ms-personal .rule').press('Enter')
    await sheet('Your personal goal')
    await begin(page, url, 'reef', 4)
    await page.locator('.reef-hand [data-card]').first().click()
    await page.getByRole('button', { name: 'How cards score' }).click()
    await sheet('Patterns')
    await begin(page, url, 'reef-encounter')
    await page.locator('[data-pair]').first().click()
    await page.getByRole('button', { name: 'The rule', exact: true }).click()
    await sheet('Who can consume whom')
    check(errors.length === 0, errors.join())
  },

  'an analysis has a graph with axes, my mistakes first, their positions and both moves': async ({ browser, url }) => {
    const { page, errors } = await analyse(browser, url)
    await page.waitForSelector('.balance')
    const labels = await page.$$eval('.graph-label', list => list.map(el => el.textContent))
    check(
      ['0%', '50%', '100%', 'Start', 'End'].every(l => labels.includes(l)),
      labels.join(),
    )
    const sum = await page.textContent('.balance')
    check(
      /luck/i.test(sum) && /decisions/.test(sum) && !/%/.test(sum) && (await page.locator('.balance p').count()) === 1,
      'luck',
    )
    const heads = await page.$$eval('.analysis h2', list => list.map(el => el.textContent))
    check(heads.indexOf('Your mistakes') < heads.indexOf('The bots’ mistakes'), heads.join())
    await inspect(page, 'analysis')
    await page.locator('.mistakes').first().locator('a').first().click()
    await page.waitForSelector('.arrows g.arrow-played')
    await page.waitForSelector('.arrows g.arrow-better')
    check(/Better/.test(await page.textContent('.compare')), 'in words')
    await inspect(page, 'analysis-position')
    await page.getByRole('link', { name: 'Back to the analysis' }).click()
    // A point of the graph, by mouse and by keyboard.
    await page.waitForSelector('.graph')
    await page.locator('.graph [role="slider"]').click({ position: { x: 200, y: 60 } })
    await page.waitForFunction(
      () => /^#analysis\/\w+\/\d+$/.test(location.hash) && document.querySelector('.felt'),
      null,
    )
    await page.goBack()
    // A new screen has the focus on its heading.
    await page.waitForFunction(() => document.activeElement?.matches('.analysis h1'))
    await page.locator('.graph [role="slider"]').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => /^#analysis\/\w+\/\d+$/.test(location.hash))
    // My own mistakes are puzzles.
    await page.goto(`${url}#puzzles`)
    await page.locator('.mistakes a').first().click()
    await myTurn(page)
    check(/Find the better move/.test(await page.textContent('.puzzle')), 'asked')
    await page.getByRole('button', { name: 'Show the answer' }).click()
    await page.waitForSelector('.arrows g.arrow-better')
    check(errors.length === 0, errors.join())
  },

  'an analysis shows results as they are found': async ({ browser }) => {
    // It is too quick to be seen: here every decision waits until the page lets it go on.
    const wait = 'analysisJob();){await new Promise(r=>(self.steps??=new BroadcastChannel("steps")).onmessage=r);'
    const goOn = until => {
      globalThis.steps ??= new BroadcastChannel('steps')
      if (document.querySelector(until)) return true
      globalThis.steps.postMessage('')
      return false
    }
    const slow = await host((name, bytes) =>
      /worker.*js$/.test(name) ? String(bytes).replace('analysisJob();){', wait) : bytes,
    )
    try {
      const { page, errors } = await analyse(browser, slow.url)
      await page.waitForFunction(goOn, '.analysis:has(.graph):has(progress)', { polling: 50 })
      await page.waitForFunction(goOn, '.balance', { polling: 5 })
      check(errors.length === 0, errors.join())
    } finally {
      slow.stop()
    }
  },

  'puzzles: one a day, right and wrong answers, without a connection too': async ({ browser, url }) => {
    const { page, errors, context } = await visit(browser, url)
    await page.getByRole('link', { name: 'Puzzles' }).click()
    await page.waitForSelector('.puzzle-card')
    check((await page.locator('.puzzle-card').count()) === GAMES.length, 'a card a game')
    await inspect(page, 'puzzles')
    for (const game of GAMES) {
      await page.goto(`${url}#puzzles/${game}/10`)
      await myTurn(page)
      await page.waitForSelector('.puzzle[data-state="open"]')
      // A wrong one first, by name; then the answer.
      await page.getByRole('button', { name: 'Show the answer' }).click()
      await page.waitForSelector('.puzzle[data-state="shown"]')
      const words = await page.textContent('.puzzle-words')
      await inspect(page, `puzzle-${game}`)
      await page.goto(`${url}#puzzles`)
      await page.waitForSelector('.puzzle-card')
      await page.goto(`${url}#puzzles/${game}/10`)
      await myTurn(page)
      const tab = page.getByRole('button', { name: 'Moves', exact: true })
      await tab.click()
      const names = await page.$$eval('.moves button', list => list.map(b => b.textContent))
      const right = names.find(name => words.toLowerCase().includes(name.toLowerCase()))
      check(right, `${game}: ${words} is in the list`)
      const wrong = names.find(name => name !== right)
      const answer = async (name, states) => {
        await page.locator('.moves button').nth(names.indexOf(name)).click()
        await page.locator('.confirm:not([disabled])').click()
        await page.waitForSelector(states.map(s => `.puzzle[data-state="${s}"]`).join())
      }
      await answer(wrong, ['wrong', 'right'])
      if (await page.$('.puzzle[data-state="wrong"]'))
        check(/chance to win would fall by \d+%/.test(await page.textContent('.puzzle')), 'how much')
      // The effect of the best one, as a nudge; a hint on a slow machine may say less.
      await page.waitForSelector('.puzzle[data-reasons]')
      if (await page.$('.puzzle[data-state="wrong"]:not([data-reasons="0"])'))
        check(/A nudge/.test(await page.textContent('.puzzle-words')), 'a nudge')
      await answer(right, ['right'])
      await page.goto(`${url}#puzzles`)
      await page.waitForSelector('.puzzle-card')
    }
    // Files that were fetched once need no connection any more.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.waitForFunction(async () => {
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys())
          if (/puzzles-reef-\w+\.txt$/.test(url)) return true
      return false
    }, null)
    await context.setOffline(true)
    await page.goto(`${url}#puzzles/reef/11`)
    await page.reload()
    await myTurn(page)
    check(errors.filter(e => !/ERR_INTERNET|Failed to load|fetch/i.test(e)).length === 0, errors.join())
  },
})

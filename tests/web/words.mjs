// The words of the page, in all languages: letters on pieces, points, sentences, errors.
import { readFileSync } from 'node:fs'
import { LANGS, words } from '../../web/lang.mjs'
import { check, DEAL, host, inspect, myTurn, playByName, run, visit } from './harness.mjs'
import { load } from './source.mjs'

const begin = page => page.locator('.form-end .button.primary').click()

const PIECES = {
  reef: [...'RYGP'].map(k => `reef.colour.${k}`),
  'reef-encounter': ['white', 'yellow', 'orange', 'pink', 'grey'].map(k => `reef-encounter.colour.${k}`),
  'my-shelfie': [...'CBGFTP'].map(k => `my-shelfie.item.${k}`),
}

await run({
  "letters on pieces are those of the language's words, and no two alike": async () => {
    const { lettersOf } = await load('letters.ts')
    const { translator } = await load('i18n.ts')
    for (const lang of LANGS)
      for (const keys of Object.values(PIECES)) {
        const t = translator(lang, words(lang), () => Promise.resolve({}))
        const letters = Object.values(lettersOf(t, Object.fromEntries(keys.map(k => [k, k]))))
        check(new Set(letters).size === keys.length, `${lang}: ${letters}`)
        letters.forEach((text, i) => {
          const word = t(keys[i])
          check(text.length > 0 && text.length <= 2, `${lang}: ${text} for ${word}`)
          check(text[0].toLowerCase() === word[0] && word.includes(text.slice(1)), `${lang}: ${text} for ${word}`)
        })
      }
  },

  'on the table in Italian yellow is G and green is Ve; letters can be hidden': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, `${url}#new/reef/${DEAL}`, { lang: 'it' })
    await begin(page)
    await myTurn(page)
    const shown = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.reef-start .reef-lift')].map(
          e => `${e.querySelector('button').getAttribute('aria-label')} ${e.querySelector('text')?.textContent ?? '-'}`,
        ),
      )
    check((await shown()).join() === 'rosso R,giallo G,verde Ve,viola Vi', (await shown()).join())
    await page.getByRole('button', { name: 'Impostazioni' }).click()
    await page.locator('input[name="letters"]').last().check()
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog', { state: 'detached' })
    check(
      (await shown()).every(s => s.endsWith(' -')),
      (await shown()).join(),
    )
    check(
      (
        await page.evaluate(() => [...document.querySelectorAll('.reef-hand text')].map(e => e.textContent).join(''))
      ).match(/[A-Z]/) === null,
      'nor on cards',
    )
    await inspect(page, 'no-letters')
    // In records yellow is Y, in every language.
    await page.locator('.reef-start button[aria-label="giallo"]').click()
    await page.locator('.reef-cell[data-lit="true"]').first().click()
    await page.waitForSelector('.reef-start button[aria-label="giallo"]', { state: 'detached' })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Salva la partita' }).click(),
    ])
    const text = readFileSync(await file.path(), 'utf8')
    check(/^start Y [a-d][1-4]$/m.test(text), text)
    check(errors.length === 0, errors.join())
  },

  'one point is a point, nothing is no points, in every language': async ({ browser, url }) => {
    const said = {
      en: '−1 point, 2 in all',
      it: '−1 punto, 2 in tutto',
      fr: '−1 point, 2 en tout',
      pl: '−1 punkt, razem 2',
    }
    const { page, errors } = await visit(browser, `${url}#new/reef/${DEAL}`)
    await begin(page)
    for (let i = 0; i < 4; i++) {
      await myTurn(page)
      await playByName(page, { most: 1 })
    }
    await myTurn(page)
    for (const [lang, words] of Object.entries(said)) {
      await page.evaluate(l => {
        const kept = JSON.parse(localStorage.getItem('atoll.settings') ?? '{}')
        localStorage.setItem('atoll.settings', JSON.stringify({ ...kept, lang: l }))
      }, lang)
      await page.reload()
      await myTurn(page)
      await page.locator('.reef-deck button').click()
      await page.waitForSelector('.confirm')
      if (await page.locator('.confirm').isDisabled())
        await page.locator('.reef-display [data-lit="true"]').first().click()
      await page.waitForFunction(w => document.querySelector('.gain')?.textContent === w, words)
      await page.locator('.action-buttons .button:not(.confirm)').last().click()
      await page.waitForSelector('.gain', { state: 'detached' })
      await page.evaluate(() => {
        // A card without points on it.
        const plain = [...document.querySelectorAll('.reef-display .reef-slot')].find(
          e => !e.querySelector('.reef-tokens'),
        )
        plain.querySelector('button').click()
      })
      await page.waitForFunction(() => document.querySelector('.gain'))
      check(!/\b0/.test(await page.textContent('.gain')), await page.textContent('.gain'))
    }
    check(errors.length === 0, errors.join())
  },

  'sentences begin like sentences, and what is mine is called yours': async ({ browser, url }) => {
    const mine = { en: 'Your shelf', it: 'La tua libreria', fr: 'Votre bibliothèque', pl: 'Twój regał' }
    for (const [lang, words] of Object.entries(mine)) {
      const { page, context } = await visit(browser, `${url}#new/my-shelfie/${DEAL}`, { lang })
      await begin(page)
      await myTurn(page)
      check((await page.getAttribute('.pane-mine', 'aria-label')) === words, lang)
      const described = await page.locator('main .hidden p').allTextContents()
      check(
        described.some(line => line.startsWith(words)),
        described.join('\n'),
      )
      await context.close()
    }
    const { page } = await visit(browser, `${url}#new/reef-encounter/${DEAL}`)
    await begin(page)
    for (let i = 0; i < 3; i++) {
      await myTurn(page)
      await page.getByRole('button', { name: 'Moves', exact: true }).click()
      const low = (await page.locator('.moves button, .action-prompt').allTextContents()).filter(s =>
        /^\s*[a-z]/.test(s),
      )
      check(low.length === 0, low.join('\n'))
      await playByName(page, { most: 1 })
    }
    await myTurn(page)
    await page.getByRole('button', { name: 'Log', exact: true }).click()
    const low = (await page.locator('.log button').allTextContents()).filter(s => /^\s*[a-z]/.test(s))
    check(low.length === 0, low.join('\n'))
  },

  'a saved game is called so, and errors are in the language alone': async ({ browser, url }) => {
    for (const lang of ['it', 'fr']) {
      const bad = Object.entries(words(lang)).filter(([, text]) => /verbale|compte rendu/i.test(JSON.stringify(text)))
      check(bad.length === 0, `${lang}: ${bad.join()}`)
    }
    const { page } = await visit(browser, url, { lang: 'it' })
    await page.setInputFiles('.file input', {
      name: 'x.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('game: reef\nplayers: 9\n'),
    })
    await page.waitForFunction(() => /Non è stato possibile aprire/.test(document.querySelector('h1')?.textContent))
    check(/errore alla riga 2/.test(await page.textContent('main')), await page.textContent('main'))
    // Exactly this text: the rules' own text is English.
    const whole = words('it')['error.line'].replace('{n}', '2')
    check((await page.textContent('main p')) === whole, await page.textContent('main p'))
    check((await page.locator('main > *').count()) === 3, await page.innerHTML('main'))
    await inspect(page, 'error-it')
    await page.context().close()
    // A hint that fails.
    const other = await host((name, bytes) =>
      /js$/.test(name)
        ? String(bytes).replace(/hint:\(\)=>[\w$]+\.hint\(\)/, 'hint:()=>{throw new Error("bad letter")}')
        : bytes,
    )
    try {
      const { page } = await visit(browser, `${other.url}#new/reef/${DEAL}`, { lang: 'it' })
      await begin(page)
      await myTurn(page)
      await page.keyboard.press('h')
      await page.waitForFunction(() => /Riprova/.test(document.querySelector('.hints p')?.textContent))
      check(!/bad|letter/.test(await page.textContent('.hints')), await page.textContent('.hints'))
    } finally {
      other.stop()
    }
  },

  'after "Play" another address shows another screen': async ({ browser, url }) => {
    const { page, errors } = await visit(browser, url)
    const play = async game => {
      await page.locator(`.card[data-game="${game}"] .button.primary`).click()
      await myTurn(page)
      return page.evaluate(() => location.hash)
    }
    const first = await play('my-shelfie')
    await playByName(page, { most: 1 })
    await page.goto(url)
    const second = await play('reef')
    check(first !== second, 'two games')
    // As a link in another window or the address bar would do it.
    await page.evaluate(to => {
      location.hash = to
    }, first)
    await page.waitForSelector('.table[data-game="my-shelfie"]')
    await page.evaluate(() => {
      location.hash = '#new/reef'
    })
    await page.waitForSelector('.setup')
    check(errors.length === 0, errors.join())
  },
})

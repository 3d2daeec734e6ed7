// People apart in time, as they were seen to go wrong: who asks to play again is seen on a phone, a used link for another
// device goes from the screen, names of four seats stay whole, a clock that runs out says so.
import { ask, check, inspect, run, visit } from './harness.mjs'

const PHONE = { width: 390, height: 844 }

/** Ann on a phone and Ben at a table for two, both with its page open. */
async function two(browser, url, more) {
  const ann = await visit(browser, url, { size: PHONE })
  const ben = await visit(browser, url)
  await ask(ann.page, { do: 'name', name: 'Ann' })
  await ask(ben.page, { do: 'name', name: 'Ben' })
  const made = { do: 'create', game: 'reef', seats: ['me', 'person'], first: 1, fair: false, open: true, ...more }
  const { table } = await ask(ann.page, made)
  await ask(ben.page, { do: 'sit', table })
  for (const { page } of [ann, ben]) await page.goto(`${url}#table/${table}`)
  return { ann: ann.page, ben: ben.page, table }
}

await run({
  'who asks to play again is seen on a phone, and is not away': async ({ browser, url }) => {
    const { ann, ben, table } = await two(browser, url)
    await ann.waitForSelector('.whose[data-mine="true"]')
    await ask(ann, { do: 'resign', table })
    await ben.getByRole('button', { name: 'Play again together' }).first().click()
    await ann.getByText('Ben would like to play again.').first().waitFor({ state: 'visible' })
    await inspect(ann, 'again-who-phone')
    check((await ann.locator('.person[data-away="true"]').count()) === 0, 'nobody is away after the game')
    check(/wants to play again/.test(await ann.textContent('.people')), 'it stands beside the name')
  },

  'a link for another device goes from the screen when it was used': async ({ browser, url }) => {
    const ann = await visit(browser, `${url}#device`)
    await ask(ann.page, { do: 'name', name: 'Ann' })
    await ann.page.reload()
    // The page hears the name from the host, perhaps when it has asked for it already.
    await ann.page.locator('.who-line', { hasText: 'Ann' }).waitFor()
    await ann.page.getByRole('button', { name: /link/i }).first().click()
    const link = await ann.page.waitForSelector('.link').then(e => e.inputValue())
    const other = await visit(browser, link, { size: PHONE })
    await other.page.locator('main .button.primary').click()
    await ann.page.getByText('The link has been used').waitFor()
    check((await ann.page.locator('.link, .qr').count()) === 0, 'neither link nor code')
  },

  'names of four seats are whole, on a phone and on a desk': async ({ browser, url }) => {
    const ann = await visit(browser, url)
    await ask(ann.page, { do: 'name', name: 'Ann' })
    const seats = ['me', 'person', 'normal', 'master']
    const { table } = await ask(ann.page, { do: 'create', game: 'my-shelfie', seats, fair: false })
    await ann.page.goto(`${url}#table/${table}`)
    await ann.page.waitForSelector('.gather-seat')
    for (const size of [{ width: 1366, height: 768 }, PHONE]) {
      await ann.page.setViewportSize(size)
      const broken = await ann.page.evaluate(() => {
        const range = document.createRange()
        return [...document.querySelectorAll('.gather-who strong')].flatMap(e =>
          [...e.firstChild.data.matchAll(/\S+/g)].flatMap(word => {
            range.setStart(e.firstChild, word.index)
            range.setEnd(e.firstChild, word.index + word[0].length)
            return new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > 1 ? [word[0]] : []
          }),
        )
      })
      check(broken.length === 0, `${size.width}: broken: ${broken}`)
      await inspect(ann.page, `gather-four-${size.width}`)
    }
  },

  'with days the time stands beside the name, and the button of a phone has its room': async ({ browser, url }) => {
    const { ann, ben } = await two(browser, url, { first: 2, clock: { kind: 'turn', base: 259200000 } })
    await ben.waitForSelector('.whose[data-mine="true"]')
    await ann.waitForSelector('[data-help="give-time"]')
    await inspect(ann, 'days-phone')
    const bad = await ann.evaluate(() =>
      [...document.querySelectorAll('.person')].flatMap(p => {
        const box = what => p.querySelector(what)?.getBoundingClientRect()
        const [name, clock, help] = [box('.person-name'), box('.person-clock'), box('[data-help]')]
        const over = name && clock && clock.left < name.right - 1 && clock.top < name.bottom && clock.bottom > name.top
        return [...(over ? ['time over name'] : []), ...(help && help.height > 60 ? [`button ${help.height}`] : [])]
      }),
    )
    check(bad.length === 0, bad.join())
  },
})

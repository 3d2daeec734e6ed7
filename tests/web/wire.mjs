// The truth about the wire: a page over a cable that is cut, held or slow. The page's clock stands still and is moved on, so
// that nothing here depends on how quick the machine is. The same with clocks that run: bench/wire.mjs.
import { Cable } from './cable.mjs'
import { ask, check, picture, run, visit } from './harness.mjs'

const noticeOf = (page, kind = 'lost') => page.waitForSelector(`.notice[data-kind="${kind}"]`)
const gone = page => page.waitForSelector('.notice[data-kind="lost"]', { state: 'detached' })
const shown = page => page.locator('.notice[data-kind="lost"]').count()
/** What was sent over the cable from here on. */
const counted = (page, frames) => {
  page.on('websocket', ws => ws.on('framesent', f => frames.push(JSON.parse(String(f.payload)).do)))
  return frames
}

/** Ann alone with a bot that waits for her, over a cable; her clock stands still. */
async function seated(browser, server) {
  const cable = await new Cable(server.url).start()
  const ann = await visit(browser, server.url)
  await ask(ann.page, { do: 'name', name: 'Ann' })
  const { table } = await ask(ann.page, {
    do: 'create',
    game: 'reef',
    seats: ['me', 'beginner'],
    first: 1,
    fair: false,
  })
  const frames = counted(ann.page, [])
  await ann.context.addCookies(
    (await ann.context.cookies()).map(c => ({ name: c.name, value: c.value, url: cable.url })),
  )
  await ann.page.clock.install()
  await ann.page.goto(`${cable.url}#table/${table}`)
  await ann.page.waitForSelector('.whose[data-mine="true"]')
  await ann.page.clock.pauseAt(Date.now() + 1000)
  return { ...ann, cable, table, frames, go: ms => ann.page.clock.runFor(ms) }
}

/** The clock goes on in small steps until this is there, which may take frames of the page or words of the host. */
async function seen(page, what, there = true) {
  while ((await what.count()) > 0 !== there) await page.clock.runFor(16)
}

/** Makes the first move of the list; it is on its way. */
async function move(page) {
  for (const what of [
    page.getByRole('button', { name: 'Moves', exact: true }),
    page.locator('.moves button').first(),
    page.locator('.confirm:not([disabled])'),
  ]) {
    await seen(page, what)
    await what.click()
  }
  await seen(page, page.getByText('Your move is on its way'))
}

await run({
  'an idle page knows within fifteen seconds that the line is dead, and comes back when one wants': async ({
    browser,
    server,
  }) => {
    const { page, cable, go, frames } = await seated(browser, server)
    await go(9_600)
    check(frames.includes('ping'), `asks in silence: ${frames}`)
    cable.cut()
    await go(9_400)
    check(!(await shown(page)), 'nothing is said too early')
    await go(5_600)
    await noticeOf(page)
    check(/Connection lost/.test(await page.textContent('.notice[data-kind="lost"]')), 'it is said')
    const before = cable.count
    cable.mend()
    await page.getByRole('button', { name: 'Try now' }).click()
    await gone(page)
    check(cable.count === before + 1, 'one new connection, at once')
    cable.stop()
  },

  'a command without an answer is doubted after three seconds, and goes over another line five later': async ({
    browser,
    server,
  }) => {
    const { page, cable, go, frames } = await seated(browser, server)
    cable.cut()
    frames.length = 0
    await move(page)
    await go(2_600)
    check(!frames.includes('ping') && !(await shown(page)), 'not yet')
    await go(500)
    check(frames.includes('ping'), `the host is asked for a sign: ${frames}`)
    await go(1_000)
    check(/No answer from the host yet/.test(await (await noticeOf(page)).textContent()), 'it is said')
    await picture(page, 'wire-doubt')
    await go(3_300)
    check(/No answer/.test(await (await noticeOf(page)).textContent()), 'it has five seconds')
    await go(800)
    await page.locator('.notice[data-kind="lost"]', { hasText: 'Connection lost' }).waitFor()
    await picture(page, 'wire-lost')
    cable.mend()
    await page.getByRole('button', { name: 'Try now' }).click()
    await seen(page, page.locator('.notice[data-kind="lost"]'), false)
    // The move was kept, and is made: the bot answers.
    await seen(page, page.getByText('Your move is on its way'), false)
    cable.stop()
  },

  'a host that is slow, or waits for its store, is not doubted': async ({ browser, server }) => {
    const { page, cable, go, frames } = await seated(browser, server)
    // Slow: the answers come late, but before the time is up.
    cable.cut()
    await move(page)
    await go(6_000)
    check(frames.includes('ping'), 'asked')
    cable.mend({ late: true })
    await seen(page, page.getByText('Your move is on its way'), false)
    await seen(page, page.locator('.notice[data-kind="lost"]'), false)
    check(cable.count === 1, 'the same connection')
    await seen(page, page.locator('.whose[data-mine="true"]'))
    // It says that it waits: nobody asks.
    cable.say({ type: 'store', away: true })
    check(/waiting for its database/.test(await (await noticeOf(page)).textContent()), 'it is said')
    cable.cut()
    frames.length = 0
    await move(page)
    await go(9_000)
    check(!frames.includes('ping') && cable.count === 1, `not doubted: ${frames}`)
    check(!/No answer/.test(await page.textContent('.notice[data-kind="lost"]')), 'nor said to be')
    cable.stop()
  },
})

// How much of the window the boards take, for every game, number of players and size of a window:
// never less than before.
import { DEAL } from './harness.mjs'

export const SIZES = [
  [1440, 900],
  [1366, 768],
  [1024, 768],
  [768, 1024],
  [844, 390],
  [390, 844],
  [360, 740],
]

/** A game against easy bots, my turn. */
export async function sit(page, url, game, players) {
  await page.goto(`${url}#new/${game}/${DEAL}`)
  await page.waitForSelector('.setup')
  await page.locator(`.setup input[name="players"]`).nth(players - 2).check()
  for (let seat = 2; seat <= players; seat++) await page.selectOption(`#seat-${seat}`, 'bot:easy')
  await page.locator('.form-end .button.primary').click()
  await page.waitForSelector('.whose[data-mine="true"]', { timeout: 60000 })
}

/** The share of the window, in hundredths, that drawings of boards cover: those at least 60 pixels wide and high, as far
 *  as they are seen. */
export const share = page =>
  page.evaluate(() => {
    const STEP = 2
    const w = Math.floor(innerWidth / STEP),
      h = Math.floor(innerHeight / STEP)
    const seen = new Uint8Array(w * h)
    const clip = (r, by) => ({
      left: Math.max(r.left, by.left),
      top: Math.max(r.top, by.top),
      right: Math.min(r.right, by.right),
      bottom: Math.min(r.bottom, by.bottom),
    })
    for (const svg of document.querySelectorAll('.felt svg')) {
      let r = svg.getBoundingClientRect()
      const m = svg.getScreenCTM()
      const box = svg.viewBox.baseVal
      if (m && box && box.width)
        r = clip(r, {
          left: m.e + box.x * m.a,
          top: m.f + box.y * m.d,
          right: m.e + (box.x + box.width) * m.a,
          bottom: m.f + (box.y + box.height) * m.d,
        })
      if (r.right - r.left < 60 || r.bottom - r.top < 60 || getComputedStyle(svg).visibility === 'hidden') continue
      r = clip(r, { left: 0, top: 0, right: innerWidth, bottom: innerHeight })
      for (let e = svg.parentElement; e; e = e.parentElement)
        if (getComputedStyle(e).overflow !== 'visible') r = clip(r, e.getBoundingClientRect())
      for (let y = Math.ceil(r.top / STEP); y < Math.floor(r.bottom / STEP); y++)
        for (let x = Math.ceil(r.left / STEP); x < Math.floor(r.right / STEP); x++) seen[y * w + x] = 1
    }
    return Math.round((seen.reduce((a, b) => a + b, 0) / seen.length) * 1000) / 10
  })

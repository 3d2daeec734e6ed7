// Pictures of the page for the README: plays some turns of each game as a bot advises and writes
// docs/pictures/*.webp.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { browse, DESKTOP, PHONE, serve, visit } from '../tests/web/harness.mjs'

const out = join(dirname(fileURLToPath(import.meta.url)), '..', 'docs', 'pictures')
const SCENES = [
  { name: 'start', size: DESKTOP },
  { name: 'my-shelfie', game: 'my-shelfie', turns: 7, size: DESKTOP },
  { name: 'reef', game: 'reef', turns: 16, size: DESKTOP },
  { name: 'reef-encounter', game: 'reef-encounter', turns: 24, size: DESKTOP },
  { name: 'reef-night', game: 'reef', turns: 14, size: DESKTOP, dark: true },
  { name: 'my-shelfie-phone', game: 'my-shelfie', turns: 5, size: PHONE },
]

/** My next decision, as advised. */
async function advised(page) {
  await page.waitForSelector('.whose[data-mine="true"]', { timeout: 60000 })
  await page.keyboard.press('h')
  await page.locator('.hint-do:visible').first().click({ timeout: 60000 })
  await page.locator('.confirm:not([disabled])').click()
  await page.waitForSelector('.confirm', { state: 'detached' })
}

/** The picture as WebP: the browser can write it. */
async function webp(browser, png) {
  const page = await browser.newPage()
  const data = await page.evaluate(
    async source => {
      const image = await createImageBitmap(await (await fetch(source)).blob())
      const canvas = new OffscreenCanvas(image.width, image.height)
      canvas.getContext('2d').drawImage(image, 0, 0)
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 })
      return Array.from(new Uint8Array(await blob.arrayBuffer()))
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  await page.close()
  return Buffer.from(data)
}

mkdirSync(out, { recursive: true })
const server = await serve()
const browser = await browse()
for (const { name, game, turns, size, dark } of SCENES) {
  const { page, context } = await visit(browser, server.url, { size, colorScheme: dark ? 'dark' : 'light' })
  if (game) {
    await page.locator(`.card[data-game="${game}"] .button.primary`).click()
    for (let i = 0; i < turns; i++) await advised(page)
    await page.waitForSelector('.whose[data-mine="true"]', { timeout: 60000 })
    await page.evaluate(() => document.activeElement.blur())
    await page.waitForTimeout(400)
  }
  const bytes = await webp(browser, await page.screenshot())
  writeFileSync(join(out, `${name}.webp`), bytes)
  console.log(`${name}.webp ${bytes.length}`)
  await context.close()
}
await browser.close()
await server.stop()

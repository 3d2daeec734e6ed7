// The still of the README: plays some turns of My Shelfie as a bot advises and writes docs/pictures/my-shelfie.webp.
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { browse, DESKTOP, serve, visit } from '../tests/web/harness.mjs'

const out = join(dirname(fileURLToPath(import.meta.url)), '..', 'docs', 'pictures', 'my-shelfie.webp')
const TURNS = 7

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

const server = await serve()
const browser = await browse()
const { page } = await visit(browser, server.url, { size: DESKTOP })
await page.locator('.card[data-game="my-shelfie"] .button.primary').click()
for (let i = 0; i < TURNS; i++) await advised(page)
await page.waitForSelector('.whose[data-mine="true"]', { timeout: 60000 })
await page.evaluate(() => document.activeElement.blur())
await page.waitForTimeout(400)
const bytes = await webp(browser, await page.screenshot())
writeFileSync(out, bytes)
console.log(`my-shelfie.webp ${bytes.length}`)
await browser.close()
await server.stop()

#!/usr/bin/env node
// icons.mjs BUILD: draws the pictures by which a device shows the installed page: icons out of web/src/art/atoll.svg, and
// screenshots of the page. They are kept in web/icons/; run this again after a change of either.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const build = process.argv[2]
if (!build) {
  console.error('icons.mjs BUILD: BUILD is a folder with the command and the page, as build-gcc')
  process.exit(2)
}
process.env.ATOLL = join(root, build, 'atoll')
const { browse, myTurn, rest, serve, visit, DEAL } = await import('../tests/web/harness.mjs')
const out = name => join(root, 'web', 'icons', name)
mkdirSync(out(''), { recursive: true })

const svg = readFileSync(join(root, 'web/src/art/atoll.svg'), 'utf8')
/** A maskable icon may lose all that is not within 80 % of its middle. */
const ICONS = [
  ['icon-192.png', 192, '0 0 128 128'],
  ['icon-512.png', 512, '0 0 128 128'],
  ['maskable-512.png', 512, '-10 -10 148 148'],
  ['apple-touch-icon.png', 180, '0 0 128 128'],
]
const SHOTS = [
  ['wide.jpg', { width: 1280, height: 800 }, 'reef-encounter'],
  ['narrow.jpg', { width: 390, height: 844 }, 'my-shelfie'],
]

const server = await serve()
const browser = await browse()
for (const [name, size, box] of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  // What lies outside the drawing has the colour of its ground.
  const drawn = svg.replace(
    /viewBox="[^"]*"/,
    `viewBox="${box}" width="${size}" height="${size}" style="background:#17829a"`,
  )
  await page.setContent(`<body style="margin:0">${drawn}</body>`)
  await page.screenshot({ path: out(name) })
  await page.close()
}
for (const [name, size, game] of SHOTS) {
  const { page, context } = await visit(browser, `${server.url}#new/${game}/${DEAL}`, { size })
  await page.locator('.setup .button.primary').last().click()
  await myTurn(page)
  await rest(page)
  await page.screenshot({ path: out(name), type: 'jpeg', quality: 70 })
  await context.close()
}
await browser.close()
await server.stop()
// Fewer bytes, if the program is there: PNGs lose nothing.
await new Promise(ok =>
  spawn('optipng', ['-quiet', '-o5', ...ICONS.map(([name]) => out(name))], { stdio: 'ignore' })
    .on('error', ok)
    .on('exit', ok),
)

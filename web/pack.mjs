// pack.mjs FOLDER OUT.c: the files of the page as a C array (server/asset.h), each also compressed
// where that makes it smaller.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const [folder, out] = process.argv.slice(2)
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
  '.webmanifest': 'application/manifest+json',
}
/** As build.mjs writes them, and esbuild for what is loaded later. */
const HASHED = /-([0-9a-f]{10}|[0-9A-Z]{8})\.\w+$/
// The page that `atoll serve` serves has a host for tables online, and where it is; any web host's has none.
const HOST = '<meta name="atoll-host" content="ws">'

const parts = ['#include "asset.h"\n\n#include <stddef.h>\n']
const rows = []

function bytes(name, data) {
  parts.push(`static const unsigned char ${name}[] = {${Array.from(data).join(',')}};\n`)
  return `{${name}, ${data.length}}`
}

readdirSync(folder)
  .sort()
  .forEach((file, i) => {
    const read = readFileSync(join(folder, file))
    const plain = file === 'index.html' ? Buffer.from(String(read).replace('</head>', `${HOST}\n</head>`)) : read
    const gzip = gzipSync(plain, { level: 9 })
    const brotli = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
    const smaller = (name, data) => (data.length < plain.length ? bytes(`${name}_${i}`, data) : '{NULL, 0}')
    const etag = createHash('sha256').update(plain).digest('hex').slice(0, 16)
    const type = TYPES[extname(file)]
    if (!type) throw new Error(`what is the type of ${file}?`)
    rows.push(
      `\t{"/${file === 'index.html' ? '' : file}", "${type}", "${etag}", ${HASHED.test(file)},\n\t ` +
        `{${bytes(`plain_${i}`, plain)}, ${smaller('gzip', gzip)}, ${smaller('brotli', brotli)}}},\n`,
    )
  })
parts.push(`\nconst struct asset assets[] = {\n${rows.join('')}};\nconst int asset_count = ${rows.length};\n`)
writeFileSync(out, parts.join(''))

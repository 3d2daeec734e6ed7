// QR codes of the page compared with those of libqrencode (called by Python): the same modules, with the
// mask that the library chooses, for texts that fill each version and for those around them.
import { build } from 'esbuild'
import { spawnSync } from 'node:child_process'

const THEIRS = `
import ctypes, ctypes.util, json, sys
lib = ctypes.CDLL(ctypes.util.find_library('qrencode') or 'libqrencode.so.4')
class Code(ctypes.Structure):
    _fields_ = [('version', ctypes.c_int), ('width', ctypes.c_int), ('data', ctypes.POINTER(ctypes.c_ubyte))]
lib.QRcode_encodeString8bit.restype = ctypes.POINTER(Code)
def rows(text):
    c = lib.QRcode_encodeString8bit(text.encode(), 0, 0).contents
    return [''.join(str(c.data[y * c.width + x] & 1) for x in range(c.width)) for y in range(c.width)]
print(json.dumps([rows(text) for text in json.load(sys.stdin)]))
`
const source = new URL('../../web/src/online/qr.ts', import.meta.url).pathname
const bundle = await build({ entryPoints: [source], bundle: true, write: false, format: 'esm' })
const { qr } = await import(
  `data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].contents).toString('base64')}`
)

/** The longest text of each version, in bytes. */
const FULL = [17, 32, 53, 78, 106, 134, 154, 192, 230, 271]
const LONGEST = FULL.at(-1)
const texts = [1, ...FULL.flatMap(n => [n - 7, n, n + 1])]
  .filter(n => n <= LONGEST)
  .flatMap(n => [
    'https://atoll.example/#table/4f0c9a1e77d2/'.repeat(9).slice(0, n),
    'é' + 'q0'.repeat(LONGEST).slice(0, n - 2),
  ])
  .filter(text => Buffer.byteLength(text) <= LONGEST)
const run = spawnSync('python3', ['-c', THEIRS], { input: JSON.stringify(texts), maxBuffer: 1 << 28 })
const theirs = JSON.parse(run.stdout)
const rows = code => code.map(row => row.map(Number).join('')).join()

const bad = texts.filter((text, i) => {
  const wanted = theirs[i].join()
  return ![0, 1, 2, 3, 4, 5, 6, 7].some(mask => rows(qr(text, mask)) === wanted)
})
const masks = texts.filter(text => ![0, 1, 2, 3, 4, 5, 6, 7].some(mask => rows(qr(text, mask)) === rows(qr(text))))
const results = [
  [bad.length === 0, `the same code for ${texts.length} texts of 1 to ${LONGEST} bytes`, bad],
  [masks.length === 0, 'without a mask given it takes one of the eight', masks],
  [
    qr('x'.repeat(LONGEST)).length === 57 && qr('x'.repeat(LONGEST + 1)) === null,
    'a text that is too long has none',
    [],
  ],
]
console.log(`1..${results.length}`)
results.forEach(([good, name, what], i) =>
  console.log(`${good ? 'ok' : 'not ok'} ${i + 1} - ${name}${good ? '' : `\n  ${what.slice(0, 3).join('\n  ')}`}`),
)
process.exit(results.every(([good]) => good) ? 0 : 1)

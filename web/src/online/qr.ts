// QR codes (ISO/IEC 18004), as far as links need them: bytes, level L of error correction, versions 1 to
// 10. They are drawn on the device, so nobody else learns the link.

/** For each version: data codewords, correction codewords a block, blocks, and the places of alignment patterns. */
const VERSIONS: [data: number, ecc: number, blocks: number, align: number[]][] = [
  [19, 7, 1, []],
  [34, 10, 1, [6, 18]],
  [55, 15, 1, [6, 22]],
  [80, 20, 1, [6, 26]],
  [108, 26, 1, [6, 30]],
  [136, 18, 2, [6, 34]],
  [156, 20, 2, [6, 22, 38]],
  [194, 24, 2, [6, 24, 42]],
  [232, 30, 2, [6, 26, 46]],
  [274, 18, 4, [6, 28, 50]],
]
const LEVEL_L = 1

/** A square of modules; true is dark. */
export type Code = boolean[][]

// --- the codewords ---

/** Multiplies in GF(256) with the polynomial 0x11d. */
function times(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    if ((b >> bit) & 1) product ^= a
  }
  return product
}

/** The remainder of data by the generator polynomial of this degree: Reed-Solomon correction. */
function correction(data: number[], degree: number): number[] {
  const generator: number[] = Array<number>(degree).fill(0)
  generator[degree - 1] = 1
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2))
    for (let k = 0; k < degree; k++) generator[k] = times(generator[k]!, root) ^ (generator[k + 1] ?? 0)
  const rest: number[] = Array<number>(degree).fill(0)
  for (const byte of data) {
    const factor = byte ^ rest.shift()!
    rest.push(0)
    generator.forEach((g, k) => (rest[k]! ^= times(g, factor)))
  }
  return rest
}

/** Length and text in codewords, padded. */
function dataOf(bytes: Uint8Array, version: number, capacity: number): number[] {
  const bits: number[] = []
  const put = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1)
  }
  put(4, 4)
  put(bytes.length, version < 10 ? 8 : 16)
  bytes.forEach(b => put(b, 8))
  put(0, Math.min(4, capacity * 8 - bits.length))
  while (bits.length % 8) bits.push(0)
  for (let pad = 0xec; bits.length < capacity * 8; pad ^= 0xec ^ 0x11) put(pad, 8)
  return Array.from({ length: capacity }, (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((sum, b) => 2 * sum + b, 0))
}

/** Data and correction, one codeword of each block in turn. */
function interleave(data: number[], ecc: number, count: number): number[] {
  const size = Math.floor(data.length / count)
  const short = count - (data.length % count)
  const blocks: number[][] = []
  for (let i = 0, at = 0; i < count; i++) {
    const length = size + (i < short ? 0 : 1)
    blocks.push(data.slice(at, at + length))
    at += length
  }
  const turns = (list: number[][]): number[] =>
    Array.from({ length: size + 1 }, (_, i) => list.flatMap(b => (i < b.length ? [b[i]!] : []))).flat()
  const corrections = blocks.map(b => correction(b, ecc))
  return [...turns(blocks), ...Array.from({ length: ecc }, (_, i) => corrections.map(c => c[i]!)).flat()]
}

// --- the modules ---

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  x => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** value with its remainder by a binary polynomial of this degree. */
function checked(value: number, polynomial: number, degree: number): number {
  let rest = value
  for (let i = 0; i < degree; i++) rest = (rest << 1) ^ ((rest >> (degree - 1)) * polynomial)
  return (value << degree) | rest
}

class Sheet {
  readonly dark: Code
  /** Taken by a pattern, so it carries no data. */
  private readonly taken: Code

  constructor(
    version: number,
    readonly size = 4 * version + 17,
  ) {
    const empty = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false))
    this.dark = empty()
    this.taken = empty()
    for (let i = 0; i < size; i++) {
      this.set(6, i, i % 2 === 0)
      this.set(i, 6, i % 2 === 0)
    }
    for (const [x, y] of [
      [3, 3],
      [size - 4, 3],
      [3, size - 4],
    ] as const)
      this.rings(x, y, 4)
    const align = VERSIONS[version - 1]![3]
    const last = align.at(-1)
    for (const x of align)
      for (const y of align)
        if (!((x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6))) this.rings(x, y, 2)
    this.format(0)
    if (version >= 7) {
      const bits = checked(version, 0x1f25, 12)
      for (let i = 0; i < 18; i++) {
        const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)]
        this.set(a, b, ((bits >> i) & 1) === 1)
        this.set(b, a, ((bits >> i) & 1) === 1)
      }
    }
  }

  private set(x: number, y: number, dark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return
    this.dark[y]![x] = dark
    this.taken[y]![x] = true
  }

  /** A finder (reach 4, with its light border) or an alignment pattern (reach 2). */
  private rings(cx: number, cy: number, reach: number): void {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy))
        this.set(cx + dx, cy + dy, reach === 4 ? ring !== 2 && ring !== 4 : ring !== 1)
      }
  }

  /** The level and the mask, twice. */
  format(mask: number): void {
    const bits = checked((LEVEL_L << 3) | mask, 0x537, 10) ^ 0x5412
    const { size } = this
    for (let i = 0; i < 15; i++) {
      const dark = ((bits >> i) & 1) === 1
      if (i < 8) this.set(size - 1 - i, 8, dark)
      else this.set(8, size - 15 + i, dark)
      const along = i < 6 ? i : i < 8 ? i + 1 : 0
      if (i < 8) this.set(8, along, dark)
      else this.set(i === 8 ? 7 : 14 - i, 8, dark)
    }
    this.set(8, size - 8, true)
  }

  /** Codewords in columns of two, from the right, up and down. */
  fill(words: number[]): void {
    let at = 0
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right--
      for (let k = 0; k < this.size; k++)
        for (const x of [right, right - 1]) {
          const y = ((right + 1) & 2) === 0 ? this.size - 1 - k : k
          if (this.taken[y]![x]) continue
          this.dark[y]![x] = (((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1
          at++
        }
    }
  }

  /** Inverts what the mask covers; a second call restores it. */
  mask(n: number): void {
    for (let y = 0; y < this.size; y++)
      for (let x = 0; x < this.size; x++)
        if (!this.taken[y]![x] && MASKS[n]!(x, y)) this.dark[y]![x] = !this.dark[y]![x]
    this.format(n)
  }

  /** A penalty for codes that are hard to read: long runs, blocks, patterns like a finder, too much of one colour. */
  penalty(): number {
    const { size, dark } = this
    let sum = 0
    let count = 0
    for (const at of [(i: number, k: number) => dark[i]![k]!, (i: number, k: number) => dark[k]![i]!])
      for (let i = 0; i < size; i++) {
        let line = ''
        for (let k = 0; k < size; k++) line += at(i, k) ? '1' : '0'
        for (const run of line.match(/(.)\1{4,}/g) ?? []) sum += run.length - 2
        for (const finder of ['10111010000', '00001011101'])
          for (let k = line.indexOf(finder); k >= 0; k = line.indexOf(finder, k + 1)) sum += 40
      }
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
        count += dark[y]![x] ? 1 : 0
        const here = dark[y]![x]
        if (here === dark[y]![x + 1] && here === dark[y + 1]?.[x] && here === dark[y + 1]?.[x + 1]) sum += 3
      }
    return sum + 10 * Math.floor(Math.abs((count * 20) / (size * size) - 10))
  }
}

/** The code of a text, with the mask that is easiest to read (or a given one); null: the text is too long. */
export function qr(text: string, mask?: number): Code | null {
  const bytes = new TextEncoder().encode(text)
  const version = VERSIONS.findIndex(([data], i) => bytes.length <= data - (i < 9 ? 2 : 3)) + 1
  if (version === 0) return null
  const [data, ecc, blocks] = VERSIONS[version - 1]!
  const sheet = new Sheet(version)
  sheet.fill(interleave(dataOf(bytes, version, data), ecc, blocks))
  let best = mask ?? 0
  let least = Infinity
  for (let n = 0; n < 8 && mask === undefined; n++) {
    sheet.mask(n)
    const penalty = sheet.penalty()
    if (penalty < least) [best, least] = [n, penalty]
    sheet.mask(n)
  }
  sheet.mask(best)
  return sheet.dark
}

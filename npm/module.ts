/** The module: its memory, how its functions are called, and what they refuse. */

/** A decision or a draw, packed by the game; 0 is never legal. */
export type Move = number

/** What turn() says where no seat is to move. */
export const CHANCE = -1
export const OVER = -2
/** What viewer() says where the viewer is no seat; first() where it is not known yet. */
export const PUBLIC = -1
export const TRUTH = -2
export const NOBODY = -1
/** How guess_as() weighs the worlds. */
export const GUESS_DEALT = 0
export const GUESS_PLAYED = 1
/** Batch.done of a game that has ended, or that was cut off. */
export const DONE = 1
export const CUT_OFF = 2

/** Something that the library refused, and why; nothing has changed then. */
export class AtollError extends Error {
  /** enum at_err: 1 bad text, 2 bad value, 3 bad move, 4 bad state, 5 bad bytes, 6 too long */
  readonly code: number
  /** of a text that was read, from 1, or 0 */
  readonly line: number
  /** the number of the rule that forbids it ("MS-3.1"), or null */
  readonly rule: string | null

  constructor(code: number, line: number, why: string) {
    super(line ? `line ${line}: ${why}` : why)
    this.name = 'AtollError'
    this.code = code
    this.line = line
    this.rule = /\b[A-Z]{2}-\d+(\.\d+)*\b/.exec(why)?.[0] ?? null
  }
}

const TEXT_MAX = 1 << 18
const SEED_SIZE = 32

type Raw = { memory: WebAssembly.Memory } & Record<string, (...words: (number | bigint)[]) => unknown>

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The module's memory and functions, and scratch room for one call: `out` for answers, `given` for a text or bytes. */
export class Module {
  readonly x: Raw
  readonly error: number
  readonly out: number
  /** asked while a bot thinks */
  stop: (() => boolean) | null = null
  private readonly forgotten = new FinalizationRegistry<() => void>(free => free())

  constructor(instance: WebAssembly.Instance) {
    this.x = instance.exports as unknown as Raw
    this.error = this.alloc(208)
    this.out = this.alloc(TEXT_MAX)
  }

  call(name: string, ...words: (number | bigint)[]): number {
    return this.x[name]!(...words) as number
  }

  /** A function that returns enum at_err and takes a struct at_error last. */
  check(name: string, ...words: (number | bigint)[]): void {
    if (this.call(name, ...words, this.error)) throw this.why()
  }

  /** A function that returns a new thing, or NULL and an error. */
  make(name: string, ...words: (number | bigint)[]): number {
    const made = this.call(name, ...words, this.error)
    if (!made) throw this.why()
    return made
  }

  why(): AtollError {
    const view = this.view(this.error)
    return new AtollError(view.getInt32(0, true), view.getUint32(4, true), this.text(this.error + 8))
  }

  alloc(size: number): number {
    const at = this.call('malloc', size)
    if (!at) throw new RangeError('Atoll: there is not enough memory')
    return at
  }

  /** Frees what the library made when `owner` is forgotten. */
  own(owner: object, free: () => void): void {
    this.forgotten.register(owner, free, owner)
  }

  disown(owner: object): void {
    this.forgotten.unregister(owner)
  }

  view(at: number): DataView {
    return new DataView(this.x.memory.buffer, at)
  }

  bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.x.memory.buffer, at, size)
  }

  doubles(at: number, count: number): number[] {
    return [...new Float64Array(this.x.memory.buffer, at, count)]
  }

  words(at: number, count: number): number[] {
    return [...new Uint32Array(this.x.memory.buffer, at, count)]
  }

  /** A C string. */
  text(at: number): string {
    const all = new Uint8Array(this.x.memory.buffer)
    return decoder.decode(all.subarray(at, all.indexOf(0, at)))
  }

  /** Runs with a copy of these bytes in the module, which ends with 0. */
  with<T>(given: string | Uint8Array, then: (at: number, size: number) => T): T {
    const bytes = typeof given === 'string' ? encoder.encode(given) : given
    const at = this.alloc(bytes.length + 1)
    try {
      this.bytes(at, bytes.length).set(bytes)
      this.bytes(at + bytes.length, 1)[0] = 0
      return then(at, bytes.length)
    } finally {
      this.call('free', at)
    }
  }

  /** Runs with room for so many bytes. */
  room<T>(size: number, then: (at: number) => T): T {
    const at = this.alloc(size)
    try {
      return then(at)
    } finally {
      this.call('free', at)
    }
  }

  /** A function that prints into (out, room). */
  printed(name: string, ...words: (number | bigint)[]): string {
    const length = this.call(name, ...words, this.out, TEXT_MAX)
    return decoder.decode(this.bytes(this.out, length))
  }
}

export const seed32 = (seed: Uint8Array): Uint8Array => {
  if (seed.length !== SEED_SIZE) throw new AtollError(2, 0, `a seed has ${SEED_SIZE} bytes, not ${seed.length}`)
  return seed
}

/** Something in the module's memory. */
export class Thing {
  /** @internal */
  readonly m: Module
  /** @internal the address; 0 after free() */
  p: number
  private readonly release: string

  /** @internal */
  constructor(m: Module, p: number, release: string) {
    this.m = m
    this.p = p
    this.release = release
    m.own(this, () => m.call(release, p))
  }

  /** @internal the address, or an error after free() */
  get at(): number {
    if (!this.p) throw new AtollError(2, 0, 'this was freed')
    return this.p
  }

  /** Frees it at once; again: nothing. */
  free(): void {
    if (!this.p) return
    this.m.disown(this)
    this.m.call(this.release, this.p)
    this.p = 0
  }
}

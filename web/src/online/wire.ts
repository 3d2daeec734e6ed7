// The connection to the host (docs/protocol.md): one for the page, opened on first use. It reconnects by
// itself, and sends a command again under the same id until it is answered; the host carries it out once.
// A connection that is silent, or leaves a command without an answer, is tested with a ping, and replaced if that is not
// answered either.

import { busy, during } from '../rest'

/** The version of the protocol that this page speaks. */
const PROTOCOL = 1

export interface Hello {
  protocol: number
  /** If it differs from the last one, the host was restored from a backup, and numbers of events mean nothing any
   *  more. */
  incarnation: string
  games: { name: string; title: string; players_min: number; players_max: number; rules: number }[]
  levels: string[]
  /** 0 until this device has a name. */
  person: number
  name: string | null
  [member: string]: unknown
}

export interface Command {
  do: string
  [member: string]: unknown
}

/** done, or a message of the command's own type. */
export interface Answer {
  type: string
  id: string
  [member: string]: unknown
}

/** A message that answers no command: events, presence, chat, lobby ... */
export interface Message {
  type: string
  [member: string]: unknown
}

/** The host refuses: code is for programs, the message for people who read English. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    why: string,
  ) {
    super(why)
  }
}

/** absent: this page has no host; old: the host has a newer protocol or newer rules than this page. */
export type State = 'connecting' | 'open' | 'lost' | 'absent' | 'old'

export interface Wire {
  readonly state: State
  /** The host has lost its database and waits for it: commands are answered later. */
  readonly waits: boolean
  /** A command has no answer, and neither has the ping that followed it. */
  readonly doubts: boolean
  /** What the host said of itself and of this person, kept up to date; null before the first greeting. */
  readonly hello: Hello | null
  /** Sends a command when it can: rejects only with a Refusal. With an id of an earlier command it is that command
   *  again. */
  ask(command: Command, id?: string): Promise<Answer>
  /** Listens to messages of a type that answer no command. */
  on(type: string, f: (m: Message) => void): () => void
  /** Listens for a new state or hello. Commands that are sent when the state becomes open go before all that wait. */
  subscribe(f: () => void): () => void
  /** Checks at once whether the connection still holds; reconnects at once if there is none. */
  check(): void
  /** Connects anew at once, if the connection is lost or in doubt. */
  again(): void
}

/** Upper bounds in ms for the first pause before reconnecting, and for any. The pauses are random below them. */
const PAUSE = 5_000
const PAUSE_MOST = 60_000
/** After this much silence, or this long without an answer to a command, the host is asked for a sign. */
const SILENCE = 9_500
const DOUBT = 3_000
/** It has this long to answer: usually, when something is wrong, and while connecting. */
const PATIENCE = 5_000
const PATIENCE_SHORT = 2_500
const PATIENCE_FIRST = 10_000
/** After this much of it the screen says so. */
const PATIENCE_TOLD = 1_000
/** The longest pause before a silent connection is replaced: others have probably not lost theirs. */
const SOON = 300
/** After this close code the page waits for a minute. Without a code nothing was heard. */
const TOO_FAST = 4001
const SILENT = 0
/** Temporary refusals; the last means that the connection is about to end. */
const LATER = ['too-fast', 'busy']
const STOPPING = 'stopping'
const TRIES = 6

/** The given number of random bytes as digits. Works on plain http too. */
export function random(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), b => b.toString(16).padStart(2, '0')).join('')
}

/** The host has the rules of this page: the page can compute what happens there. */
function sameRules({ games }: Hello): boolean {
  return games.every(g => CATALOGUE.games.every(own => own.name !== g.name || own.rules === g.rules))
}

interface Waiting {
  text: string
  command: Command
  tries: number
  ok: (a: Answer) => void
  fail: (r: Refusal) => void
}

class Connection implements Wire {
  state: State = 'connecting'
  waits = false
  doubts = false
  hello: Hello | null = null
  private socket: WebSocket | null = null
  private readonly waiting = new Map<string, Waiting>()
  private readonly hearing = new Map<string, Set<(m: Message) => void>>()
  private readonly listeners = new Set<() => void>()
  private pause = PAUSE
  /** When the last attempt began. An attempt that hangs is given up when there is reason to hope for a better one. */
  private began = 0
  private coming: ReturnType<typeof setTimeout> | undefined
  private quiet: ReturnType<typeof setTimeout> | undefined
  /** Runs while a command waits for its answer; then the id of the ping that must be answered. */
  private doubt: ReturnType<typeof setTimeout> | undefined
  private doubted = ''
  /** The page is not at rest before the host has greeted it, or is known not to. */
  private readonly begun = busy()

  constructor(private readonly address: string) {
    this.connect()
    addEventListener('online', () => this.check())
    addEventListener('offline', () => this.check())
    addEventListener('pageshow', () => this.check())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.check()
    })
  }

  subscribe(f: () => void): () => void {
    this.listeners.add(f)
    return () => this.listeners.delete(f)
  }

  on(type: string, f: (m: Message) => void): () => void {
    const hearing = this.hearing.get(type) ?? new Set()
    this.hearing.set(type, hearing.add(f))
    return () => hearing.delete(f)
  }

  ask(command: Command, id = random(16)): Promise<Answer> {
    const answer = new Promise<Answer>((ok, fail) => {
      const text = JSON.stringify({ ...command, id })
      this.waiting.set(id, { text, command, tries: 0, ok, fail })
      if (this.state === 'open') this.transmit(text)
    })
    return during(answer)
  }

  check(): void {
    if (this.state === 'old') return
    if (this.state === 'open') this.ping(PATIENCE_SHORT)
    else if (!this.socket || performance.now() - this.began > PATIENCE_SHORT) this.connect()
  }

  again(): void {
    if (this.state === 'old' || (this.state === 'open' && !this.doubted)) return
    this.lose(SILENT)
    this.connect()
  }

  private become(state: State): void {
    this.begun()
    this.state = state
    this.listeners.forEach(f => f())
  }

  private connect(): void {
    clearTimeout(this.coming)
    const before = this.socket
    const socket = new WebSocket(this.address)
    this.socket = socket
    this.began = performance.now()
    before?.close()
    this.expect(PATIENCE_FIRST)
    socket.onmessage = e => {
      if (this.socket === socket) this.hear(JSON.parse(e.data as string) as Message)
    }
    socket.onclose = e => {
      if (this.socket === socket) this.lose(e.code)
    }
  }

  /** The connection is gone, or probably so: unanswered commands wait for the next one. */
  private lose(code: number): void {
    clearTimeout(this.quiet)
    clearTimeout(this.doubt)
    this.doubt = undefined
    this.doubted = ''
    this.doubts = false
    const { socket } = this
    this.socket = null
    socket?.close()
    if (this.state === 'old') return
    const most = code === SILENT && this.state === 'open' ? SOON : this.pause
    const wait = code === TOO_FAST ? PAUSE_MOST : Math.random() * most
    this.pause = Math.min(2 * this.pause, PAUSE_MOST)
    this.coming = setTimeout(() => this.connect(), wait)
    this.become('lost')
  }

  private transmit(text: string): void {
    this.socket?.send(text)
    this.doubt ??= setTimeout(() => this.doubtIt(), DOUBT)
  }

  /** Something was answered: the other commands have as long again. */
  private trust(): void {
    clearTimeout(this.doubt)
    this.doubt = this.waiting.size > 0 ? setTimeout(() => this.doubtIt(), DOUBT) : undefined
    this.doubted = ''
    this.rest()
    if (!this.doubts) return
    this.doubts = false
    this.become(this.state)
  }

  /** Asks whether the host is still there, unless it says that it waits for its database. */
  private doubtIt(): void {
    this.doubt = undefined
    if (this.state !== 'open' || this.waiting.size === 0) return
    if (this.waits) {
      this.trust()
      return
    }
    this.doubted = this.ping(PATIENCE)
    this.doubt = setTimeout(() => {
      this.doubts = true
      this.become(this.state)
    }, PATIENCE_TOLD)
  }

  /** A page does not see the host's pings, so in silence it asks by itself. */
  private expect(patience: number): void {
    clearTimeout(this.quiet)
    this.quiet = setTimeout(() => this.lose(SILENT), patience)
  }
  /** The host has spoken. */
  private rest(): void {
    clearTimeout(this.quiet)
    this.quiet = setTimeout(() => this.ping(PATIENCE), SILENCE)
  }
  private ping(patience: number): string {
    const id = random(16)
    this.socket?.send(JSON.stringify({ do: 'ping', id }))
    this.expect(patience)
    return id
  }

  private hear(m: Message): void {
    if (this.doubted && m.id === this.doubted) this.trust()
    else if (!this.doubted) this.rest()
    if (m.type === 'hello') this.greet(m as unknown as Hello)
    else if (typeof m.id === 'string') this.answer(m as Answer)
    else if (m.type === 'store') {
      this.waits = m.away === true
      this.trust()
      this.become(this.state)
    } else this.hearing.get(m.type)?.forEach(f => f(m))
  }

  private greet(hello: Hello): void {
    this.hello = hello
    this.waits = false
    if (hello.protocol !== PROTOCOL || !sameRules(hello)) {
      this.become('old')
      this.lose(SILENT)
      return
    }
    this.pause = PAUSE
    const before = [...this.waiting.values()]
    this.become('open')
    for (const w of before) this.transmit(w.text)
  }

  private answer(m: Answer): void {
    const w = this.waiting.get(m.id)
    if (!w) return
    if (m.type === 'refused' && m.code === STOPPING) return
    const later = LATER.includes(m.code as string) || (this.waits && m.code === 'store')
    if (m.type === 'refused' && later && ++w.tries < TRIES) {
      setTimeout(
        () => {
          if (this.state === 'open' && this.waiting.has(m.id)) this.transmit(w.text)
        },
        1000 + 1000 * Math.random(),
      )
      return
    }
    this.waiting.delete(m.id)
    this.trust()
    if (m.type === 'refused') w.fail(new Refusal(String(m.code), String(m.why)))
    else {
      w.ok(m)
      if (m.type === 'done' && 'person' in m) this.introduce(m)
    }
  }

  /** The host's new description of this person, after a command that changed it. */
  private introduce(m: Answer): void {
    this.hello = { ...this.hello!, ...m, type: 'hello' }
    this.become(this.state)
  }
}

/** Without a host nothing is ever answered. */
const absent: Wire = {
  state: 'absent',
  waits: false,
  doubts: false,
  hello: null,
  ask: () => Promise.reject(new Refusal('absent', 'there is no host here')),
  on: () => () => {},
  subscribe: () => () => {},
  check: () => {},
  again: () => {},
}

let one: Wire | null = null
const first = new Set<() => void>()

/** Is there a host at all? `atoll serve` marks the page that it serves. */
const mark = (): HTMLMetaElement | null => document.querySelector('meta[name="atoll-host"]')
export const hosted = (): boolean => mark() !== null

export function wire(): Wire {
  if (one) return one
  // The address is relative to the page's own.
  const at = mark()
  one = at ? new Connection(new URL(at.content, document.baseURI).href.replace(/^http/, 'ws')) : absent
  first.forEach(f => f())
  return one
}

/** The connection, if there is one; calls f when there is one. */
export function wireIfAny(f?: () => void): Wire | null {
  if (!one && f) first.add(f)
  return one
}

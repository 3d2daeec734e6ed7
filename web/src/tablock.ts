// Which tab plays a game that several have open: one of them does, the others watch and move along.
//
// Whoever opens a game that nobody has gets it. Where the browser has locks, a tab that comes later watches, and a game
// whose tab was closed goes to the one that waits; elsewhere (plain http from another machine) the last that came has it.

interface Note {
  id: string
  from: string
  what: 'saved' | 'taken'
}

export interface Hearer {
  /** Another tab has taken the game (false), or it has come to this one. */
  held(held: boolean): void
  /** Another tab has saved it. */
  saved(): void
}

const locks = (): LockManager | undefined => globalThis.navigator?.locks
const forEver = (): Promise<never> => new Promise(() => {})

export class TabLock {
  held = false
  private readonly channel = new BroadcastChannel('atoll.tables')
  private readonly from = String(Math.random())
  private waiting: AbortController | null = null

  constructor(
    private readonly id: string,
    private readonly hearer: Hearer,
  ) {
    this.channel.onmessage = ({ data }: MessageEvent<Note>) => {
      if (data.id !== id || data.from === this.from) return
      if (data.what === 'saved') hearer.saved()
      else if (!locks()) this.set(false)
    }
  }

  /** Takes the game unless another tab has it; then it is waited for. */
  async begin(): Promise<void> {
    if (!locks()) return this.take()
    await this.ask({ ifAvailable: true })
    if (!this.held) this.wait()
  }

  /** Takes the game, whoever has it. */
  async take(): Promise<void> {
    this.waiting?.abort()
    if (locks()) await this.ask({ steal: true })
    else this.set(true)
    this.post('taken')
  }

  /** Tells the others that there is something new. */
  saved(): void {
    this.post('saved')
  }

  private post(what: Note['what']): void {
    this.channel.postMessage({ id: this.id, from: this.from, what } satisfies Note)
  }

  private set(held: boolean): void {
    if (held === this.held) return
    this.held = held
    this.hearer.held(held)
  }

  /** Done when it is known whether the lock is ours. It then stays so until this worker ends or another tab takes it. */
  private ask(options: LockOptions): Promise<void> {
    return new Promise(known => {
      const granted = (lock: Lock | null): Promise<void> | undefined => {
        if (lock) this.set(true)
        known()
        return lock ? forEver() : undefined
      }
      locks()!
        .request(`atoll.table.${this.id}`, options, granted)
        .catch(() => {
          known()
          if (options.signal?.aborted) return
          this.set(false)
          this.wait()
        })
    })
  }

  private wait(): void {
    this.waiting = new AbortController()
    void this.ask({ signal: this.waiting.signal })
  }
}

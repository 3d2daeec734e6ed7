// Which tab plays a game that several have open: one of them plays, the others watch and follow.
//
// A tab that opens a game first gets it. If the browser has locks, later tabs watch, and when the playing
// tab is closed a waiting one takes over. In other cases (plain http from another machine) the last tab to
// open it has it.

interface Note {
  id: string
  from: string
  what: 'saved' | 'taken'
}

export interface Hearer {
  /** Another tab has taken the game (false), or this one has got it. */
  held(held: boolean): void
  /** Another tab has saved the game. */
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

  /** Takes the game unless another tab has it; then waits for it. */
  async begin(): Promise<void> {
    if (!locks()) return this.take()
    await this.ask({ ifAvailable: true })
    if (!this.held) this.wait()
  }

  /** Takes the game, even from another tab. */
  async take(): Promise<void> {
    this.waiting?.abort()
    if (locks()) await this.ask({ steal: true })
    else this.set(true)
    this.post('taken')
  }

  /** Tells the other tabs that there is something new. */
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

  /** Resolved when it is known whether the lock is ours. That holds until this worker ends or another tab takes it. */
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

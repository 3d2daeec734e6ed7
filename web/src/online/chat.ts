// The chat of a table: the lines, how many of them are new, and a switch to mute it.

import type { Said } from './messages'
import { wire, type Message } from './wire'

/** Reactions: a character is sent; every page draws it, and names it in its own language. */
export const REACTIONS: Record<string, string> = {
  '👍': 'good',
  '⭐': 'bravo',
  '😄': 'laugh',
  '😮': 'wow',
  '🤔': 'thinking',
  '❤️': 'thanks',
}

const OFF = 'atoll.chat'
const READ = 'atoll.read'

function stored<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? otherwise
  } catch {
    return otherwise
  }
}

function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    /* it lasts as long as the page */
  }
}

export class Chat {
  lines: Said[] = []
  /** The line that has just come, for as long as it is shown beside its author. */
  fresh: Said | null = null
  off = stored<string>(OFF, 'on') === 'off'
  private count = 0
  private read: number
  private loading: Promise<void> | null = null
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly table: string,
    private readonly changed: () => void,
  ) {
    this.read = stored<Record<string, number>>(READ, {})[table] ?? 0
  }

  get unread(): number {
    return this.off ? 0 : Math.max(0, this.count - this.read)
  }

  /** How many lines there are; the missing ones are fetched when the chat is opened. */
  told(count: number): void {
    this.count = count
    if (this.lines.length > 0 && this.lines.length < count) void this.load()
  }

  hear(m: Message): void {
    const { number, person, name, text } = m as unknown as Said
    this.count = Math.max(this.count, number + 1)
    const line = { number, person, name, text }
    if (number === this.lines.length) this.lines = [...this.lines, line]
    if (!this.off) {
      this.fresh = line
      clearTimeout(this.timer)
      this.timer = setTimeout(() => {
        this.fresh = null
        this.changed()
      }, 6000)
    }
    this.changed()
  }

  unhear(number: number): void {
    this.lines = this.lines.map(l => (l.number === number ? { ...l, text: null } : l))
    if (this.fresh?.number === number) this.fresh = null
    this.changed()
  }

  /** Fetches the missing lines. */
  load(): Promise<void> {
    this.loading ??= this.fetch().finally(() => {
      this.loading = null
    })
    return this.loading
  }

  private async fetch(): Promise<void> {
    while (this.lines.length < this.count) {
      const answer = await wire().ask({ do: 'chats', table: this.table, from: this.lines.length })
      const more = (answer.lines as Said[]).filter(l => l.number >= this.lines.length)
      if (more.length === 0) break
      this.lines = [...this.lines, ...more]
    }
    this.changed()
  }

  /** All lines have been seen. */
  seen(): void {
    if (this.read >= this.count) return
    this.read = this.count
    const all = { ...stored<Record<string, number>>(READ, {}), [this.table]: this.read }
    store(READ, Object.fromEntries(Object.entries(all).slice(-100)))
    this.changed()
  }

  hide(off: boolean): void {
    this.off = off
    if (off) this.fresh = null
    store(OFF, off ? 'off' : 'on')
    this.changed()
  }

  async say(text: string): Promise<void> {
    await wire().ask({ do: 'chat', table: this.table, text })
  }
  async unsay(number: number): Promise<void> {
    await wire().ask({ do: 'unchat', table: this.table, number })
  }

  close(): void {
    clearTimeout(this.timer)
  }
}

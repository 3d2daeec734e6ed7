// Calls across a worker's message port: one side serves functions, the other calls them by name. A side is
// not at rest until all calls are answered and the other side is at rest.

import { busy, during, onRest } from './rest'

type Message =
  | { id: number; call: string; args: unknown[] }
  | { id: number; value: unknown }
  | { id: number; error: string }
  | { event: unknown }
  | { rest: boolean }

interface Port {
  postMessage(message: unknown): void
  addEventListener(type: 'message', f: (e: MessageEvent) => void): void
}

export type Handlers = Record<string, (...args: never[]) => unknown>

/** Serves the handlers; returns a function that sends events to the other side. */
export function serve(port: Port, handlers: Handlers): (event: unknown) => void {
  async function answer(m: Message): Promise<void> {
    if (!('call' in m)) return
    try {
      const f = handlers[m.call] as ((...args: unknown[]) => unknown) | undefined
      if (!f) throw new Error(`no call '${m.call}'`)
      port.postMessage({ id: m.id, value: await f(...m.args) })
    } catch (err) {
      port.postMessage({ id: m.id, error: err instanceof Error ? err.message : String(err) })
    }
  }
  onRest(rest => port.postMessage({ rest }))
  port.addEventListener('message', e => void during(answer(e.data as Message)))
  return event => port.postMessage({ event })
}

/** The calling side. */
export class Caller {
  private next = 1
  private readonly open = new Map<number, { ok: (v: unknown) => void; fail: (e: Error) => void; end: () => void }>()
  private rested = () => {}

  constructor(
    private readonly port: Port,
    onEvent: (event: never) => void = () => {},
  ) {
    port.addEventListener('message', e => {
      const m = e.data as Message
      if ('event' in m) onEvent(m.event as never)
      else if ('rest' in m) {
        this.rested()
        if (!m.rest) this.rested = busy()
      } else if (!('call' in m)) {
        const waiting = this.open.get(m.id)
        this.open.delete(m.id)
        if ('error' in m) waiting?.fail(new Error(m.error))
        else waiting?.ok(m.value)
        waiting?.end()
      }
    })
  }

  call<R>(name: string, ...args: unknown[]): Promise<R> {
    const id = this.next++
    this.port.postMessage({ id, call: name, args })
    return new Promise<R>((ok, fail) => this.open.set(id, { ok: ok as (v: unknown) => void, fail, end: busy() }))
  }

  /** The worker has been ended: open calls are never answered. */
  close(): void {
    this.rested()
    for (const { end } of this.open.values()) end()
    this.open.clear()
  }
}

// A whole game in a link: the fragment never goes to a server. JSON, deflated, base64url.

import { isDate } from './daily'
import type { Seat } from './view'

/** step: which position to show, counted in moves; the end if it is missing. */
export interface Shared {
  record: string
  seats: Seat[]
  step?: number
  /** Who sent it, once the game is over: those who open it are strangers to it. */
  from?: string
  /** The date of a daily deal, if this is somebody's game of it. */
  daily?: string
}

/** More than the record of any real game needs; a link that unpacks to more is refused. */
const MOST = 400_000

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  const reader = (new Blob([bytes]).stream().pipeThrough(stream) as ReadableStream<Uint8Array>).getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > MOST) throw new Error('too long')
    parts.push(value)
  }
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export async function pack(shared: Shared): Promise<string> {
  // The ids of this device's people are private: only names and pictures go along.
  const seats = shared.seats.map(s => ({ ...s, person: undefined }))
  const bytes = new TextEncoder().encode(JSON.stringify({ ...shared, seats }))
  const small = await through(bytes, new CompressionStream('deflate-raw'))
  let text = ''
  for (const b of small) text += String.fromCharCode(b)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

export async function unpack(text: string): Promise<Shared> {
  const raw = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const small = Uint8Array.from(raw, c => c.charCodeAt(0))
  const bytes = await through(small, new DecompressionStream('deflate-raw'))
  const shared = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Shared>
  if (typeof shared.record !== 'string' || !Array.isArray(shared.seats)) throw new Error('no game in it')
  const seats = shared.seats.map((s): Seat => {
    const name = String(s.name ?? '').slice(0, 24)
    if (s.kind === 'bot') return { kind: 'bot', name, level: String(s.level).slice(0, 24) }
    const picture = Number.isInteger(s.picture) ? { picture: s.picture! } : {}
    return { kind: s.kind === 'guest' ? 'guest' : 'me', name, ...picture }
  })
  return {
    record: shared.record,
    seats,
    ...(Number.isInteger(shared.step) ? { step: shared.step } : {}),
    ...(typeof shared.from === 'string' && shared.from ? { from: shared.from.slice(0, 24) } : {}),
    ...(typeof shared.daily === 'string' && isDate(shared.daily) ? { daily: shared.daily } : {}),
  }
}

/** A link to look at the game, or to compare a daily deal. */
export function link(packed: string, daily = false): string {
  return `${location.origin}${location.pathname}#${daily ? 'd' : 'g'}=${packed}`
}

/** A link with somebody's game of a daily deal, under their name and picture. */
export async function dailyLink(
  { name, picture }: { name: string; picture: number },
  record: string,
  seats: Seat[],
  daily: string,
): Promise<string> {
  const named = seats.map(s => (s.kind === 'me' ? { picture, ...s, name: s.name || name } : s))
  return link(await pack({ record, seats: named, daily }), true)
}

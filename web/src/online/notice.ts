// "Your turn", as a notification of the browser when the page is in the background: once a turn, by one of
// the open tabs.

import { during } from '../rest'

/** ask: the person has not been asked yet; no: forbidden, or the browser wants https for it. */
export function notices(): 'yes' | 'ask' | 'no' {
  if (!('Notification' in globalThis) || !isSecureContext) return 'no'
  return Notification.permission === 'granted' ? 'yes' : Notification.permission === 'default' ? 'ask' : 'no'
}

/** Asks the person; call it in a click. */
export async function askForNotices(): Promise<boolean> {
  return notices() === 'yes' || (notices() === 'ask' && (await Notification.requestPermission()) === 'granted')
}

const KEY = 'atoll.noticed'

/** Turns that a tab has shown or announced: for each table the time of its last one. All tabs read it. */
function noticed(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}
/** False: it was announced before. */
function take(table: string, turn: number): boolean {
  const before = noticed()
  if ((before[table] ?? 0) >= turn) return false
  const latest = Object.entries({ ...before, [table]: turn })
    .sort((a, b) => b[1] - a[1])
    .slice(0, 50)
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(latest)))
  } catch {
    /* a private window may refuse: then each tab announces it */
  }
  return true
}

export interface Notice {
  table: string
  /** When the turn began: this tells it from the last one. */
  turn: number
  title: string
  text: string
}

const sleep = (ms: number): Promise<void> => new Promise(ok => setTimeout(ok, ms))

/** A visible tab claims the turn at once; hidden tabs try one after the other. */
const OTHERS_FIRST = 300
/** The delay after which one tab can read what another one has written. */
const SPREAD = 100

/** One tab at a time; if the browser wants https for locks, a random delay keeps the tabs apart. */
async function alone(f: () => void): Promise<void> {
  if (!navigator.locks) {
    await sleep(Math.random() * 10 * SPREAD)
    f()
    return
  }
  await navigator.locks.request(KEY, async () => {
    f()
    await sleep(SPREAD)
  })
}

async function announce(n: Notice, tone: () => void): Promise<void> {
  if (document.visibilityState === 'visible') {
    take(n.table, n.turn)
    return
  }
  await sleep(OTHERS_FIRST)
  await alone(() => {
    if (!take(n.table, n.turn)) return
    tone()
    if (notices() === 'yes') show(n)
  })
}

/** It is my turn at a table. tone: plays the sound for it. */
export const announceTurn = (n: Notice, tone: () => void): Promise<void> => during(announce(n, tone))

function show({ table, title, text }: Notice): void {
  const options = { body: text, tag: table, icon: 'icon.svg', data: `#table/${table}` }
  try {
    const notice = new Notification(title, options)
    notice.onclick = () => {
      focus()
      location.hash = options.data
      notice.close()
    }
  } catch {
    // Phones require that the service worker shows it (sw.ts).
    void navigator.serviceWorker?.ready.then(r => r.showNotification(title, options))
  }
}

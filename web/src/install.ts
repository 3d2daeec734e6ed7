// The page as an app of the device: the browser's offer to install it, kept until somebody asks for it, and records that
// are opened with the installed page.

/** What browsers give that can install a page; the standard library has no type for it. */
interface Offer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}
interface Launch {
  files?: { getFile(): Promise<File> }[]
}

let offer: Offer | null = null
const listeners = new Set<() => void>()

function become(now: Offer | null): void {
  offer = now
  listeners.forEach(f => f())
}

export const canInstall = (): boolean => offer !== null

export function onInstall(f: () => void): () => void {
  listeners.add(f)
  return () => listeners.delete(f)
}

/** Asks the person, by the browser's own dialog. An offer is good for one question. */
export async function install(): Promise<void> {
  const asked = offer
  become(null)
  await asked?.prompt()
}

export function watchInstall(): void {
  addEventListener('beforeinstallprompt', e => {
    e.preventDefault() // no banner: the start screen has a button
    become(e as Offer)
  })
  addEventListener('appinstalled', () => become(null))
}

/** f gets every record that the system opens with the installed page. */
export function onLaunch(f: (file: File) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: { setConsumer(f: (launch: Launch) => void): void } }
  launchQueue?.setConsumer(launch => void launch.files?.[0]?.getFile().then(f))
}

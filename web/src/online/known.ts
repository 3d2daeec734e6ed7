// Who I am to the host. A mere visit tells it nothing: the page connects by itself only if this device has
// sat down online before.

import { hosted, wire } from './wire'

export { hosted }

const KEY = 'atoll.online'

/** Has this device a name at the host? */
export function known(): boolean {
  try {
    return hosted() && localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

export function setKnown(yes: boolean): void {
  try {
    if (yes) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    /* a private window may refuse: the name lasts as long as the page */
  }
}

/** Tells the host my name and picture. Rejects with a Refusal (bad-name). */
export async function introduce(name: string, picture: number): Promise<void> {
  const hello = wire().hello
  if (!hello?.person || hello.name !== name || hello.picture !== picture)
    await wire().ask({ do: 'name', name, picture })
  setKnown(true)
}

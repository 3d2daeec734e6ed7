// Deletes what this device has stored: choices, names, numbers, games. The files of the page stay: they say
// nothing about anybody.

import * as results from '../results'
import * as store from '../store'

export async function forgetDevice(): Promise<void> {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('atoll')) localStorage.removeItem(key)
    sessionStorage.clear()
  } catch {
    /* nothing could be stored there either */
  }
  await store.clear().catch(() => {})
  await results.clear().catch(() => {})
}

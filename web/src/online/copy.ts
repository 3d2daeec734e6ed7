// Links on their way to others: the clipboard, the system's share sheet. Browsers give both to pages
// from https only, so there are ways without.

/** Copies the text; false: the person has to do it. Call it in a click. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyTheOldWay(text)
  }
}

/** Selects the text in a field out of sight and has the browser copy that. */
function copyTheOldWay(text: string): boolean {
  const before = document.activeElement as HTMLElement | null
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'hidden'
  field.readOnly = true
  document.body.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    before?.focus()
  }
}

export const canShare = (): boolean => typeof navigator.share === 'function'

/** Opens the share sheet. Who closes it without choosing has done nothing wrong. */
export async function share(title: string, url: string): Promise<void> {
  await navigator.share({ title, url }).catch(() => {})
}

/** The address of a place in this page, for others. */
export const linkTo = (fragment: string): string => `${location.origin}${location.pathname}${fragment}`

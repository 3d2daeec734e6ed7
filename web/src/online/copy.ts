// Ways to give a link to others: the clipboard, the system's share sheet. Browsers offer both only to pages
// from https, so there are fallbacks.

/** Copies the text; false: the person has to copy it. Call it in a click. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyTheOldWay(text)
  }
}

/** Selects the text in a hidden field and has the browser copy that. */
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

/** Opens the share sheet. Closing it without a choice is no error. */
export async function share(title: string, url: string): Promise<void> {
  await navigator.share({ title, url }).catch(() => {})
}

/** The address of a place in this page, for others. */
export const linkTo = (fragment: string): string => `${location.origin}${location.pathname}${fragment}`

// Looking up a rule from the table: a click on an element with data-rule opens it, and parts without an
// element of their own call lookUp(). The table listens and opens the page of the guide (ui/rulesheet.tsx).

import { useEffect, useState } from 'preact/hooks'

const ASKED = 'atoll-rule'

/** Opens a page of the guide over the table. */
export const lookUp = (rule: string): void => {
  dispatchEvent(new CustomEvent(ASKED, { detail: rule }))
}

/** The page that was asked for; null once it is closed. */
export function useRule(): [string | null, () => void] {
  const [rule, set] = useState<string | null>(null)
  useEffect(() => {
    const asked = (e: Event) => set((e as CustomEvent<string>).detail)
    const click = (e: MouseEvent) => {
      const found = (e.target as Element).closest<HTMLElement>('[data-rule]')?.dataset.rule
      if (found) set(found)
    }
    addEventListener(ASKED, asked)
    addEventListener('click', click)
    return () => {
      removeEventListener(ASKED, asked)
      removeEventListener('click', click)
    }
  }, [])
  return [rule, () => set(null)]
}

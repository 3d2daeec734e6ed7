// Whether the window matches a media query, kept up to date.

import { useEffect, useState } from 'preact/hooks'

export function useMedia(query: string): boolean {
  const [fits, set] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const follow = () => set(list.matches)
    follow()
    list.addEventListener('change', follow)
    return () => list.removeEventListener('change', follow)
  }, [query])
  return fits
}

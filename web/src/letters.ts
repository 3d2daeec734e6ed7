// The letters on pieces, in the reader's language: the first of the kind's word, and a second one where
// another kind of the game begins with it too. (Records have letters of their own, the same everywhere.)

import type { T } from './i18n'

/** The second letter is the first one that differs from all words with the same beginning. */
export function shorten(words: string[]): string[] {
  return words.map((word, me) => {
    const alike = words.filter((other, i) => i !== me && other[0] === word[0])
    if (alike.length === 0) return word[0] ?? ''
    const at = [...word].findIndex((letter, i) => i > 0 && alike.every(other => other[i] !== letter))
    return (word[0] ?? '') + (word[at] ?? '')
  })
}

/** kinds: the letters of the rules, with the keys of their words. */
export function lettersOf(t: T, kinds: Record<string, string>): Record<string, string> {
  const short = shorten(Object.values(kinds).map(key => t(key)))
  return Object.fromEntries(
    Object.keys(kinds).map((kind, i) => [kind, short[i]!.charAt(0).toLocaleUpperCase(t.lang) + short[i]!.slice(1)]),
  )
}

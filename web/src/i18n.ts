// Words: one catalogue a language, loaded when needed: the texts of LANG_KEYS, in their order, and those of
// parts that are loaded later (ui/later.tsx). A text is a string with {holes}, or an object of plural forms
// chosen by the hole n (Intl.PluralRules). KEY.you, if it exists, is used when the hole who is "You".

import { during } from './rest'

export type Words = Record<string, string | Record<string, string>>
export type Holes = Record<string, string | number>
/** Translates a key; an unknown key is given back as it is. */
export type T = ((key: string, holes?: Holes) => string) & {
  has(key: string): boolean
  lang: string
  /** Loads the words of the parts that are loaded later; more() waits for them. */
  complete: boolean
  more(): Promise<void>
}

export const LANGS: Record<string, string> = { en: 'English', it: 'Italiano', fr: 'Français', pl: 'Polski' }

export function translator(lang: string, words: Words, later: () => Promise<Words>): T {
  const plural = new Intl.PluralRules(lang)
  const t = (key: string, holes: Holes = {}): string => {
    // "Your shelf", not "Shelf of You".
    let value = (holes.who === words['seat.you'] && words[`${key}.you`]) || words[key]
    if (value === undefined) return key
    if (typeof value === 'object') value = value[plural.select(Number(holes.n ?? 0))] ?? value.other ?? key
    return value.replace(/\{(\w+)\}/g, (hole, name: string) => String(holes[name] ?? hole))
  }
  const all: T = Object.assign(t, {
    has: (key: string) => key in words,
    lang,
    complete: false,
    async more() {
      if (!all.complete) Object.assign(words, await later())
      all.complete = true
    },
  })
  return all
}

/** The first language of the browser that has a catalogue. */
export function preferred(): string {
  for (const tag of navigator.languages ?? []) {
    const lang = tag.slice(0, 2).toLowerCase()
    if (lang in LANGS) return lang
  }
  return 'en'
}

async function fetchJson<J>(file: string): Promise<J> {
  const response = await during(fetch(file))
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  return (await during(response.json())) as J
}

/** The same text as the beginning of a sentence. */
export const sentence = (t: T, text: string): string => text.charAt(0).toLocaleUpperCase(t.lang) + text.slice(1)

export async function load(lang: string, complete = false): Promise<T> {
  const [first, later] = LANG_URLS[lang] ?? LANG_URLS.en!
  const texts = await fetchJson<Words[string][]>(first)
  const words = Object.fromEntries(LANG_KEYS.split('\n').map((key, i) => [key, texts[i]!]))
  const t = translator(lang, words, () => fetchJson<Words>(later))
  if (complete) await t.more()
  return t
}

/** A refusal by the rules ("MS-3.2: ...") in the reader's language: the catalogue explains each rule. A module's
 *  own words are shown unchanged. */
export function refusal(t: T, game: string, why: string): string {
  const rule = /^([A-Z]+-\d[\d.]*)/.exec(why)?.[1]
  if (rule) return t.has(`${game}.rule.${rule}`) ? t(`${game}.rule.${rule}`) : t('error.rule', { rule })
  return t('error.not-now')
}

/** Why a game could not be opened: it is gone, or a line of its record has a mistake, with the rule that is broken
 *  there, if it is one. */
export function openingError(t: T, why: string): string {
  const [, line, rule] = /^line (\d+)(?:: ([A-Z]+-\d[\d.]*))?/.exec(why) ?? []
  if (line) return t('error.line', { n: line }) + (rule ? ` ${t('error.rule', { rule })}` : '')
  return t(why === 'gone' ? 'error.gone' : 'error.broken')
}

// The numbered rules (docs/rules) in the reader's language, fetched when they are opened; web/rulebook.mjs writes them.

import { during } from './rest'

export interface Rule {
  /** Its number, as in refusals. */
  id: string
  /** Markup, made of our own text when the page was built. */
  html: string
  pictures: { src: string; says: string; size: [number, number] }[]
}

export interface Section {
  id: string
  title: string
  /** The text before its first rule, as markup. */
  intro: string
  rules: Rule[]
}

const books = new Map<string, Record<string, Section[]>>()

async function fetched(file: string): Promise<Record<string, Section[]>> {
  const response = await during(fetch(file))
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  return (await during(response.json())) as Record<string, Section[]>
}

/** The rules of a game, section by section; empty if there are none of this game. */
export async function rulesOf(lang: string, game: string): Promise<Section[]> {
  const file = RULES_URLS[lang] ?? RULES_URLS.en!
  const book = books.get(file) ?? (await fetched(file))
  books.set(file, book)
  return book[game] ?? []
}

/** The text as it is compared: no markup, no accents, lower case. */
export const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/’/g, "'")
    .toLowerCase()

/** The sections, with only those rules that have all these words or numbers. */
export function search(sections: Section[], words: string): Section[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean)
  if (!wanted.length) return sections
  const has = (text: string) => wanted.every(word => text.includes(word))
  return sections
    .map(s => ({
      ...s,
      intro: '',
      rules: s.rules.filter(r => has(plain([r.id, s.title, r.html, ...r.pictures.map(p => p.says)].join(' ')))),
    }))
    .filter(s => s.rules.length)
}

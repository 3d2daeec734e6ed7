// The catalogues: web/lang/<language>/<part>.json, and in a folder later/ the words of what is loaded
// later (src/ui/later.tsx). Run as a program it checks them: the same keys and the same holes in every
// language, the plural forms each language has, and every key the sources name.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkRules } from './rulebook.mjs'

const web = dirname(fileURLToPath(import.meta.url))
export const LANGS = ['en', 'it', 'fr', 'pl']

function read(lang, wanted) {
  const all = {}
  const parts = readdirSync(join(web, 'lang', lang), { recursive: true }).sort()
  for (const part of parts.filter(p => p.endsWith('.json') && wanted(p))) {
    const more = JSON.parse(readFileSync(join(web, 'lang', lang, part), 'utf8'))
    for (const key of Object.keys(more)) if (key in all) throw new Error(`${lang}/${part}: ${key} is there twice`)
    Object.assign(all, more)
  }
  return all
}

/** All words of a language. */
export const words = lang => read(lang, () => true)

/** The words of the parts that are loaded later. */
export const laterWords = lang => read(lang, part => part.startsWith('later'))

const forms = value => (typeof value === 'string' ? [value] : Object.values(value))
const holes = text =>
  [...text.matchAll(/\{(\w+)\}/g)]
    .map(m => m[1])
    .sort()
    .join(' ')

function sources(folder) {
  return readdirSync(folder, { recursive: true })
    .filter(f => /\.tsx?$/.test(f))
    .map(f => readFileSync(join(folder, f), 'utf8'))
}

function check() {
  const bad = []
  const english = words('en')
  for (const lang of LANGS) {
    const own = words(lang)
    const wanted = new Intl.PluralRules(lang).resolvedOptions().pluralCategories
    for (const key of Object.keys(english)) if (!(key in own)) bad.push(`${lang}: ${key} is missing`)
    for (const [key, value] of Object.entries(own)) {
      if (!(key in english)) {
        bad.push(`${lang}: ${key} is not in English`)
        continue
      }
      const expected = holes(forms(english[key]).at(-1))
      for (const form of forms(value)) {
        if (form === '') bad.push(`${lang}: ${key} is empty`)
        if (lang === 'fr' && / [;:!?»]|« /.test(form)) bad.push(`fr: ${key} may break before a mark: ${form}`)
        if (form.includes("'")) bad.push(`${lang}: ${key} has a typewriter’s apostrophe: ${form}`)
        if (holes(form) !== expected) bad.push(`${lang}: ${key} has other holes than in English: ${form}`)
      }
      if (typeof value !== typeof english[key]) bad.push(`${lang}: ${key} has plural forms in one language only`)
      if (typeof value === 'object')
        for (const form of wanted) if (!(form in value)) bad.push(`${lang}: ${key} lacks the plural form '${form}'`)
    }
  }
  for (const text of sources(join(web, 'src')))
    for (const [, key] of text.matchAll(/\bt\('([^']+)'/g))
      if (!(key in english)) bad.push(`en: ${key}, named in the sources, is missing`)
  return bad
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bad = [...check(), ...checkRules(LANGS)]
  for (const line of bad) console.error(line)
  if (!bad.length) console.log(`ok: ${Object.keys(words('en')).length} texts in ${LANGS.length} languages`)
  process.exit(bad.length ? 1 : 0)
}

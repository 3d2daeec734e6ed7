// The numbered rules for the page: docs/rules/GAME.md is the English text, lang/<language>/rules/GAME.md are the others, written
// in the same way: "## 1 Title", "- **RF-1.1** text", and links to rules and pictures. A translation is checked against the
// English text: the same rules, pictures, figures, and links.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const web = dirname(fileURLToPath(import.meta.url))
const DOCS = join(web, '..', 'docs', 'rules')
const GAMES = readFileSync(join(web, '..', 'games.list'), 'utf8')
  .trim()
  .split('\n')
  .filter(game => existsSync(join(DOCS, `${game}.md`)))
const PICTURES = / ?\((?:\[[^\]]*\]\(pictures\/[^)]*\)(?:, )?)+\)/g
/** What leads to the components, which are not here. */
const BELOW = / \(\[[^\]]*\]\(#the-[^)]*\)\)/g
const NUMBER = /^[A-Z]+-\d+(?:\.\d+)?$/

/** The text of a game's rules; English where a language has none yet. */
function source(lang, game) {
  const own = join(web, 'lang', lang, 'rules', `${game}.md`)
  return lang === 'en' || !existsSync(own) ? join(DOCS, `${game}.md`) : own
}

const escape = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

function inline(game, text) {
  return escape(text)
    .replace(/'/g, '’')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^\]]*)\]\(([^)]*)\)/g, (_, label, to) => {
      const number = to.slice(to.indexOf('#') + 1)
      return NUMBER.test(number) ? `<a href="#rules/${game}/${number}" data-number="${number}">${label}</a>` : label
    })
    .replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>')
}

function table(game, lines) {
  const cells = line => line.replace(/^\||\|$/g, '').split('|')
  const row = (line, tag) =>
    `<tr>${cells(line)
      .map(c => c.trim())
      .map(c => (c ? `<${tag}>${inline(game, c)}</${tag}>` : '<td></td>'))
      .join('')}</tr>`
  return `<table><thead>${row(lines[0], 'th')}</thead><tbody>${lines
    .slice(2)
    .map(l => row(l, 'td'))
    .join('')}</tbody></table>`
}

/** Paragraphs, lists, tables and drawings in letters, with an empty line between them. */
function blocks(game, text) {
  return text
    .split(/\n\s*\n/)
    .filter(block => block.trim())
    .map(block => {
      const lines = block.split('\n').filter(l => l.trim())
      const deep = Math.min(...lines.map(l => /^ */.exec(l)[0].length))
      if (deep >= 4) return `<pre tabindex="0">${escape(lines.map(l => l.slice(deep)).join('\n'))}</pre>`
      const said = lines.map(l => l.trim())
      if (said[0].startsWith('|')) return table(game, said)
      if (/^1\. /.test(said[0]))
        return `<ol>${said
          .join(' ')
          .split(/ ?\d\. /)
          .slice(1)
          .map(item => `<li>${inline(game, item)}</li>`)
          .join('')}</ol>`
      return `<p>${inline(game, said.join(' '))}</p>`
    })
    .join('')
}

/** What the pictures show, in English. */
function captions() {
  const all = readFileSync(join(DOCS, 'pictures', 'README.md'), 'utf8')
  return Object.fromEntries(
    [...all.matchAll(/^\[.*?\): ([^\n]*)\.\n\n!\[[^\]]*\]\(([^)]*)\)/gm)].map(m => [m[2], m[1]]),
  )
}

/** Sections of a text: number, title, what stands before the first rule, and the rules as they are written. */
function sections(text, drawn) {
  const plain = text
    .replace(/<a id="[^"]*"><\/a>/g, '')
    .replace(/<!-- table common-goal-pictures -->[^]*?<!-- end of table -->/, drawn)
    .replace(/<!-- table [^]*?<!-- end of table -->\n/g, '')
  return [...plain.matchAll(/^## (\d+) (.*)\n([^]*?)(?=^## |(?![^]))/gm)].map(([, n, title, body]) => {
    const [intro, ...rules] = body.split(/^- (?=\*\*[A-Z]+-[\d.]+\*\*)/m)
    return { n, title, intro, rules: rules.map(r => /^\*\*([A-Z]+-[\d.]+)\*\* ([^]*)$/.exec(r).slice(1)) }
  })
}

const DRAWN = () => {
  const [, pre] = /<!-- table common-goal-pictures -->\n([^]*?)<!-- end of table -->/.exec(
    readFileSync(join(DOCS, 'my-shelfie.md'), 'utf8'),
  )
  return pre
}

const parse = (lang, game) => sections(readFileSync(source(lang, game), 'utf8'), DRAWN())

/** The files that the rules of a language are made of. */
export const ruleFiles = lang => [...GAMES.map(game => source(lang, game)), join(DOCS, 'pictures', 'README.md')]
export const pictureFile = name => join(DOCS, 'pictures', name)

/** Width and height, so that the page keeps a picture's room before it is there. */
function size(name) {
  const [, width, height] = / width="(\d+)" height="(\d+)"/.exec(readFileSync(pictureFile(name), 'utf8'))
  return [Number(width), Number(height)]
}

/** The rules of all games in a language; address(name) says where the page finds a picture. */
export function rulebook(lang, address) {
  const english = captions()
  const book = {}
  for (const game of GAMES) {
    const own = lang === 'en' || source(lang, game) !== source('en', game)
    const all = parse(lang, game)
    const prefix = all.flatMap(s => s.rules)[0][0].split('-')[0]
    book[game] = all.map(s => ({
      id: `${prefix}-${s.n}`,
      title: s.title,
      intro: blocks(game, s.intro),
      rules: s.rules.map(([id, text]) => ({
        id,
        html: blocks(game, text.replace(PICTURES, '').replace(BELOW, '')),
        pictures: [...text.matchAll(/\[([^\]]*)\]\(pictures\/([^)]*)\)/g)].map(([, says, name]) => ({
          src: address(name),
          size: size(name),
          says: lang === 'en' || !own ? english[name] : says,
        })),
      })),
    }))
  }
  return book
}

/** What must be the same in every language: figures, links, pictures, what stands in code. */
function facts(text) {
  const links = [...text.matchAll(/\]\(([^)]*)\)/g)]
    .map(m => m[1])
    .filter(to => NUMBER.test(to.slice(1)) || /^pictures/.test(to))
  const rest = text.replace(/\[[^\]]*\]\([^)]*\)/g, ' ')
  const code = [...rest.matchAll(/`[^`]+`/g)].map(m => m[0])
  const figures = rest.replace(/`[^`]+`/g, ' ').match(/\d+/g) ?? []
  return [links, code, figures].map(list => list.sort().join(' ')).join(' | ')
}

/** What is wrong with the translations. */
export function checkRules(langs) {
  const bad = []
  for (const lang of langs.filter(l => l !== 'en'))
    for (const game of GAMES) {
      if (source(lang, game) === source('en', game)) {
        const words = existsSync(join(web, 'lang', lang, `${game}.json`)) // a game without words has no translated rules
        if (words) bad.push(`${lang}: lang/${lang}/rules/${game}.md is missing`)
        continue
      }
      const flat = l => parse(l, game).flatMap(s => [[`section ${s.n}`, s.intro], ...s.rules])
      const [wanted, got] = [flat('en'), flat(lang)]
      const ids = list => list.map(([id]) => id).join()
      if (ids(wanted) !== ids(got)) bad.push(`${lang}: rules/${game}.md has other rules than docs/rules/${game}.md`)
      for (const [id, text] of wanted) {
        const own = got.find(([other]) => other === id)?.[1] ?? ''
        if (facts(text) !== facts(own))
          bad.push(`${lang}: ${id} has other figures or links than in English: ${facts(own)}`)
      }
    }
  return bad
}

// The numbered rules of a game, with their pictures and a search: as a screen, and in the sheet that opens over a table.

import { useEffect, useRef, useState } from 'preact/hooks'
import { rulesOf, search, type Rule, type Section } from '../rulebook'
import '../../style/rulebook.css?later'
import { gameTitle, useApp } from './context'
import { Back } from './parts'

/** The rules once they are loaded. */
export function useRules(game: string): Section[] {
  const { t, toast } = useApp()
  const [sections, setSections] = useState<Section[]>([])
  useEffect(() => {
    rulesOf(t.lang, game).then(setSections, () => toast(t('error.part')))
  }, [t, game])
  return sections
}

export function RuleText({ rule }: { rule: Rule }) {
  return (
    <>
      <div class="rule-text">
        <b>{rule.id}</b>
        <div dangerouslySetInnerHTML={{ __html: rule.html }} />
      </div>
      {rule.pictures.map(p => (
        <figure key={p.src}>
          <img src={p.src} alt="" width={p.size[0]} height={p.size[1]} loading="lazy" />
          <figcaption>{p.says}</figcaption>
        </figure>
      ))}
    </>
  )
}

/** at: the number that is shown; go is called for links to other rules. */
export function Rulebook(p: { game: string; at: string; go: (number: string) => void }) {
  const { t } = useApp()
  const sections = useRules(p.game)
  const [words, setWords] = useState('')
  const book = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const found = p.at && !words && book.current?.querySelector<HTMLElement>(`[data-number="${p.at}"][tabindex]`)
    if (!found) return
    found.scrollIntoView({ block: 'start' })
    found.focus({ preventScroll: true })
  }, [sections, p.at, words])
  const follow = (e: MouseEvent) => {
    const number = (e.target as Element).closest<HTMLElement>('a[data-number]')?.dataset.number
    if (!number) return
    e.preventDefault()
    setWords('')
    p.go(number)
  }
  const shown = search(sections, words)
  const mark = (id: string) => ({
    'data-number': id,
    tabIndex: -1,
    'aria-current': p.at === id ? ('true' as const) : undefined,
  })
  return (
    <div ref={book} class="rulebook" onClick={follow}>
      <label class="rulebook-search">
        <span>{t('rules.search')}</span>
        <input type="search" value={words} onInput={e => setWords(e.currentTarget.value)} />
      </label>
      <p role="status" class={shown.length || !sections.length ? 'hidden' : ''}>
        {words && t('rules.found', { n: shown.reduce((n, s) => n + s.rules.length, 0) })}
      </p>
      {shown.map(s => (
        <section key={s.id}>
          <h2 {...mark(s.id)}>
            {s.id.split('-')[1]} {s.title}
          </h2>
          <div dangerouslySetInnerHTML={{ __html: s.intro }} />
          {s.rules.map(rule => (
            <div key={rule.id} class="numbered" {...mark(rule.id)}>
              <RuleText rule={rule} />
            </div>
          ))}
        </section>
      ))}
    </div>
  )
}

/** The screen #rules/GAME/NUMBER. */
export function Rules({ game, at }: { game: string; at: string }) {
  const app = useApp()
  const { t } = app
  const [number, setNumber] = useState(at)
  useEffect(() => setNumber(at), [at])
  const go = (to: string) => {
    history.replaceState(null, '', `#rules/${game}/${to}`) // the screen does not change
    setNumber(to)
  }
  return (
    <main class="page" data-game={game}>
      <Back />
      <h1 tabIndex={-1}>{t('rules.title', { game: gameTitle(app, game) })}</h1>
      <p class="faint">{t('rules.lead')}</p>
      <Rulebook game={game} at={number} go={go} />
    </main>
  )
}

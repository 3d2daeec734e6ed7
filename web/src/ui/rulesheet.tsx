// One page of a game's guide over the table, with its numbered rules; it leads to all of them.

import { useEffect, useRef, useState } from 'preact/hooks'
import type { GameModule, GuidePage } from '../games/game'
import { during } from '../rest'
import '../../style/teaching.css?later'
import { useApp } from './context'
import { IconButton } from './icons'
import { Rulebook, RuleText, useRules } from './rulebook'

interface Sheet {
  module: GameModule
  rule: string
  /** The number of the rule that has just refused something. */
  refused?: string | undefined
  close: () => void
}

/** The rule that refused, then a page of the guide. */
function Page(p: {
  module: GameModule
  page: GuidePage | undefined
  at: string
  number: string
  open: (n: string) => void
}) {
  const { t } = useApp()
  const all = useRules(p.module.name).flatMap(s => s.rules)
  const refused = all.find(r => r.id === p.number)
  return (
    <>
      {refused && (
        <div class="numbered" aria-current="true">
          <RuleText rule={refused} />
        </div>
      )}
      {p.page && (
        <div class="guide-picture">
          <p.page.Picture t={t} />
        </div>
      )}
      {t(`${p.module.name}.guide.${p.at}.text`)
        .split('\n')
        .map((line, i) => (
          <p key={i}>{line}</p>
        ))}
      <div class="rule-numbers">
        {p.page?.rules.map(number => (
          <button key={number} type="button" class="button quiet" onClick={() => p.open(number)}>
            {number}
          </button>
        ))}
        <button type="button" class="button quiet" onClick={() => p.open(p.number)}>
          {t('rules.all')}
        </button>
      </div>
    </>
  )
}

export function RuleSheet({ module, rule, refused, close }: Sheet) {
  const { t } = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  const [pages, setPages] = useState<GuidePage[]>([])
  const [at, setAt] = useState(rule)
  const [number] = useState(refused ?? '')
  /** The rule that is shown in the whole rulebook. */
  const [book, setBook] = useState<string | null>(null)
  useEffect(() => setAt(rule), [rule])
  useEffect(() => {
    if (module.guide) void during(module.guide()).then(setPages)
  }, [module])
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => (before as HTMLElement | null)?.focus()
  }, [])
  const n = pages.findIndex(page => page.key === at)
  const step = (by: number) => pages[n + by] && setAt(pages[n + by]!.key)
  return (
    <dialog ref={dialog} class="dialog rule-sheet" aria-labelledby="rule-title" onClose={close}>
      <div class="dialog-head">
        <h2 id="rule-title">{t(book === null ? `${module.name}.guide.${at}.title` : 'rules.all')}</h2>
        <IconButton icon="close" label={t('settings.close')} onClick={() => dialog.current?.close()} />
      </div>
      {book === null ? (
        <Page module={module} page={pages[n]} at={at} number={number} open={setBook} />
      ) : (
        <Rulebook game={module.name} at={book} go={setBook} />
      )}
      <div class="compare-links">
        {book !== null && (
          <button type="button" class="button" onClick={() => setBook(null)}>
            {t('rules.back')}
          </button>
        )}
        {book === null && (
          <>
            <button type="button" class="button" disabled={n <= 0} onClick={() => step(-1)}>
              {t('rule.back')}
            </button>
            <button type="button" class="button" disabled={n < 0 || n + 1 >= pages.length} onClick={() => step(1)}>
              {t('rule.next')}
            </button>
          </>
        )}
      </div>
    </dialog>
  )
}

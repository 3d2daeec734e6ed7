// One page of a game's guide over the table.

import { useEffect, useRef, useState } from 'preact/hooks'
import type { GameModule, GuidePage } from '../games/game'
import { during } from '../rest'
import '../../style/teaching.css?later'
import { useApp } from './context'
import { IconButton } from './icons'

export function RuleSheet({ module, rule, close }: { module: GameModule; rule: string; close: () => void }) {
  const { t } = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  const [pages, setPages] = useState<GuidePage[]>([])
  const [at, setAt] = useState(rule)
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
  const page = pages[n]
  const key = `${module.name}.guide.${at}`
  const step = (by: number) => pages[n + by] && setAt(pages[n + by]!.key)
  return (
    <dialog ref={dialog} class="dialog rule-sheet" aria-labelledby="rule-title" onClose={close}>
      <div class="dialog-head">
        <h2 id="rule-title">{t(`${key}.title`)}</h2>
        <IconButton icon="close" label={t('settings.close')} onClick={() => dialog.current?.close()} />
      </div>
      {page && (
        <div class="guide-picture">
          <page.Picture t={t} />
        </div>
      )}
      {t(`${key}.text`)
        .split('\n')
        .map((line, i) => (
          <p key={i}>{line}</p>
        ))}
      <div class="compare-links">
        <button type="button" class="button" disabled={n <= 0} onClick={() => step(-1)}>
          {t('rule.back')}
        </button>
        <button type="button" class="button" disabled={n < 0 || n + 1 >= pages.length} onClick={() => step(1)}>
          {t('rule.next')}
        </button>
      </div>
    </dialog>
  )
}

// The guided first game: tips that explain as one plays, each at its time. They point at the board, show a
// move on request, and lead to the rule.

import { useEffect, useReducer, useRef } from 'preact/hooks'
import type { BoardProps, GameModule } from '../games/game'
import type { Session } from '../session'
import { useApp } from './context'
import { later } from './later'

const Pointer = later(() => import('./coaching').then(m => m.Pointer))

/** The tips that a guided game has shown, the present one, and the ply of the last one. */
interface Had {
  id: string
  tips: string[]
  at: number
  ply: number
}

const KEY = 'atoll.tips'

/** One game at a time is guided. Its state is stored, so the guide continues after a reload. */
let kept: Had | null = null

function hadAt(id: string): Had {
  if (kept?.id === id) return kept
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Had | null
  } catch {
    kept = null
  }
  if (kept?.id !== id) kept = { id, tips: [], at: 0, ply: -1 }
  return kept
}

function keep(had: Had): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(had))
  } catch {
    /* a private window may refuse: then the guide starts again after a reload */
  }
}

export function Coach({ session, module, board }: { session: Session; module: GameModule; board: BoardProps }) {
  const { t } = useApp()
  const [, again] = useReducer<number, void>(n => n + 1, 0)
  const { live, view, legal, draft } = board
  // The button that led to a tip may be gone with it: then the focus goes to the button that leads on.
  const panel = useRef<HTMLDivElement>(null)
  const turned = useRef(false)
  useEffect(() => {
    const links = panel.current?.querySelectorAll<HTMLElement>('.coach-next, .coach-show')
    if (turned.current && document.activeElement === document.body) links?.[0]?.focus({ preventScroll: true })
    turned.current = false
  })
  const had = hadAt(session.source!.table.id)
  const tips = module.lesson?.tips ?? []
  const due = () => (live ? tips.find(tip => !had.tips.includes(tip.key) && tip.when(view, legal, draft)) : undefined)
  const show = (key: string) => {
    had.ply = view.ply
    had.at = had.tips.push(key) - 1
    keep(had)
  }
  if (view.over)
    return (
      <div class="coach" data-tip="over">
        <h2>{t('coach.title')}</h2>
        <p role="status">{t('coach.over')}</p>
      </div>
    )
  // One tip at a time: the next comes with the next decision, or on request.
  const first = due()
  if (first && (had.ply !== view.ply || first.chosen)) show(first.key)
  const waiting = due()
  const key = had.tips[had.at]
  if (!key) return null
  function turn(by: number) {
    if (had.at + by < had.tips.length) had.at += by
    else if (waiting) show(waiting.key)
    turned.current = true
    again()
  }
  const chosen = tips.some(tip => tip.key === key && tip.chosen)
  return (
    <div ref={panel} class="coach" data-tip={key} data-chosen={chosen}>
      <h2>{t('coach.title')}</h2>
      <p role="status">{t(`${module.name}.tip.${key}`)}</p>
      <Pointer
        tip={key}
        session={session}
        module={module}
        board={board}
        chosen={chosen}
        back={had.at > 0 ? () => turn(-1) : null}
        next={had.at + 1 < had.tips.length || (waiting && !draft) ? () => turn(1) : null}
      />
    </div>
  )
}

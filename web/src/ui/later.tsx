// What a first visit does not need comes when it is opened: code, words and style.
//
//     const Lobby = laterScreen(() => import('./online/lobby').then(m => m.Lobby))
//
// is a component like any other. The module is written like any other, too; its words may stand in
// web/lang/*/later/, its style is imported by it as '.../name.css?later'. Nothing that is loaded at
// once may import it. Once somebody plays, the service worker fetches all such files in idle time:
// without a connection they are as near as with one.

import type { ComponentType } from 'preact'
import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import { during } from '../rest'
import { useApp } from './context'

type Load<P> = () => Promise<ComponentType<P>>

/** The part once it is loaded, with its words; or the reason why it could not be loaded. */
function useLater<P>(load: Load<P>, got: { part?: ComponentType<P> }, before: () => void) {
  const { t } = useApp()
  const [, again] = useReducer<number, void>(n => n + 1, 0)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (got.part && t.complete) return
    let gone = false
    during(Promise.all([load(), t.more()])).then(
      ([part]) => {
        got.part = part
        if (gone) return
        before()
        again()
      },
      () => setFailed(true),
    )
    return () => {
      gone = true
    }
  }, [t])
  return { Part: t.complete ? got.part : undefined, failed }
}

/** A part of a screen: nothing is shown until it is loaded. */
export function later<P extends object>(load: Load<P>): ComponentType<P> {
  const got: { part?: ComponentType<P> } = {}
  return function Later(props: P) {
    const { Part } = useLater(load, got, () => {})
    return Part ? <Part {...props} /> : null
  }
}

/** A whole screen: the focus, which is on its heading, moves to the new heading. */
export function laterScreen<P extends object>(load: Load<P>): ComponentType<P> {
  const got: { part?: ComponentType<P> } = {}
  return function LaterScreen(props: P) {
    const { t } = useApp()
    const heading = useRef<HTMLHeadingElement>(null)
    const focused = useRef(false)
    const { Part, failed } = useLater(load, got, () => {
      focused.current = document.activeElement === heading.current
    })
    useEffect(() => {
      if (Part && focused.current) document.querySelector<HTMLElement>('.screen h1')?.focus()
    }, [Part])
    if (Part) return <Part {...props} />
    return (
      <main class="page" aria-busy={!failed}>
        <h1 ref={heading} tabIndex={-1} class={failed ? '' : 'hidden'}>
          {t(failed ? 'error.part' : 'table.opening')}
        </h1>
        {failed && (
          <button type="button" class="button primary" onClick={() => location.reload()}>
            {t('error.again')}
          </button>
        )}
      </main>
    )
  }
}

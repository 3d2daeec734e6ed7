// What a first visit does not need comes when it is opened: code, words and style.
//
//     const Lobby = laterScreen(() => import('./online/lobby').then(m => m.Lobby))
//
// is a component like any other. The module is written like any other, too; its words may stand in
// web/lang/*/later/, its style is imported by it as '.../name.css?later'. Nothing that is loaded at
// once may import it. When the page is idle, the service worker fetches all such files (../update.ts):
// from then on they are there without a connection, too.

import type { ComponentType } from 'preact'
import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import { during } from '../rest'
import { useApp } from './context'
import { Icon } from './icons'

type Load<P> = () => Promise<ComponentType<P>>

/** The part once it is loaded, with its words; or that it could not be loaded. A part of a screen says so in a toast. */
function useLater<P>(load: Load<P>, got: { part?: ComponentType<P> }, screen: boolean, before: () => void) {
  const { t, toast } = useApp()
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
      () => {
        if (gone) return
        setFailed(true)
        if (!screen) toast(t('error.part'))
      },
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
    const { Part } = useLater(load, got, false, () => {})
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
    const { Part, failed } = useLater(load, got, true, () => {
      focused.current = document.activeElement === heading.current
    })
    useEffect(() => {
      if (Part && focused.current) document.querySelector<HTMLElement>('.screen h1')?.focus()
    }, [Part])
    // A module that could not be fetched is asked for again only by a new page.
    useEffect(() => {
      if (!failed) return
      const reload = () => location.reload()
      addEventListener('online', reload)
      return () => removeEventListener('online', reload)
    }, [failed])
    if (Part) return <Part {...props} />
    return (
      <main class="page" aria-busy={!failed}>
        {failed && (
          <a class="button quiet back" href="#">
            <Icon name="back" />
            {t('table.back')}
          </a>
        )}
        <h1 ref={heading} tabIndex={-1} class={failed ? '' : 'hidden'}>
          {t(failed ? 'error.part' : 'table.opening')}
        </h1>
        {failed && (
          <>
            <p>{t('error.part.todo')}</p>
            <button type="button" class="button primary" onClick={() => location.reload()}>
              {t('error.again')}
            </button>
          </>
        )}
      </main>
    )
  }
}

// Small parts that many screens share.

import type { ComponentChildren } from 'preact'
import { useApp } from './context'
import { Icon } from './icons'

/** The link back: to the start, unless `to` says where. */
export function Back(p: { to?: string; label?: string }) {
  const { t } = useApp()
  return (
    <a class="button quiet back" href={`#${p.to ?? ''}`}>
      <Icon name="back" />
      {p.label ?? t('table.back')}
    </a>
  )
}

/** A question with a few answers. */
export function Choice<V extends string | number | boolean>(p: {
  name: string
  legend: string
  help?: string
  value: V
  set: (v: V) => void
  values: [V, string][]
}) {
  return (
    <fieldset class="option" data-option={p.name}>
      <legend>{p.legend}</legend>
      {p.help !== undefined && <p class="faint">{p.help}</p>}
      <div class="choices">
        {p.values.map(([v, words]) => (
          <label key={String(v)} class="choice">
            <input type="radio" name={p.name} checked={p.value === v} onChange={() => p.set(v)} />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Shown while a screen loads. */
export function Loading({ children }: { children?: ComponentChildren }) {
  const { t } = useApp()
  return (
    <main class="page" aria-busy="true">
      <h1 tabIndex={-1} class="hidden">
        {t('table.opening')}
      </h1>
      {children}
    </main>
  )
}

/** Shown in place of something that is missing or cannot be opened. */
export function Gone({ title, children }: { title?: string; children?: ComponentChildren }) {
  const { t } = useApp()
  return (
    <main class="page">
      <h1 tabIndex={-1}>{title ?? t('error.gone')}</h1>
      {children}
      <a class="button" href="#">
        {t('table.back')}
      </a>
    </main>
  )
}

/** The reason of a refusal; screen readers announce it. */
export function Refused({ why }: { why: string }) {
  return why ? (
    <p class="refused" role="alert">
      {why}
    </p>
  ) : null
}

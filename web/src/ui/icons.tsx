// The few icons of the chrome, drawn on a 24 by 24 grid.

const paths = {
  back: 'M15 5l-7 7 7 7',
  undo: 'M9 7H15a5 5 0 0 1 0 10H8M9 7l3-3M9 7l3 3',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 1 4 10.5c-.7.7-1 1.500-1 2.500H9c0-1-.3-1.800-1-2.500A6 6 0 0 1 12 3z',
  share: 'M12 15V4M8 8l4-4 4 4M5 13v6h14v-6',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M13 4.500v5M7 14.500v5',
  book: 'M12 6c-2-1.500-5-2-8-2v14c3 0 6 .5 8 2 2-1.500 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14',
  list: 'M5 6h14M5 12h14M5 18h14',
  first: 'M18 6l-7 6 7 6M6 6v12',
  previous: 'M15 6l-7 6 7 6',
  next: 'M9 6l7 6-7 6',
  last: 'M6 6l7 6-7 6M18 6v12',
  close: 'M6 6l12 12M18 6L6 18',
  fast: 'M5 6l7 6-7 6M12 6l7 6-7 6',
  file: 'M12 4v11M8 11l4 4 4-4M5 19h14',
  open: 'M4 6h6l2 2h8v10H4z',
  bin: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
} as const

export type IconName = keyof typeof paths

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor"
      stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d={paths[name]} /></svg>
  )
}

/** A button that shows an icon; its name is read aloud and shown as a tip. */
export function IconButton(p: {
  icon: IconName; label: string; onClick: () => void; disabled?: boolean; pressed?: boolean; class?: string
}) {
  return (
    <button type="button" class={`icon-button ${p.class ?? ''}`} aria-label={p.label} title={p.label}
      disabled={p.disabled} aria-pressed={p.pressed} onClick={p.onClick}><Icon name={p.icon} /></button>
  )
}

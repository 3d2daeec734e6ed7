// Buttons that show an icon.

import { Icon, type IconName } from '../art/icons'

export { Icon, type IconName }

/** Its name is announced, and shown as a tip. */
export function IconButton(p: {
  icon: IconName
  label: string
  onClick: () => void
  disabled?: boolean
  pressed?: boolean
  /** The number of new items behind it. */
  count?: number
}) {
  return (
    <button
      type="button"
      class="icon-button"
      data-icon={p.icon}
      aria-label={p.label}
      title={p.label}
      disabled={p.disabled}
      aria-pressed={p.pressed}
      onClick={p.onClick}
    >
      <Icon name={p.icon} />
      {p.count ? <span class="count">{p.count}</span> : null}
    </button>
  )
}

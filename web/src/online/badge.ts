// Shows how many tables wait for me without the page being looked at: on its icon in the tab, and on the
// app's icon if it is installed. (The window's title has the number too: ui/app.tsx.)

let shown = 0
let plain: Promise<string> | null = null

/** The page's icon as text, read when it is first needed. */
const icon = (): Promise<string> => (plain ??= fetch('icon.svg').then(r => r.text()))

/** icon.svg is 100 units wide. */
function withNumber(svg: string, n: number): string {
  const mark =
    '<circle cx="68" cy="32" r="32" fill="#c81e1e"/>' +
    `<text x="68" y="48" font-family="sans-serif" font-weight="700" font-size="46" fill="#fff" text-anchor="middle">${n > 9 ? '9+' : n}</text>`
  return svg.replace('</svg>', `${mark}</svg>`)
}

export async function showCount(n: number): Promise<void> {
  if (n === shown) return
  shown = n
  const installed = navigator as { setAppBadge?(n: number): Promise<void>; clearAppBadge?(): Promise<void> }
  const done = n ? installed.setAppBadge?.(n) : installed.clearAppBadge?.()
  done?.catch(() => {
    /* not installed, or not allowed */
  })
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return
  if (n === 0) {
    link.href = 'icon.svg'
    return
  }
  try {
    const svg = withNumber(await icon(), n)
    if (shown === n) link.href = `data:image/svg+xml,${encodeURIComponent(svg)}`
  } catch {
    /* offline, and the icon is not cached: the title has the number */
  }
}

// News of the host while any screen is shown: my turns there, and whether this page is as new as the host.

import { useEffect, useRef } from 'preact/hooks'
import { showCount } from '../../online/badge'
import { resumeDraws } from '../../online/draws'
import { mine } from '../../online/mine'
import { announceTurn } from '../../online/notice'
import { play } from '../../sound'
import { isCurrent, look, mustUpdate } from '../../update'
import { gameTitle, useApp } from '../context'
import { useMine, useWireIfAny } from './parts'

/** waiting: hears how many tables wait for me. */
export function Presence(p: { waiting: (n: number) => void }) {
  const app = useApp()
  const { t, settings } = app
  useEffect(() => {
    mine.start()
    resumeDraws()
  }, [])
  const { waiting } = useMine()
  useEffect(() => {
    p.waiting(waiting)
    void showCount(waiting)
  }, [waiting])

  // A host that comes back may be a newer one; then this page may be too old for it.
  const w = useWireIfAny()
  const { state, hello } = w ?? { state: null, hello: null }
  const was = useRef(state)
  useEffect(() => {
    if (state === 'old') mustUpdate()
    if (state === 'open') isCurrent()
    if (state === 'open' && was.current === 'lost') void look()
    was.current = state
  }, [state])
  // Somebody whom the host knows already, on a device that does not know them yet.
  useEffect(() => {
    if (hello?.person && hello.name && !settings.name)
      app.set({ name: hello.name, ...(typeof hello.picture === 'number' ? { picture: hello.picture } : {}) })
  }, [hello])
  useEffect(() => {
    mine.onTurn = ({ table, game, active }) =>
      void announceTurn({ table, turn: active, title: t('table.your-turn'), text: gameTitle(app, game) }, () => {
        if (settings.sound) play('turn')
      })
  }, [app])

  return null
}

// The page's entry: words, settings, the service worker, then the first screen.

import { render } from 'preact'
import { load } from './i18n'
import { watchInstall } from './install'
import { during, soon } from './rest'
import * as settings from './settings'
import { Root } from './ui/app'
import { showRest } from './ui/rest'
import { watchUpdates } from './update'
import './art/palette.css'
import '../style/base.css'
import '../style/screens.css'
import '../style/table.css'
import '../style/told.css'

const chosen = settings.read()
settings.show(chosen)

showRest()
watchInstall()
void during(load(chosen.lang)).then(t => {
  render(<Root settings={chosen} t={t} />, document.getElementById('app')!)
  // First the screen, then the files for offline use.
  soon(watchUpdates, 300)
})

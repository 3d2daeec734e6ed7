// All screens for tables online, in one file: people who open one soon need the others.

import '../../../style/online.css?later'
import '../../../style/hosted.css?later'
import '../../../style/lasting.css?later'

export { Code } from './code'
export { Create } from './create'
export { Device } from './device'
export { AtTable } from './gather'
export { Lobby } from './lobby'
export { OwnTables } from './mine'
export { Presence } from './presence'
export { Results } from './results'

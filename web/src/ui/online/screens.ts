// All that is only there for tables online, in one file: who comes for one screen needs the others soon.

import '../../../style/online.css?later'
import '../../../style/hosted.css?later'

export { Create } from './create'
export { Device } from './device'
export { AtTable } from './gather'
export { Lobby } from './lobby'
export { OwnTables } from './mine'
export { Presence } from './presence'

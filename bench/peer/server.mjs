/* server.mjs: the peer's server with the game of game.mjs, in memory (or in files, FLATFILE_DIR), on
 * a free port of 127.0.0.1, which it prints. */
import peer from 'boardgame.io/dist/cjs/server.js'
import game from './game.mjs'

peer
  .Server({ games: [game], origins: ['http://127.0.0.1'] })
  .run({ port: 0 }, () => {})
  .then(({ appServer }) => console.log(`port ${appServer.address().port}`))

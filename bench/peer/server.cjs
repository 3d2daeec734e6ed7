/* server.cjs: the peer's server with the game of game.cjs, in memory (or in files, FLATFILE_DIR), on
 * a free port of 127.0.0.1, which it prints. */
const { Server } = require("boardgame.io/server");
const game = require("./game.cjs");

Server({ games: [game], origins: ["http://127.0.0.1"] })
  .run({ port: 0 }, () => {})
  .then(({ appServer }) => console.log(`port ${appServer.address().port}`));

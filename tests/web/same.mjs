// Native and wasm are the same games: 10,000 random games of each title end in the same states.
import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { catalogue, open, signature } from '../../bench/wasm.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const atoll = process.env.ATOLL ?? join(root, 'build', 'atoll')
const door = await open(join(dirname(atoll), 'web', 'atoll.wasm'))
const listed = catalogue(door).games.filter(g => g.listed)
const runs = listed.flatMap(({ name: game, players_min, players_max }) =>
  Array.from({ length: players_max - players_min + 1 }, (_, i) => ({
    game,
    players: players_min + i,
    games: players_min === players_max ? 10000 : i ? 3000 : 4000,
  })),
)

console.log(`1..${runs.length}`)
let failed = 0
runs.forEach(({ game, players, games }, i) => {
  const native = JSON.parse(
    execFileSync(atoll, ['simulate', game, '--players', players, '--games', games, '--seed', 5, '--json']),
  ).signature
  const wasm = signature(door, game, players, '-', BigInt(games), 5n)
  const good = native === wasm
  failed += good ? 0 : 1
  console.log(
    `${good ? 'ok' : 'not ok'} ${i + 1} - ${games} games of ${game} with ${players} players: ${native} ${wasm}`,
  )
})
process.exit(failed ? 1 : 0)

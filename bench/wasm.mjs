// The wasm module from JavaScript: games by name, options as text, signatures as in signature.txt.
import { readFileSync } from 'node:fs'

export async function open(path) {
  const { instance } = await WebAssembly.instantiate(readFileSync(path), { env: { now: () => performance.now() } })
  const door = { ...instance.exports }
  door.bytes = () => new Uint8Array(door.memory.buffer, door.door_buffer(), door.door_buffer_size())
  return door
}

/** The module's list (door.h): levels and games. */
export function catalogue(door) {
  return JSON.parse(new TextDecoder().decode(door.bytes().slice(0, door.door_list())))
}

function gameName(door, index) {
  const length = door.door_game_name(index)
  return new TextDecoder().decode(door.bytes().slice(0, length))
}

// The template, which is not listed, has the index after the last.
export function gameIndex(door, name) {
  for (let i = 0; i <= door.door_games(); i++) if (gameName(door, i) === name) return i
  throw new Error(`no game '${name}'`)
}

// "-" or "name=value,name" as packed options.
export function packOptions(door, game, text) {
  const bytes = new TextEncoder().encode(text === '-' ? '' : text.replaceAll(',', ' '))
  door.bytes().set(bytes)
  const options = door.door_options(game, bytes.length)
  if (options < 0) throw new Error(`wrong options '${text}'`)
  return options
}

export function signature(door, name, players, options, games, seed) {
  const game = gameIndex(door, name)
  door.door_tally_clear()
  door.door_simulate(game, players, packOptions(door, game, options), seed, 0n, games)
  return BigInt.asUintN(64, door.door_signature()).toString(16).padStart(16, '0')
}

// The states in the module's slots (web/door.h), for tests: operations that no screen needs.
import { open } from '../../bench/wasm.mjs'

export class Refused extends Error {}

export async function slots(path) {
  const x = await open(path)

  function text(result) {
    if (result >= 0) return new TextDecoder().decode(x.bytes().slice(0, result))
    const all = x.bytes()
    throw new Refused(new TextDecoder().decode(all.slice(0, all.indexOf(0))))
  }
  function put(text) {
    const bytes = new TextEncoder().encode(text)
    x.bytes().set(bytes)
    return bytes.length
  }
  const { games } = JSON.parse(text(x.door_list()))

  return {
    list: () => games,
    game: name => games.find(g => g.name === name),
    seed(bytes) {
      x.bytes().set(bytes)
      x.door_seed()
    },
    start: (to, game, seats, options) => text(x.door_start(to, games.find(g => g.name === game).id, seats, options)),
    copy: (from, to) => x.door_copy(from, to),
    look: (from, viewer, to) => x.door_look(from, viewer, to),
    turn: at => x.door_turn(at),
    showJson: (at, legal) => text(x.door_show(at, legal ? 1 : 0)),
    legal: at => text(x.door_legal(at)).split('\n').filter(Boolean),
    apply: (at, move) => text(x.door_apply(at, put(move))),
    seenAs: (at, viewer, move) => text(x.door_seen_as(at, viewer, put(move))),
    deal: at => text(x.door_deal(at)),
    position: at => text(x.door_position(at)),
    readPosition: (to, position) => text(x.door_position_read(to, put(position))),
    hash: at => BigInt.asUintN(64, x.door_hash(at)),
    encode: at => x.bytes().slice(0, x.door_encode(at)),
    decode(to, bytes) {
      x.bytes().set(bytes)
      text(x.door_decode(to, bytes.length))
    },
    choose(at, spec, seed) {
      text(x.door_bot(at, put(spec), seed))
      return JSON.parse(text(x.door_choose(at))).move
    },
  }
}

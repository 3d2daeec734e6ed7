/* A game in the shape of Reef for the peer: a secret deck, secret hands, a display that is filled from the deck, a
 * board of sixteen stacks a player, a pattern that scores. It never ends: used cards are shuffled again, so that
 * no match has to be made during a measurement. */
const CARDS = 60,
  HAND = 4,
  SPACES = 16,
  HIGH = 4,
  COLOURS = 4
const INVALID = 'INVALID_MOVE'

const pieces = card => [card % COLOURS, (card >> 2) % COLOURS]

function setup({ random }) {
  const deck = random.Shuffle([...Array(CARDS).keys()])
  const player = () => ({
    hand: deck.splice(0, 2),
    discard: [],
    points: 3,
    reef: Array.from({ length: SPACES }, () => []),
  })
  return {
    players: [player(), player()],
    display: deck.splice(0, 3),
    tokens: [0, 0, 0],
    supply: [18, 18, 18, 18],
    deck,
  }
}

function take({ G, playerID, events, random }, place) {
  const me = G.players[playerID]
  if (!(place >= 0 && place < 3) || me.hand.length >= HAND) return INVALID
  me.hand.push(G.display[place])
  me.points += G.tokens[place]
  G.tokens[place] = 0
  if (G.deck.length === 0) {
    G.deck = random.Shuffle(G.players.flatMap(p => p.discard))
    for (const p of G.players) p.discard = []
  }
  G.display[place] = G.deck.pop()
  events.endTurn()
}

/* The number of neighbours of one colour beside the other colour's tallest stack. */
function score(reef, [a, b]) {
  let best = 0,
    high = 0
  for (let i = 0; i < SPACES; i++) {
    const stack = reef[i]
    if (stack[stack.length - 1] !== a || stack.length < high) continue
    let n = 0
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++) {
        const x = (i % 4) + dx,
          y = (i >> 2) + dy
        if (x < 0 || x > 3 || y < 0 || y > 3 || (dx === 0 && dy === 0)) continue
        const other = reef[4 * y + x]
        n += other[other.length - 1] === b ? 1 : 0
      }
    best = stack.length > high ? n : Math.max(best, n)
    high = stack.length
  }
  return best
}

function play({ G, playerID, events }, index, first, second) {
  const me = G.players[playerID]
  const card = me.hand[index]
  if (card === undefined || !me.reef[first] || !me.reef[second]) return INVALID
  const two = pieces(card)
  me.hand.splice(index, 1)
  me.discard.push(card)
  for (const [at, colour] of [
    [first, two[0]],
    [second, two[1]],
  ]) {
    if (me.reef[at].length === HIGH) me.reef[at] = []
    me.reef[at].push(colour)
    G.supply[colour] = (G.supply[colour] + 17) % 18
  }
  me.points += score(me.reef, two)
  events.endTurn()
}

/* Nobody sees the deck or the other hand. */
function playerView({ G, playerID }) {
  return {
    ...G,
    deck: G.deck.length,
    players: G.players.map((p, i) => (String(i) === playerID ? p : { ...p, hand: p.hand.length })),
  }
}

export default {
  name: 'reef',
  setup,
  moves: { take: { move: take, client: false }, play: { move: play, client: false } },
  playerView,
}

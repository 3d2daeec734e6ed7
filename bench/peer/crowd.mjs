/* crowd.mjs PORT: many people who play at the peer on this port. It takes the orders of bench/crowd.c on stdin and
 * answers in the same way. Moves are sent over the WebSocket as the peer's own client sends them, without the
 * weight of that client. */
import readline from 'node:readline'
import WebSocket from 'ws'

const port = process.argv[2]
const people = []
const ready = []
let running = false,
  rate = 0,
  waiting = 0
let taken = []

const pick = n => Math.floor(Math.random() * n)

async function post(path, body) {
  const reply = await fetch(`http://127.0.0.1:${port}/games/reef/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
  return reply.json()
}

const emit = (p, ...args) => p.socket.send(`42/reef,${JSON.stringify(args)}`)

function move(p, asked) {
  const hand = p.state.G.players[p.id].hand
  const take = hand.length === 0 || (hand.length < 4 && pick(2) === 0)
  const args = take ? [pick(3)] : [pick(hand.length), pick(16), pick(16)]
  const payload = { type: take ? 'take' : 'play', args, playerID: p.id, credentials: p.credentials }
  p.asked = asked
  p.wait = true
  waiting++
  emit(p, 'update', { type: 'MAKE_MOVE', payload }, p.state._stateID, p.match, p.id)
}

function consider(p) {
  if (p.wait || p.queued || p.state.ctx.currentPlayer !== p.id) return
  if (running && rate === 0) move(p, performance.now())
  else {
    p.queued = true
    ready.push(p)
  }
}

function hear(p, text, resolve) {
  if (text[0] === '2') p.socket.send('3')
  else if (text[0] === '0') p.socket.send('40/reef,')
  else if (text.startsWith('40')) resolve()
  else if (text.startsWith('42/reef,')) {
    const [type, , what] = JSON.parse(text.slice(8))
    if (type === 'sync') {
      p.state = what.state
      p.synced()
    } else if (type === 'update') {
      p.state = what
      if (p.wait) {
        p.wait = false
        waiting--
        taken.push(performance.now() - p.asked)
      }
    } else return
    if (p.state) consider(p)
  }
}

function come(more = {}) {
  const p = { ...more, socket: new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`) }
  people.push(p)
  return new Promise((resolve, reject) => {
    p.socket.on('error', reject)
    p.socket.on('message', text => hear(p, String(text), () => resolve(p)))
  })
}

const sync = p =>
  new Promise(resolve => {
    p.synced = resolve
    emit(p, 'sync', p.match, p.id, p.credentials, 2)
  })

async function match() {
  const { matchID } = await post('create', { numPlayers: 2 })
  for (const id of ['0', '1']) {
    const { playerCredentials } = await post(`${matchID}/join`, { playerID: id, playerName: id })
    await sync(await come({ id, match: matchID, credentials: playerCredentials }))
  }
}

const pause = ms => new Promise(resolve => setTimeout(resolve, ms))

async function play(seconds, moves) {
  const start = performance.now()
  let offered = 0,
    now
  taken = []
  rate = moves
  running = true
  while (rate === 0 && ready.length > 0) {
    const p = ready.shift()
    p.queued = false
    move(p, performance.now())
  }
  while ((now = performance.now()) < start + 1000 * seconds) {
    while (rate > 0 && ready.length > 0 && start + (1000 * offered) / rate <= now) {
      const p = ready.shift()
      p.queued = false
      move(p, start + (1000 * offered++) / rate)
    }
    await pause(rate > 0 ? 1 : 20)
  }
  running = false
  const took = (performance.now() - start) / 1000
  for (let i = 0; i < 200 && waiting > 0; i++) await pause(50)
  taken.sort((a, b) => a - b)
  const at = q => (taken.length ? taken[Math.floor((taken.length - 1) * q)] : 0).toFixed(2)
  return `moves ${taken.length} seconds ${took.toFixed(3)} p50 ${at(0.5)} p99 ${at(0.99)} p999 ${at(0.999)} over 0 refused ${waiting} wrong 0`
}

async function obey(order) {
  const [word, a, b] = order.split(' ')
  if (word === 'tables') for (let i = 0; i < Number(a); i++) await match()
  else if (word === 'matches') for (let i = 0; i < Number(a); i++) await post('create', { numPlayers: 2 })
  else if (word === 'sockets') for (let i = 0; i < Number(a); i++) await come()
  else if (word === 'play') return play(Number(a), Number(b))
  else if (word === 'leave') people.splice(0).forEach(p => p.socket.close())
  else throw new Error('there is no such order')
  return `${word} ${people.length}`
}

for await (const order of readline.createInterface({ input: process.stdin })) console.log(await obey(order))
process.exit(0)

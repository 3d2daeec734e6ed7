// The way between a page and its host, which can be cut without a word, slow, or held.
import { connect, createServer } from 'node:net'

export class Cable {
  /** Connections that were made over it. */
  count = 0
  /** So long everything takes, each way, in ms. */
  delay = 0
  #cut = false
  #pairs = new Set()

  /** To the host at this address. */
  constructor(url) {
    this.far = new URL(url)
    this.server = createServer(near => this.#join(near))
  }

  async start() {
    await new Promise(ok => this.server.listen(0, '127.0.0.1', ok))
    this.url = `http://127.0.0.1:${this.server.address().port}/`
    return this
  }

  #join(near) {
    const far = connect(Number(this.far.port), this.far.hostname)
    const pair = { near, far, held: [] }
    this.#pairs.add(pair)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      from.on('data', data => {
        if (from === near && /^GET \S*ws HTTP/.test(data.toString('latin1'))) this.count++
        this.#pass(pair, to, data)
      })
      from.on('error', () => this.#end(pair))
      from.on('close', () => this.#end(pair))
    }
  }

  #pass(pair, to, data) {
    const go = () => {
      if (this.#cut) pair.held.push([to, data])
      else if (!to.destroyed) to.write(data)
    }
    if (this.delay) setTimeout(go, this.delay)
    else go()
  }

  /** An end is told to the other one, unless the cable is cut. */
  #end(pair) {
    if (this.#cut) return
    this.#pairs.delete(pair)
    pair.near.destroy()
    pair.far.destroy()
  }

  /** Nothing passes any more, and nobody is told. */
  cut() {
    this.#cut = true
  }

  /** It passes again; what was under way is lost with its connections, or comes late. */
  mend({ late = false } = {}) {
    this.#cut = false
    for (const pair of [...this.#pairs]) {
      for (const [to, data] of late ? pair.held.splice(0) : []) to.write(data)
      if (!late && pair.held.length) this.#end(pair)
    }
  }

  /** Says this to the page, as if the host had. */
  say(message) {
    const data = Buffer.from(JSON.stringify(message))
    for (const { near } of this.#pairs) near.write(Buffer.concat([Buffer.from([0x81, data.length]), data]))
  }

  stop() {
    this.#cut = false
    for (const pair of [...this.#pairs]) this.#end(pair)
    this.server.close()
  }
}

// The nets of the bots (bots/net.h) are a part of the wasm module that a first visit does without: the page gets
// it with zeros in their place, and the bytes that belong there when a bot first wants one (src/thinker.ts).

/** The module without its nets, and they alone. */
export async function split(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, { env: { now: () => 0 } })
  const x = instance.exports
  const nets = Buffer.from(new Uint8Array(x.memory.buffer, x.door_nets(), x.door_nets_size()))
  const at = bytes.indexOf(nets)
  if (at < 0) throw new Error('the nets are not in one piece')
  return [Buffer.from(bytes).fill(0, at, at + nets.length), nets]
}

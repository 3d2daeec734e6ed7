// The bots' nets (bots/net.h) are left out of the wasm module that a first visit loads. The page gets the
// module with zeros in their place, and fetches the real bytes when a bot first needs a net
// (src/thinker.ts).

/** The module without its nets, and the nets alone. */
export async function split(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, { env: { now: () => 0 } })
  const x = instance.exports
  const nets = Buffer.from(new Uint8Array(x.memory.buffer, x.door_nets(), x.door_nets_size()))
  const at = bytes.indexOf(nets)
  if (at < 0) throw new Error('the nets are not in one piece')
  return [Buffer.from(bytes).fill(0, at, at + nets.length), nets]
}

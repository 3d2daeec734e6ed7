// Whether the page is at rest: nothing that was asked for is still to come, nothing waits to be drawn,
// nothing moves. The page says so with data-rest on its root element: a test waits for that and never for a
// time. A worker reports to the page (rpc.ts), so a thinking bot or a game that is being saved counts as
// well.

/** How many things are under way. */
let open = 0
let tell: (rest: boolean) => void = () => {}
let moving: () => Promise<unknown>[] = () => []

// When something ends, promises and events may begin the next thing: they get their turn before rest is
// announced.
const turn = new MessageChannel()
turn.port2.onmessage = () => {
  if (open) return
  const all = moving()
  if (all.length) void during(Promise.allSettled(all))
  else tell(true)
}

/** Something has begun; call the result when it has ended. */
export function busy(): () => void {
  if (open++ === 0) tell(false)
  let ended = false
  return () => {
    if (ended) return
    ended = true
    if (--open === 0) turn.port1.postMessage(null)
  }
}

/** Not at rest until this has succeeded or failed. */
export function during<R>(work: Promise<R>): Promise<R> {
  const end = busy()
  work.then(end, end)
  return work
}

/** Calls f in this many ms, and there is no rest before; the result cancels it. */
export function soon(f: () => void, ms = 0): () => void {
  const end = busy()
  const timer = setTimeout(() => {
    try {
      f()
    } finally {
      end()
    }
  }, ms)
  return () => {
    clearTimeout(timer)
    end()
  }
}

/** Calls f before the next frame is drawn, or, if none is drawn (a page in the background), a little later. */
export function nextFrame(f: () => void): void {
  const once = () => {
    cancelAnimationFrame(frame)
    late()
    f()
  }
  const frame = requestAnimationFrame(once)
  const late = soon(once, 100)
}

/** f is called on every change; rest waits for what `still` lists as moving. */
export function onRest(f: (rest: boolean) => void, still = moving): void {
  tell = f
  moving = still
}

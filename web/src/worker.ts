// The worker's entry. The same file has three roles: it is the table, which holds the truth; the table
// starts it with the name "thinker" for bots to think in; as "remote" it holds views of tables online.

import { Door } from './door'
import { remote } from './online/remote'
import { serve, type Handlers } from './rpc'
import { table } from './table'
import { thinker } from './thinker'

const scope = self as unknown as DedicatedWorkerGlobalScope
const door = Door.open(fetch(WASM_URL))

/** Calls wait until the wasm module is ready. */
function later(make: (door: Door) => Handlers): Handlers {
  const ready = door.then(make)
  return new Proxy(
    {},
    {
      get:
        (_, name: string) =>
        async (...args: never[]) => {
          const handler = (await ready)[name]
          if (!handler) throw new Error(`no call '${name}'`)
          return handler(...args)
        },
    },
  )
}

if (scope.name === 'thinker') serve(scope, later(thinker))
else if (scope.name === 'remote') serve(scope, later(remote))
else {
  const send: (event: unknown) => void = serve(
    scope,
    later(d => table(d, e => send(e))),
  )
}

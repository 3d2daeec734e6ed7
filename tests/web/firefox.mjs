// The page in Firefox (Debian's firefox-esr), beside Chromium: it starts, a move is made in each game,
// later parts are loaded, nothing is reported. Firefox is driven by Marionette, its built-in protocol.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check, eventually, GAMES, serve } from './harness.mjs'

const PREFS = {
  'marionette.port': 0, // a free one; its number is in the profile
  'ui.prefersReducedMotion': 1,
  'intl.accept_languages': 'en',
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
}
/** The result of f as soon as there is one. */
async function until(what, f) {
  let got
  await eventually(async () => (got = await f()), `waited in vain for ${what}`)
  return got
}

/** Messages are LENGTH:JSON: [0, id, command, parameters] out, [1, id, error, result] in. */
function talk(port) {
  const socket = connect(port, '127.0.0.1')
  const waiting = new Map()
  let bytes = Buffer.alloc(0)
  let id = 0
  socket.on('data', more => {
    bytes = Buffer.concat([bytes, more])
    for (;;) {
      const colon = bytes.indexOf(':')
      const length = Number(bytes.subarray(0, Math.max(0, colon)))
      if (colon < 0 || bytes.length < colon + 1 + length) return
      const message = JSON.parse(bytes.subarray(colon + 1, colon + 1 + length))
      bytes = bytes.subarray(colon + 1 + length)
      if (!Array.isArray(message)) continue // it sends a greeting
      const [, number, error, result] = message
      const { ok, fail } = waiting.get(number)
      waiting.delete(number)
      if (error) fail(new Error(`${error.error}: ${error.message}`))
      else ok(result)
    }
  })
  const fail = err => waiting.forEach(w => w.fail(err))
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('Firefox has gone')))
  return {
    call: (command, parameters = {}) =>
      new Promise((ok, fail) => {
        const text = JSON.stringify([0, ++id, command, parameters])
        waiting.set(id, { ok, fail })
        socket.write(`${Buffer.byteLength(text)}:${text}`)
      }),
    end: () => socket.destroy(),
  }
}

async function start(profile) {
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(PREFS)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  )
  const program = process.env.FIREFOX ?? 'firefox-esr'
  const args = ['--headless', '--marionette', '--no-remote', '--profile', profile, 'about:blank']
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, HOME: profile } })
  let gone = false
  child.on('exit', () => (gone = true))
  child.on('error', () => (gone = true))
  const file = join(profile, 'MarionetteActivePort')
  const port = await until('Firefox', () => {
    check(!gone, `${program} does not start`)
    return existsSync(file) && Number(readFileSync(file, 'utf8'))
  })
  return { child, ...talk(port) }
}

const profile = mkdtempSync(join(tmpdir(), 'atoll-firefox-'))
const server = await serve()
let firefox
const js = (script, ...args) =>
  firefox.call('WebDriver:ExecuteScript', { script, args, sandbox: null }).then(answer => answer.value)
const there = selector => until(selector, () => js('return !!document.querySelector(arguments[0])', selector))
const click = async selector => {
  await there(selector)
  await js('document.querySelector(arguments[0]).click()', selector)
}
const go = async to => {
  await firefox.call('WebDriver:Navigate', { url: 'about:blank' })
  await firefox.call('WebDriver:Navigate', { url: to })
  await there('h1')
  await js(
    'window.bad = []; addEventListener("error", e => bad.push(e.message)); addEventListener("unhandledrejection", e => bad.push(String(e.reason)))',
  )
}
const calm = async () => {
  const bad = await js('return bad')
  check(bad.length === 0, bad.join())
}

const tests = {
  'Firefox starts the page, with its games and its service worker': async () => {
    firefox = await start(profile)
    await firefox.call('WebDriver:NewSession', {})
    await go(server.url)
    await there('.card')
    check((await js('return document.querySelectorAll(".card").length')) === GAMES.length, 'a card a game')
    await until('the service worker', () => js('return !!navigator.serviceWorker.controller'))
    await calm()
  },
  'each game is begun and moved in': async () => {
    await js('localStorage.setItem("atoll.met", arguments[0])', JSON.stringify(GAMES)) // no guided game
    for (const game of GAMES) {
      await go(server.url)
      await click(`.card[data-game="${game}"] .button.primary`)
      await there('.whose[data-mine="true"]')
      const before = await js('return document.querySelector(".history input").max')
      await js('[...document.querySelectorAll(".tabs button")].find(b => b.textContent === "Moves").click()')
      await click('.moves button')
      await click('.confirm:not([disabled])')
      await until('the move', () => js('return document.querySelector(".history input").max !== arguments[0]', before))
      await calm()
    }
  },
  'what is loaded later comes: the guide, privacy, another language': async () => {
    await go(`${server.url}#guide/reef`)
    await there('.guide-page')
    await go(`${server.url}#privacy`)
    await there('.panel')
    await go(server.url)
    await there('.lang select')
    await js(
      'const s = document.querySelector(".lang select"); s.value = "pl"; s.dispatchEvent(new Event("change", { bubbles: true }))',
    )
    await until('Polish', () => js('return document.querySelector(".card .button.primary").textContent === "Graj"'))
    await calm()
  },
}

let failed = 0
console.log(`1..${Object.keys(tests).length}`)
for (const [i, [name, test]] of Object.entries(tests).entries()) {
  const begin = Date.now()
  try {
    await test()
    console.log(`ok ${i + 1} - ${name} # ${Date.now() - begin} ms`)
  } catch (err) {
    failed++
    console.log(`not ok ${i + 1} - ${name}\n  ${String(err.stack ?? err).replaceAll('\n', '\n  ')}`)
  }
}
firefox?.end()
if (firefox && firefox.child.exitCode === null) {
  const gone = new Promise(ok => firefox.child.on('exit', ok))
  firefox.child.kill('SIGKILL')
  await gone
}
await server.stop()
rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
process.exit(failed ? 1 : 0)

// wasm_signature.mjs MODULE SIGNATURES: plays the games listed there in the wasm module and compares.
import { readFileSync } from 'node:fs'
import { open, signature } from '../bench/wasm.mjs'

const [modulePath, listPath] = process.argv.slice(2)
const door = await open(modulePath)
let run = 0
let wrong = 0

for (const line of readFileSync(listPath, 'utf8').split('\n')) {
  const words = line.replace(/#.*/, '').trim().split(/\s+/)
  if (words.length < 6) continue
  const [game, players, options, games, seed, expected] = words
  const found = signature(door, game, Number(players), options, BigInt(games), BigInt(seed))
  run++
  if (found !== expected) {
    wrong++
    console.log(`${line}\n  wasm computes ${found}`)
  }
}
console.log(`${run} signatures, ${wrong} wrong`)
process.exit(run > 0 && wrong === 0 ? 0 : 1)

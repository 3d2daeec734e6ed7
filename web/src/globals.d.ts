// Names of built files (relative to the page) and what the rules say about the games, put in by
// build.mjs.
declare const WORKER_URL: string
declare const WASM_URL: string
/** What is left out of the module. */
declare const NETS_URL: string
/** The words of a first visit, and those of what is loaded later. */
declare const LANG_URLS: Record<string, [string, string]>
declare const LANG_KEYS: string
/** A year of puzzles for each game that has them. */
declare const PUZZLE_URLS: Record<string, string>
/** The numbered rules of all games, a file a language. */
declare const RULES_URLS: Record<string, string>
declare const CATALOGUE: import('./view').Catalogue
declare const VERSION: string
declare module '*.css'
/** A style that comes with the part that imports it. */
declare module '*.css?later'
declare module 'games:modules' {
  const modules: import('./games/game').GameModule<never>[]
  export default modules
}

// A recovery code in words: 16 bytes and a checksum, one word of a list for each byte. The words are plain ones that
// look alike in many languages. No two begin with the same three letters, and three letters must change to make
// one word of another, so a slip of the pen is noticed, and what was meant can be guessed.

const WORDS = `
alarm alpaca amber ananas animal antenna apricot arcade arena artist asphalt atlas atom august aurora
avocado bagel balcony bamboo banjo basalt bazaar beluga bicycle biscuit bonbon bottle bridge broccoli
buffalo bulldog butter cabin cactus cafe calendar camera canal caramel castle cedar cello ceramic chalet
chess cinema circus clarinet cobra coconut comet concert copper cosmos cotton coyote crater crystal curry
cyclone dance delta dentist desert diamond diesel dinosaur disco doctor dolphin domino dragon drum duet
dynamo echo eclipse elephant elixir emerald engine enigma espresso family fanfare festival figure film
finale flamingo flute forest fox fruit gala garage giraffe globe gondola gorilla guitar habitat hexagon
hobby horizon hostel hydra icon igloo iguana index insect island ivory jacket jaguar jasmine jazz jeans
journal jungle kangaroo kayak ketchup kilogram kimono kiwi lagoon lantern laser lavender legend liana
library lilac lizard lobster logo lotus macaroni magnet mammoth mandarin melody menu mercury metal minute
model museum nectar nest night ninja noodle north nylon oasis ocean octave olive omelette opal opera orange
orchid origami oxygen pagoda palace panther papaya parrot pasta pearl pelican perfume picnic pilot pirate
pizza planet poem polka poncho poppy prism puma puzzle pyramid rabbit radio rainbow raven reef relax romance
ruby safari salmon samba sardine scooter shark sierra signal silver siren sketch soda sonata soprano spinach
sport stadium studio summit swan syrup taiga taxi tempo tennis terrace theatre tiger toast tofu tomato
tornado toucan tractor trumpet tulip tundra turban ukulele umbrella unicorn vacuum valley vanilla velvet
video viola vitamin volcano vulture waffle walrus window wolf yacht yogurt zinc zodiac
`
  .trim()
  .split(/\s+/)

const BYTES = 16
/** How many words a code has. */
export const LENGTH = BYTES + 1
/** So many letters are enough to know a word. */
const ENOUGH = 3

/** CRC-8: notices every wrong word, and two words in each other's place. */
function sum(bytes: number[]): number {
  let crc = 0xff
  for (const byte of bytes) {
    crc ^= byte
    for (let i = 0; i < 8; i++) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : crc << 1
  }
  return crc
}

const bytesOf = (hex: string): number[] => (hex.match(/../g) ?? []).map(pair => parseInt(pair, 16))

/** The words of a code of 32 digits. */
export function wordsOf(hex: string): string[] {
  const bytes = bytesOf(hex)
  return [...bytes, sum(bytes)].map(byte => WORDS[byte]!)
}

/** How many letters are wrong, missing or too many. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + Number(a[i - 1] !== b[j - 1]))
    row = next
  }
  return row[b.length]!
}

/** The word that begins like this, by its number; -1: none. */
const find = (word: string): number =>
  WORDS.indexOf(word) >= 0 ? WORDS.indexOf(word) : word.length < ENOUGH ? -1 : WORDS.findIndex(w => w.startsWith(word))

const nearest = (word: string): string =>
  WORDS.reduce((best, w) => (distance(word, w) < distance(word, best) ? w : best))

export type Read =
  | { code: string }
  /** Not a word of the list: which, from 1, and what it may have been. */
  | { wrong: string; place: number; perhaps: string }
  /** So many words instead of LENGTH. */
  | { count: number }
  /** All are words, but not of one code. */
  | { mixed: true }

/** Reads what somebody has typed or pasted: words with anything between them, or the 32 digits of a link. */
export function readCode(text: string): Read {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
  const digits = /(?:^|[^0-9a-z])([0-9a-f]{32})\s*$/.exec(plain)?.[1]
  if (digits) return { code: digits }
  const typed = plain.split(/[^a-z]+/).filter(Boolean)
  const numbers = typed.map(find)
  const at = numbers.indexOf(-1)
  if (at >= 0) return { wrong: typed[at]!, place: at + 1, perhaps: nearest(typed[at]!) }
  if (numbers.length !== LENGTH) return { count: numbers.length }
  const bytes = numbers.slice(0, BYTES)
  if (sum(bytes) !== numbers[BYTES]) return { mixed: true }
  return { code: bytes.map(b => b.toString(16).padStart(2, '0')).join('') }
}

// --- whether to offer one ---

const KEY = 'atoll.code'

/** Has this device offered a code already? */
export function offered(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

export function setOffered(): void {
  try {
    localStorage.setItem(KEY, '1')
  } catch {
    /* a private window may refuse: it is offered once more */
  }
}

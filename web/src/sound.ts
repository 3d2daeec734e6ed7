// Soft sounds, made by the browser: a click for a move, a tone for "your turn", two rising ones for points, a chord at the end.

let audio: AudioContext | null = null

/** Each tone: how high in Hz, when it begins and how long it lasts in seconds. */
const TONES = {
  move: [[420, 0, 0.06]],
  turn: [[660, 0, 0.35]],
  points: [
    [660, 0, 0.16],
    [880, 0.09, 0.3],
  ],
  end: [
    [523, 0, 0.7],
    [659, 0.12, 0.7],
    [784, 0.24, 0.9],
  ],
} as const

export function play(kind: keyof typeof TONES): void {
  audio ??= new AudioContext()
  for (const [pitch, after, length] of TONES[kind]) {
    const from = audio.currentTime + after
    const tone = audio.createOscillator()
    const loudness = audio.createGain()
    tone.type = 'sine'
    tone.frequency.value = pitch
    loudness.gain.setValueAtTime(0.0001, from)
    loudness.gain.exponentialRampToValueAtTime(0.12, from + 0.01)
    loudness.gain.exponentialRampToValueAtTime(0.0001, from + length)
    tone.connect(loudness).connect(audio.destination)
    tone.start(from)
    tone.stop(from + length)
  }
}

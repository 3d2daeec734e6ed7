// Two soft sounds, made by the browser: a click for a move, a tone for "your turn".

let audio: AudioContext | null = null

export function play(kind: 'move' | 'turn'): void {
  audio ??= new AudioContext()
  const now = audio.currentTime
  const tone = audio.createOscillator()
  const loudness = audio.createGain()
  const length = kind === 'move' ? 0.06 : 0.35
  tone.type = 'sine'
  tone.frequency.value = kind === 'move' ? 420 : 660
  loudness.gain.setValueAtTime(0.0001, now)
  loudness.gain.exponentialRampToValueAtTime(0.12, now + 0.01)
  loudness.gain.exponentialRampToValueAtTime(0.0001, now + length)
  tone.connect(loudness).connect(audio.destination)
  tone.start(now)
  tone.stop(now + length)
}

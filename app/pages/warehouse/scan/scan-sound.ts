import type { ScanResult } from './scan-state.ts';

/** Frequencies in hertz, one tone after the other: high for good, low and repeated for what must be looked at. */
const TONES: Readonly<Record<ScanResult['kind'], readonly number[]>> = {
  good: [1_320],
  double: [440, 440],
  which: [660, 440, 660],
  unknown: [294, 294],
  elsewhere: [294, 294],
  collected: [294, 294],
  held: [196, 196, 196],
  edited: [196, 196, 196],
  cancelled: [196, 196, 196],
};
/** In seconds. */
const TONE_LENGTH = 0.14;

let audio: AudioContext | null = null;

/** A browser that plays nothing shows the result all the same. */
export function playResult(kind: ScanResult['kind']): void {
  if (!('AudioContext' in globalThis)) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const [index, frequency] of TONES[kind].entries()) {
    const from = audio.currentTime + index * TONE_LENGTH * 1.6;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.type = kind === 'good' ? 'sine' : 'square';
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.2, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + TONE_LENGTH);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + TONE_LENGTH);
  }
}

/** Makes sounds audible. The browser's audio begins with the first of them: nothing sounds before a reader plays. */
import type { SoundKind, Timed } from "./sounds-of.ts";

interface Voice {
  readonly wave: OscillatorType;
  /** How long it rings, in seconds, and how loud it begins: 0 to 1. */
  readonly seconds: number;
  readonly gain: number;
  /** It sounds twice, so many seconds apart. */
  readonly twice?: number;
}

/** A tick is short; what goes wrong and the end of the call ring longer. A low tone needs more strength to be heard. */
const VOICES: Readonly<Record<SoundKind, Voice>> = {
  out: { wave: "triangle", seconds: 0.06, gain: 0.25 },
  back: { wave: "triangle", seconds: 0.06, gain: 0.25 },
  aside: { wave: "triangle", seconds: 0.06, gain: 0.2 },
  again: { wave: "triangle", seconds: 0.05, gain: 0.3, twice: 0.07 },
  queue: { wave: "sine", seconds: 0.15, gain: 0.3 },
  lost: { wave: "triangle", seconds: 0.25, gain: 0.4 },
  crash: { wave: "sawtooth", seconds: 0.5, gain: 0.3 },
  end: { wave: "sine", seconds: 0.45, gain: 0.25 },
};

/** The tone dies away to this, which nobody hears. */
const SILENT = 0.0001;

let context: AudioContext | null = null;

/** Plays them, each after its time. A browser without audio, or one that refuses it, stays silent. */
export function play(sounds: readonly Timed[]): void {
  if (sounds.length === 0 || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  const audio = context;
  if (audio.state === "suspended") void audio.resume().catch(() => undefined);
  const tones = sounds.flatMap(({ kind, hz, after }) => {
    const { twice } = VOICES[kind];
    return (twice === undefined ? [after] : [after, after + twice]).map((from) => ({ kind, hz, from }));
  });
  for (const { kind, hz, from } of tones) {
    const { wave, seconds, gain } = VOICES[kind];
    const start = audio.currentTime + from;
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.type = wave;
    tone.frequency.value = hz;
    loudness.gain.setValueAtTime(gain, start);
    loudness.gain.exponentialRampToValueAtTime(SILENT, start + seconds);
    tone.connect(loudness).connect(audio.destination);
    tone.start(start);
    tone.stop(start + seconds);
  }
}

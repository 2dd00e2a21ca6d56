import { useState } from "react";
import { useReducedMotion } from "../../controls/media.ts";
import { useFrames } from "../../draw/page-hooks.ts";

const MORPH_S = 0.28;

const easeOut = (share: number): number => 1 - (1 - share) ** 3;

interface Morph {
  readonly key: unknown;
  readonly from: number;
  readonly share: number;
}

/** A value that goes to its new place when its key changes, and else follows `target` at once. */
export function useMorph(target: number, key: unknown): number {
  const reduced = useReducedMotion();
  const [morph, setMorph] = useState<Morph>({ key, from: target, share: 1 });
  const [last, setLast] = useState(target);
  const value = morph.share >= 1 ? target : morph.from + (target - morph.from) * easeOut(morph.share);
  if (morph.key !== key) setMorph({ key, from: last, share: reduced || morph.key === null ? 1 : 0 });
  else if (last !== value) setLast(value);
  useFrames(morph.share < 1, (seconds) =>
    setMorph((before) => ({ ...before, share: Math.min(1, before.share + seconds / MORPH_S) })),
  );
  return value;
}

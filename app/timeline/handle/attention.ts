/** What the reader’s keys are at beside a figure: nothing, a handle, or the list of what can befall one. */
import { useState } from "react";
import type { Choice } from "./handle.ts";
import type { Placed } from "./placed.ts";

/** A handle has the focus. */
interface Focused {
  readonly tag: "focus";
  readonly key: string;
  readonly isVisible: boolean;
  /** Whether keys change it, where the figure is one Tab stop. */
  readonly isEntered: boolean;
  /** The effect of the last key, shown beside the handle until the focus moves; empty where there is none. */
  readonly line: string;
  readonly why: string;
}

export type Attention =
  | { readonly tag: "nothing" }
  | Focused
  /** `isFocused`: whether the focus goes to the first choice. */
  | {
      readonly tag: "list";
      readonly placed: Placed;
      readonly choices: readonly Choice[];
      readonly isFocused: boolean;
    };

export const NOTHING: Attention = { tag: "nothing" };

const FRESH = { tag: "focus", isVisible: true, isEntered: false, line: "", why: "" } as const;

/** The focus on a handle; what was told of it stays. */
export const focusOn = (before: Attention, key: string): Focused =>
  before.tag === "focus" && before.key === key ? before : { ...FRESH, key };

type Change = (before: Attention) => Attention;

/** Another experiment begins with nothing. */
export function useAttention(experiment: string): readonly [Attention, (change: Change) => void] {
  const [kept, setKept] = useState({ of: experiment, attention: NOTHING });
  const of = (one: typeof kept): Attention => (one.of === experiment ? one.attention : NOTHING);
  return [of(kept), (change) => setKept((before) => ({ of: experiment, attention: change(of(before)) }))];
}

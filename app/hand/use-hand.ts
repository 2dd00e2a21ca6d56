/** Drives the hand of a figure (hand.ts): what the browser tells becomes events, and effects are done. */
import { useEffect, useRef, useState } from "react";
import type { SyntheticEvent } from "react";
import { useEscape } from "../controls/use-escape.ts";
import { IDLE, isDown, step } from "./hand.ts";
import type { Ending, Hand, HandEffect, HandEvent, Surface } from "./hand.ts";
import { onLost } from "./lost.ts";

interface Given<Target, Meaning> extends Surface<Target, Meaning> {
  /** What stands, as a key. Another one that comes during a drag, as by undo, takes the drag back. */
  readonly stands: string;
  /** Another experiment makes the hand forget all it had. */
  readonly experiment: string;
  /** Does an effect of the figure's own. */
  readonly run: (effect: OwnEffect<Target, Meaning>) => void;
}

/** All but those that the browser's event takes. */
export type OwnEffect<Target, Meaning> = Exclude<
  HandEffect<Target, Meaning>,
  { readonly tag: "capture" } | { readonly tag: "consume" }
>;

/** What the browser told. */
type Source = Pick<SyntheticEvent, "currentTarget" | "preventDefault" | "stopPropagation">;

/** @returns the hand after the event */
export type Send<Target, Meaning> = (event: HandEvent<Target>, source?: Source) => Hand<Target, Meaning>;

interface Driven<Target, Meaning> {
  readonly hand: Hand<Target, Meaning>;
  readonly send: Send<Target, Meaning>;
}

export function useHand<Target, Meaning>(given: Given<Target, Meaning>): Driven<Target, Meaning> {
  const { stands, experiment } = given;
  const now = useRef<Hand<Target, Meaning>>(IDLE);
  const [shown, setShown] = useState<{ readonly hand: Hand<Target, Meaning>; readonly of: string }>({
    hand: IDLE,
    of: experiment,
  });
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  const send: Send<Target, Meaning> = (event, source) => {
    const [next, effects] = step(now.current, event, latest.current);
    if (next !== now.current) setShown({ hand: next, of: latest.current.experiment });
    now.current = next;
    for (const effect of effects) {
      if (effect.tag === "capture") source?.currentTarget.setPointerCapture(effect.pointer);
      else if (effect.tag === "consume") {
        source?.preventDefault();
        source?.stopPropagation();
      } else latest.current.run(effect);
    }
    return next;
  };
  useEndings({ stands, experiment }, isDown(shown.hand), (tag) => send({ tag }));
  // What is of another experiment is forgotten at once: nothing may ask what it means there.
  return { hand: shown.of === experiment ? shown.hand : IDLE, send };
}

/** Tells what takes a drag back, besides the pointer itself. */
function useEndings(
  { stands, experiment }: Pick<Given<unknown, unknown>, "stands" | "experiment">,
  isHolding: boolean,
  send: (tag: Ending) => void,
): void {
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEscape(isHolding, () => send("escape"));
  useEffect(() => {
    if (!isHolding) return;
    const listen = (): void => {
      if (document.visibilityState === "hidden") latest.current("hidden");
    };
    document.addEventListener("visibilitychange", listen);
    const stop = onLost(() => latest.current("lost worker"));
    return () => {
      document.removeEventListener("visibilitychange", listen);
      stop();
    };
  }, [isHolding]);
  useEffect(() => () => latest.current("other setup"), [stands]);
  useEffect(() => () => latest.current("other experiment"), [experiment]);
  useEffect(() => () => latest.current("unmount"), []);
}

/** The figures of a large run one after the other: laid out all at once they would hold the page up. */
import { useDeferredValue, useState } from "react";
import type { ReactNode } from "react";
import type { Run } from "../../engine/experiments/types.ts";

/** Beyond this many spans a run is prepared for its figures, and these are laid out in turn. */
const SHOWN_AT_ONCE = 10_000;

export const isLarge = ({ trace }: Run): boolean => trace.spans.count > SHOWN_AT_ONCE;

/** Whose turn has come with a run: of three figures, each a commit of the page after the one before. */
export function useTurns(run: Run | null): readonly [boolean, boolean, boolean] {
  const large = run !== null && isLarge(run);
  const begin = large ? null : run;
  const first = useDeferredValue(run, begin);
  const second = useDeferredValue(first, begin);
  const third = useDeferredValue(second, begin);
  return [!large || first === run, !large || second === run, !large || third === run];
}

interface Props {
  readonly ready: boolean;
  readonly children: ReactNode;
}

/** Keeps to what it showed last until it is ready. */
export function InTurn({ ready, children }: Props) {
  const [kept, setKept] = useState<ReactNode>(null);
  if (ready && kept !== children) setKept(children);
  return ready ? children : kept;
}

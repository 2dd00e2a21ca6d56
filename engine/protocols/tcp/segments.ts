/** What the steps of an end share: the state that they write to, and the segments that they make of it. */
import type { Stretch } from "./flow-state.ts";
import type { Draft, Segment, TcpOptions, TcpState } from "./tcp-state.ts";

export const control = ({ received }: TcpState, what: "open" | "accept"): Segment => ({
  control: what,
  sequence: 0,
  length: 0,
  acknowledgement: received,
});

export const plain = (sequence: number, length: number, { received }: TcpState): Segment => ({
  control: "none",
  sequence,
  length,
  acknowledgement: received,
});

/** The segment with the bytes from..to, or as many of them as one holds; FIN goes by itself. */
export function outgoing(draft: Draft, from: number, to: number, { segmentBytes }: TcpOptions): Segment {
  if (from === draft.finishAt) return { ...plain(from, 1, draft), control: "finish" };
  return plain(from, Math.min(segmentBytes, Math.min(to, draft.finishAt) - from), draft);
}

export const whatIs = ({ control: of }: Segment): "data" | "finish" => (of === "finish" ? "finish" : "data");

/** The stretches in order, those that touch or overlap made one. */
export function withStretch(stretches: readonly Stretch[], added: Stretch): readonly Stretch[] {
  const merged: Stretch[] = [];
  for (const one of [...stretches, added].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last === undefined || last.to < one.from) merged.push(one);
    else merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, one.to) };
  }
  return merged;
}

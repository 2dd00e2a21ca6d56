/** Where the figure stands on the ladder, from rung to rung: it goes by itself, or follows the hand on the control. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { useReducedMotion } from "../../controls/media.ts";
import { WHOLE_RUNG } from "../../words/rungs.ts";
import type { Place } from "../../figure/figure.ts";
import type { View } from "../../figure/scale.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import { lastRung, longestOf, packetOf, viewOf } from "./rung.ts";

/** The packet whose bytes lie over its line, and how far they are open, from 0 to 1. */
export interface OverLine {
  readonly row: number;
  readonly share: number;
}

/** As in look/handle: from one rung to the next. */
const RUNG_MS = 450;

const smooth = (share: number): number => share * share * (3 - 2 * share);

/**
 * The position that goes to a rung in its time; at once where less motion is wanted, or where the ladder is entered or
 * left.
 */
function usePosition(rung: number | null): readonly [number | null, (position: number) => void] {
  const [position, setPosition] = useState<number | null>(rung);
  const reduced = useReducedMotion();
  const now = useRef(position);
  const put = (next: number | null): void => {
    now.current = next;
    setPosition(next);
  };
  useEffect(() => {
    const from = now.current;
    if (rung === null || from === null || reduced) return put(rung);
    if (from === rung) return;
    const began = performance.now();
    let frame = requestAnimationFrame(function next(time) {
      const share = Math.min(1, Math.max(0, (time - began) / RUNG_MS));
      put(share >= 1 ? rung : from + (rung - from) * smooth(share));
      if (share < 1) frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [rung, reduced]);
  return [position, put];
}

type Wire = typeof import("./wire.ts");

/** Null until it is there; only the last rung needs it. */
function useWire(isWanted: boolean): Wire | null {
  const [wire, setWire] = useState<Wire | null>(null);
  useEffect(() => {
    if (!isWanted || wire !== null) return;
    let gone = false;
    import("./wire.ts").then(
      (came) => gone || setWire(came),
      () => undefined, // the wire stays as it is
    );
    return () => {
      gone = true;
    };
  }, [isWanted, wire]);
  return wire;
}

export interface Ladder {
  /** Null where the figure has the processors of the run. */
  readonly position: number | null;
  /** The closest rung that the call has: without bytes it is not the last. */
  readonly last: number;
  /** Follows a hand. */
  readonly onDrag: (position: number) => void;
  readonly place: NonNullable<Place["ladder"]> | null;
  /** The packet whose bytes are seen; -1 for none. */
  readonly packet: number;
  readonly onLayer: (layer: number) => void;
  /** What draws these bytes; null until a reader has come near. */
  readonly wire: Wire | null;
  /** The view at this position. @param far that of the other rungs @param near that of the last */
  readonly viewAt: (far: View, near: View | null) => View;
  readonly isNear: boolean;
  /** The packet whose bytes are seen, and how far they are open; null where they are not. */
  readonly over: OverLine | null;
}

export function useLadder(shown: ShownCall, rung: number | null, chosen: Ref): Ladder {
  const packet = useMemo(() => packetOf(shown, chosen), [shown, chosen]);
  const last = lastRung(packet);
  const [position, onDrag] = usePosition(rung === null ? null : Math.min(rung, last));
  const wire = useWire(position !== null && position >= WHOLE_RUNG);
  const layers = useMemo(
    () => (wire === null || packet < 0 ? null : wire.layersOfPacket(shown.trace, packet)),
    [wire, shown.trace, packet],
  );
  const [looked, setLooked] = useState({ packet, layer: -1 });
  const layer = looked.packet === packet && looked.layer >= 0 ? looked.layer : longestOf(layers ?? []);
  const place = useMemo(
    (): Ladder["place"] =>
      position === null ? null : { position, bytes: layers === null ? null : { row: packet, layers, chosen: layer } },
    [position, layers, packet, layer],
  );
  const open = position === null ? 0 : position - WHOLE_RUNG;
  const isOver = open > 0 && layers !== null;
  const own = useMemo(() => (packet < 0 ? null : viewOf(shown, packet)), [shown, packet]);
  const over = useMemo(() => (isOver ? { row: packet, share: open } : null), [isOver, packet, open]);
  return {
    ...{ position, last, onDrag, place, packet, over, wire },
    onLayer: (next) => setLooked({ packet, layer: next }),
    isNear: open > 0,
    viewAt: (far, near) => {
      if (open <= 0 || own === null) return far;
      const to = near ?? own;
      if (open >= 1) return to;
      const mix = (a: number, b: number): number => a + (b - a) * open;
      return { from: mix(far.from, to.from), to: mix(far.to, to.to) };
    },
  };
}

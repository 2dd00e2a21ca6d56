/** The drop zones, drawn from the first pixel of a drag: ground and lift, marks of snaps, ends beyond the axis. */
import type { CSSProperties } from "react";
import type { HandleFigure } from "../../figure/figure.ts";
import { snapsNear } from "./surface.ts";
import type { Drop, SurfaceTarget } from "./surface.ts";

interface Props {
  readonly figure: HandleFigure;
  readonly target: SurfaceTarget;
  readonly drop: Drop;
  /** The end beyond the axis: "the call ends at 83.4 ms"; empty where none is. */
  readonly beyond: string;
}

const SNAP = 8; // px, half of a mark; thicker where it has the thing
const CAUGHT = 13;
/** Along, in px, where time runs down: from the hand to the words of a zone, and their length. */
const FROM_HAND = 40;
const WORDS = 170;

export function Zones({ figure, target, drop, beyond }: Props) {
  const { down, start, scale } = figure;
  const { zones } = target.placed;
  const { length } = scale;
  const area = (from: number, to: number): CSSProperties => ({
    ...{ insetBlockStart: from, blockSize: to - from, insetInlineStart: start, inlineSize: length },
  });
  const mark = (along: number, half: number): CSSProperties => ({
    ...{ insetInlineStart: along, insetBlockStart: drop.across - half, blockSize: 2 * half },
  });
  const below = drop.along - start + FROM_HAND;
  const words = down ? { top: below + WORDS > length ? below - 2 * FROM_HAND - WORDS : below } : {};
  const isAcross = drop.zone === "ground" || drop.zone === "out";
  return (
    <div className={down ? "tl-zones down" : "tl-zones"} aria-hidden="true">
      {zones !== null && (
        <>
          <div className={drop.zone === "ground" ? "ground on" : "ground"} style={area(zones.ground, zones.end)}>
            <span style={words}>ground: the packet is lost</span>
          </div>
          <div className={drop.zone === "lift" ? "lift on" : "lift"} style={area(zones.lift, zones.lift)}>
            <span style={words}>lift: a copy</span>
          </div>
        </>
      )}
      {!isAcross &&
        snapsNear(target, drop).map(({ snap, along }) => {
          const caught = snap.at === drop.meaning.snap?.at;
          return (
            <i key={snap.at} className={caught ? "snap on" : "snap"} style={mark(along, caught ? CAUGHT : SNAP)} />
          );
        })}
      {beyond !== "" && <p className="beyond">{`${beyond} ${down ? "↓" : "→"}`}</p>}
    </div>
  );
}

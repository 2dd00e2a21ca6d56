/** The figure in its room, with what can be taken hold of and the words beside the pointer. */
import { useRef } from "react";
import { PHONE, useMedia } from "../../controls/media.ts";
import { speedText } from "../../words/times.ts";
import type { Change } from "./call.ts";
import { Grips } from "./Grips.tsx";
import type { GripsProps } from "./Grips.tsx";
import { OpeningFigure } from "./OpeningFigure.tsx";
import { roomOf } from "./scene-room.ts";
import type { SceneRoom } from "./scene-room.ts";
import type { Tale } from "./tale.ts";
import type { HeldGrip, Shown } from "./shown.ts";
import { useMorph } from "./use-morph.ts";
import { useSize } from "./use-size.ts";

interface Props {
  readonly shown: Shown | null;
  readonly held: HeldGrip | null;
  readonly failure: string | null;
  readonly onAgain: () => void;
  readonly hasBooking: boolean;
  readonly onHold: GripsProps["onHold"];
  readonly onChange: (change: Change) => void;
  readonly unharmed: Tale | undefined;
}

const PILL = { wide: 300, high: 84, gap: 22 } as const; // px

/** What a release would do, beside the pointer and never under it. */
function Pill({ room, held, shown, unharmed }: Pick<Props, "unharmed"> & PillProps) {
  const { drop, at } = held;
  const { end } = shown.told.tale;
  const more = unharmed === undefined || end <= unharmed.end ? "" : ` (+${speedText(end - unharmed.end)})`;
  const isLeft = at.x + PILL.gap + PILL.wide > room.width;
  const left = isLeft ? Math.max(0, at.x - PILL.gap - PILL.wide) : at.x + PILL.gap;
  const isLow = room.down ? at.y > PILL.high + 2 * PILL.gap : at.y + PILL.high > room.height;
  const top = room.down
    ? isLow
      ? at.y - PILL.high - PILL.gap
      : at.y + PILL.gap
    : Math.min(at.y, room.height - PILL.high);
  return (
    <div
      className="pill grip-pill"
      style={{ left: room.down ? Math.min(left, room.width - PILL.wide) : left, top, width: PILL.wide }}
    >
      <b>{drop.line}</b>
      <span>{drop.refused ?? `The call returns at ${speedText(end)}${more}.`}</span>
      <span>Escape takes it back.</span>
    </div>
  );
}

interface PillProps {
  readonly room: SceneRoom;
  readonly held: HeldGrip;
  readonly shown: Shown;
}

export function Scene({ shown, held, failure, onAgain, hasBooking, onHold, onChange, unharmed }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const down = useMedia(PHONE);
  const until = useMorph(shown?.until ?? 1, shown?.base ?? null);
  const room = roomOf(width, height, down, until);
  const isDrawn = shown !== null && width > 0;
  return (
    <div ref={box} className="scene" {...(shown === null && failure === null && { "aria-busy": true })}>
      {failure !== null && (
        <p className="error" role="alert">
          The call could not be run: {failure}{" "}
          <button type="button" className="link" onClick={onAgain}>
            Try again
          </button>
        </p>
      )}
      {isDrawn && (
        <>
          <OpeningFigure
            room={room}
            tale={shown.told.tale}
            now={shown.now}
            ghost={held === null ? undefined : shown.before.tale}
            zones={held !== null && !held.drop.line.startsWith("booking")}
          />
          <Grips
            room={room}
            tale={shown.before.tale}
            now={held === null ? shown.now : Math.max(shown.now, shown.before.tale.end)}
            change={shown.base}
            hasBooking={hasBooking}
            onHold={onHold}
            onChange={onChange}
          />
          {held !== null && <Pill room={room} held={held} shown={shown} unharmed={unharmed} />}
        </>
      )}
    </div>
  );
}

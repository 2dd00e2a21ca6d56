/** The buttons beside a packet: what a drag could do, without one. */
import type { KeyboardEvent } from "react";
import type { SceneRoom } from "./scene-room.ts";

type Choice = readonly [words: string, act: () => void];

const WIDE = 330; // px, as grips.css
const HIGH = 90; // px, of two rows of buttons
const GAP = 26; // px between a packet and its buttons

/** Beside the packet, within the figure. */
const placeOf = (room: SceneRoom, x: number, y: number) =>
  room.down
    ? { left: 0, top: y + GAP, width: room.width }
    : { left: Math.max(0, Math.min(x - GAP, room.width - WIDE)), top: Math.min(y + GAP, room.height - HIGH) };

interface Props {
  readonly name: string;
  readonly choices: readonly Choice[];
  readonly room: SceneRoom;
  readonly x: number;
  readonly y: number;
  /** The menu is done with: the focus goes back to its packet. */
  readonly onClose: () => void;
}

export function GripMenu({ name, choices, room, x, y, onClose }: Props) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onClose();
  };
  return (
    <div
      className="row grip-menu"
      role="group"
      aria-label={name}
      style={placeOf(room, x, y)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.preventDefault()} // the focus stays with the packet
      onMouseDown={(event) => event.preventDefault()}
    >
      {choices.map(([words, act]) => (
        <button
          key={words}
          type="button"
          className="btn small"
          onClick={() => {
            act();
            onClose();
          }}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

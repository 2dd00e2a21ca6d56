/** Units of four bytes, one a row, each with its place, its bytes and its name. */
import { codeAt } from "../../../engine/kernel/reads.ts";
import type { MessageUnit } from "../../trace/message-units.ts";
import { counted } from "../../words/numbers.ts";

/** More units than this stand in two columns. */
const MOST_IN_COLUMN = 12;

const hex = (value: number): string => value.toString(16).padStart(2, "0");

type IsOther = (place: number) => boolean;

/** "filling", "damaged" or "differs": what is to be said of a byte besides its value. */
function kindOf({ at, bytes, filling, damaged }: MessageUnit, i: number, isOther: IsOther): string | undefined {
  if (i === damaged) return "damaged";
  if (isOther(at + i)) return "differs";
  return i >= bytes.length - filling ? "filling" : undefined;
}

/** What the marks of a unit mean, in words: nobody need see a colour. */
function remarkOf({ filling, damaged, bytes, at }: MessageUnit, isOther: IsOther): string {
  if (damaged !== null) return `byte ${hex(codeAt(bytes, damaged))} is damaged`;
  if (Array.from(bytes, (_, i) => at + i).some(isOther)) return "differs from server to server";
  return filling === 0 ? "" : `${counted(filling, "byte")} only ${filling === 1 ? "fills" : "fill"} it up`;
}

interface Props {
  readonly units: readonly MessageUnit[];
  readonly label: string;
  /** Whether the byte at a place of the message is another one in a message beside it. */
  readonly isOther?: IsOther;
}

export function UnitList({ units, label, isOther = () => false }: Props) {
  return (
    <ol className={units.length > MOST_IN_COLUMN ? "message-units many" : "message-units"} aria-label={label}>
      {units.map((unit) => (
        <li key={unit.at}>
          <span className="message-at num">{unit.at}</span>
          <code>
            {Array.from(unit.bytes, (byte, i) => (
              <span key={i} className={kindOf(unit, i, isOther)}>
                {hex(byte)}
              </span>
            ))}
          </code>
          <span className="message-name">
            {unit.name} <b>{unit.value}</b>
            {remarkOf(unit, isOther) !== "" && <em> {remarkOf(unit, isOther)}</em>}
          </span>
        </li>
      ))}
    </ol>
  );
}

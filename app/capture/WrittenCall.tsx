/** A call with changed values as the compiler’s writer makes it, byte by byte beside the captured one. */
import { useEffect, useState } from "react";
import { messageOf } from "../words/message-of.ts";
import { counted } from "../words/numbers.ts";
import type { Message, Written } from "../workers/capture-values.ts";
import type { ChangedValue } from "../workers/changed-values.ts";
import { writeCall } from "./use-capture.ts";

interface Props {
  readonly call: number;
  readonly captured: Message;
  readonly changes: readonly ChangedValue[];
}

const MOST_SHOWN = 512; // bytes
const UNIT = 4; // XDR’s items are multiples of four bytes (RFC 4506, section 3)

const hex = (byte: number | undefined): string => (byte === undefined ? "··" : byte.toString(16).padStart(2, "0"));

/** "40 bytes, all as captured." */
function comparedText(written: Uint8Array, captured: Uint8Array): string {
  const longest = Math.max(written.length, captured.length);
  const differing = Array.from({ length: longest }, (_, i) => i).filter((i) => written[i] !== captured[i]);
  const [first] = differing;
  const size = counted(written.length, "byte");
  if (first === undefined) return `${size}, all as captured.`;
  const sizes = written.length === captured.length ? size : `${size}, ${captured.length} were captured`;
  if (differing.length === 1) return `${sizes}; byte ${first} differs.`;
  return `${sizes}; ${differing.length} differ, from byte ${first} on.`;
}

export function WrittenCall({ call, captured, changes }: Props) {
  const [written, setWritten] = useState<Written | null>(null);
  const asked = JSON.stringify(changes);
  useEffect(() => {
    let isOver = false;
    writeCall(call, "call", JSON.parse(asked) as readonly ChangedValue[]).then(
      (found) => {
        if (!isOver) setWritten(found);
      },
      (error: unknown) => {
        if (!isOver) setWritten({ bytes: null, problem: messageOf(error) });
      },
    );
    return () => {
      isOver = true;
    };
  }, [call, asked]);
  const bytes = written?.bytes ?? null;
  const problem = written?.problem ?? null;
  return (
    <div className="capture-written">
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {bytes !== null && (
        <>
          <p role="status">{comparedText(bytes, captured.bytes)}</p>
          <Bytes title="Written" bytes={bytes} other={captured.bytes} />
          <Bytes title="Captured" bytes={captured.bytes} other={bytes} />
        </>
      )}
    </div>
  );
}

interface BytesProps {
  readonly title: string;
  readonly bytes: Uint8Array;
  readonly other: Uint8Array;
}

function Bytes({ title, bytes, other }: BytesProps) {
  const units = Math.ceil(Math.min(MOST_SHOWN, bytes.length) / UNIT);
  return (
    <p>
      <b>{title}</b>{" "}
      {Array.from({ length: units }, (_, unit) => {
        const places = [0, 1, 2, 3].map((i) => unit * UNIT + i);
        const text = places.map((i) => hex(bytes[i])).join("");
        return places.every((i) => bytes[i] === other[i]) ? (
          <code key={unit}>{text} </code>
        ) : (
          <mark key={unit}>
            <code>{text}</code>
          </mark>
        );
      })}
      {bytes.length > MOST_SHOWN && "…"}
    </p>
  );
}

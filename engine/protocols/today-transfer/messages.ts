/** Messages of a transfer, whole or in pieces that fill a packet each. */
import type { TransferMessage } from "../../wire/today-transfer.ts";

/** A message as its writer has it. */
type Whole = Pick<TransferMessage, "kind" | "number" | "data">;

/**
 * A message as it is written: whole, or in pieces of so many bytes of data each, the last filled up with zeros.
 * @param piece Infinity: it stays whole
 */
export function inPieces({ kind, number, data }: Whole, piece: number): readonly TransferMessage[] {
  const total = data.length;
  if (piece === Infinity) return [{ kind, number, total, data }];
  const count = Math.max(1, Math.ceil(total / piece));
  return Array.from({ length: count }, (_, i) => {
    const filled = new Uint8Array(piece);
    filled.set(data.subarray(i * piece, (i + 1) * piece));
    return { kind, number, total, data: filled };
  });
}

/** A message of which pieces are still to come. */
export interface Coming {
  readonly key: string;
  readonly left: number;
  readonly data: Uint8Array; // the first piece
}

/**
 * A piece has come.
 * @returns what is still coming, and the data of the message if it is whole now: those of the piece that came first
 */
export function takePiece(
  coming: readonly Coming[],
  key: string,
  { total, data }: TransferMessage,
): readonly [readonly Coming[], Uint8Array | null] {
  const known = coming.find((one) => one.key === key);
  const left = (known?.left ?? total) - data.length;
  const first = known?.data ?? data.subarray(0, Math.min(data.length, total));
  const others = coming.filter((one) => one.key !== key);
  return left <= 0 ? [others, first] : [[...others, { key, left, data: first }], null];
}

import type { CellKind } from "../../engine/experiments/reproduce.ts";
import { CELL_KINDS } from "./cell-kinds.ts";

const SHAPES: Readonly<Record<CellKind, React.ReactNode>> = {
  input: <rect x="1.75" y="1.75" width="8.5" height="8.5" className="line" />,
  identity: <path d="M1 4.25h10M1 7.75h10" className="line" />,
  calibrated: (
    <>
      <path d="M1 1v10h10z" className="fill" />
      <rect x="1.75" y="1.75" width="8.5" height="8.5" className="line" />
    </>
  ),
  predicted: <rect x="1" y="1" width="10" height="10" className="fill" />,
  unsimulated: <rect x="1.75" y="1.75" width="8.5" height="8.5" className="line dashed" />,
};

interface Props {
  readonly kind: CellKind;
  readonly wordHidden?: boolean; // read, not drawn
}

/** A kind of number: its shape and its word. */
export function KindMark({ kind, wordHidden = false }: Props) {
  return (
    <span className="kind">
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        {SHAPES[kind]}
      </svg>
      <span className={wordHidden ? "vh" : undefined}>{CELL_KINDS[kind].word}</span>
    </span>
  );
}

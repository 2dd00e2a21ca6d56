/** The rows of matrices of rules and promises, which a worker finds out when it is asked to. */
import { useEffect, useRef, useState } from "react";
import type { MatrixProgress } from "../../engine/explore/listed.ts";
import type { MatrixRow } from "../../engine/explore/matrix.ts";
import type { ParamValues } from "../../engine/experiments/types.ts";
import { startMatrix, type Searching } from "../workers/explore-client.ts";
import { Cancelled } from "../workers/engine-client.ts";
import { messageOf } from "../words/message-of.ts";

/** What the rows are found out for. */
export interface Asked {
  readonly experiment: string;
  readonly parameters: ParamValues;
}

export type MatrixState =
  | { readonly tag: "rest" }
  | {
      readonly tag: "searching";
      readonly experiment: string;
      readonly progress: MatrixProgress | null;
      readonly perS: number;
    }
  | { readonly tag: "cancelled" }
  | { readonly tag: "done" }
  | { readonly tag: "failed"; readonly message: string };

/** Whole matrices that were found out since the page was opened. */
const known = new Map<string, readonly MatrixRow[]>();

const keyOf = (asked: Asked, faults: number): string => JSON.stringify([asked, faults]);

const NONE: readonly MatrixRow[] = [];

/** States a second since the beginning of the row. */
function speedometer(): (progress: MatrixProgress) => number {
  let [row, since] = [0, 0];
  return (progress) => {
    if (progress.row !== row) [row, since] = [progress.row, performance.now()];
    const seconds = (performance.now() - since) / 1000;
    return seconds < 0.2 ? 0 : progress.states / seconds;
  };
}

/** The rows so far, by experiment. */
export function useMatrix(all: readonly Asked[], faults: number) {
  const [state, setState] = useState<MatrixState>({ tag: "rest" });
  const [rows, setRows] = useState<Readonly<Record<string, readonly MatrixRow[]>>>({});
  const searching = useRef<Searching<void> | null>(null);
  useEffect(() => () => searching.current?.cancel(), []);
  const fillOne = async (asked: Asked): Promise<void> => {
    const { experiment, parameters } = asked;
    const done: MatrixRow[] = [];
    const perS = speedometer();
    setState({ tag: "searching", experiment, progress: null, perS: 0 });
    searching.current = startMatrix(
      experiment,
      { parameters, faults },
      (row) => {
        done.push(row);
        setRows((before) => ({ ...before, [keyOf(asked, faults)]: [...done] }));
      },
      (progress) => setState({ tag: "searching", experiment, progress, perS: perS(progress) }),
    );
    await searching.current.found;
    known.set(keyOf(asked, faults), done);
  };
  const fill = async (): Promise<void> => {
    try {
      for (const asked of all) if (!known.has(keyOf(asked, faults))) await fillOne(asked);
      setState({ tag: "done" });
    } catch (error) {
      if (error instanceof Cancelled) setState({ tag: "cancelled" });
      else setState({ tag: "failed", message: messageOf(error) });
    }
  };
  const rowsOf = (asked: Asked): readonly MatrixRow[] => {
    const key = keyOf(asked, faults);
    return known.get(key) ?? rows[key] ?? NONE;
  };
  return { state, rowsOf, fill: () => void fill(), cancel: () => searching.current?.cancel() };
}

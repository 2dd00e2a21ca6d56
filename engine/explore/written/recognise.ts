/**
 * The belief behind rules that break, or cost too much. A table is looked at by its cells. A program is held beside all
 * tables: where its client or its server answers all probes as a table’s does, it is looked at as that table.
 */
import { parseFault } from "../../faults/index.ts";
import type { Property } from "../../protocols/promises.ts";
import { codeClient, codeServer, type CallCode } from "../../protocols/written/code.ts";
import { CodeFault } from "../../protocols/written/code-actions.ts";
import { endsOfMachines, type WrittenMachine } from "../../protocols/written/ends.ts";
import { CELL_NAMES, cellOf, type CellName, type WrittenRules } from "../../protocols/written/rules.ts";
import { mishapsOf } from "../properties.ts";
import { shows } from "../replay.ts";
import { machineBy, tablesLike, type Side } from "./behaviour.ts";
import type { Level } from "./levels.ts";
import { endsOf, packetsOf, runOf, type AnyWrittenEnds, type Judged } from "./runs.ts";
import { wrongOf, type WrongRule } from "./wrong.ts";

/** What became of the rules. */
interface Outcome {
  readonly tag: "costly" | "broken";
  readonly packets: number; // a call, without a fault
  readonly broken: { readonly property: Property; readonly faults: readonly string[] } | null;
}

/** Null where no typical belief is behind it, or none that is certain enough. */
export function recognised(level: Level, judged: Judged, outcome: Outcome): WrongRule | null {
  const seen =
    "rules" in judged ? { rules: judged.rules, sides: SIDES, endsBy: endsOfTable } : seenIn(level, judged.code);
  if (seen === null) return null;
  const { rules, sides, endsBy } = seen;
  const mends = (cells: readonly CellName[]): boolean => {
    const right = Object.fromEntries(cells.map((name) => [name, level.solution[name]]));
    return isBetter(level, endsBy({ ...rules, ...right }), outcome);
  };
  const isSeen = (cells: readonly CellName[]): boolean => cells.every((name) => sides.includes(cellOf(name).of));
  return wrongOf(level, rules, outcome, { mends, isSeen, alsoUnmended: sides.length === SIDES.length });
}

const SIDES: readonly Side[] = ["client", "server"];

/** The rules of a program, as far as its behaviour shows them. */
interface Seen {
  readonly rules: WrittenRules; // of a side that is like no table, the level’s solution
  readonly sides: readonly Side[]; // that are like a table
  /** The ends with other rules on these sides. */
  readonly endsBy: (rules: WrittenRules) => AnyWrittenEnds;
}

const endsOfTable = (rules: WrittenRules): AnyWrittenEnds => endsOf({ rules });

function seenIn(level: Level, code: CallCode): Seen | null {
  const own = { client: codeClient(code), server: codeServer(code) } as Readonly<Record<Side, WrittenMachine<unknown>>>;
  const found = new Map(SIDES.flatMap((side) => nearest(level, side, own[side])));
  if (found.size === 0) return null;
  const rules = Object.fromEntries(
    CELL_NAMES.map((name) => [name, (found.get(cellOf(name).of) ?? level.solution)[name]]),
  ) as unknown as WrittenRules;
  const machine = (side: Side, by: WrittenRules): WrittenMachine<unknown> =>
    found.has(side) ? machineBy(side, by) : own[side];
  const endsBy = (by: WrittenRules): AnyWrittenEnds => endsOfMachines(machine("client", by), machine("server", by));
  return { rules, sides: [...found.keys()], endsBy };
}

/** A cell that the level gives counts more than all of the reader’s. */
const GIVEN = CELL_NAMES.length;

/** A side may behave like several tables: this takes the nearest to the level: by given cells, then by solution. */
function nearest(
  level: Level,
  side: Side,
  machine: WrittenMachine<unknown>,
): readonly (readonly [Side, WrittenRules])[] {
  try {
    const far = (rules: WrittenRules): number =>
      CELL_NAMES.filter((name) => cellOf(name).of === side && rules[name] !== level.solution[name])
        .map((name) => (level.cells.includes(name) ? 1 : GIVEN))
        .reduce((sum, weight) => sum + weight, 0);
    const [best] = tablesLike(side, machine).toSorted((a, b) => far(a) - far(b));
    return best === undefined ? [] : [[side, best]];
  } catch (error) {
    if (error instanceof CodeFault) return []; // the program fails at an input that the search has not given it
    throw error;
  }
}

/** Whether ends keep the promise in the run that was found, or take fewer packets. */
function isBetter(level: Level, ends: AnyWrittenEnds, { broken, packets }: Outcome): boolean {
  const { trace, ...run } = runOf(level, ends, broken?.faults ?? []);
  if (broken === null) return packetsOf({ trace, ...run }) < packets;
  const mishaps = mishapsOf(broken.faults.map((line) => parseFault(line)));
  return !shows(trace, ends, broken.property, mishaps);
}

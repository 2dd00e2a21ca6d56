/** The addresses of the papers' pages. */
import type { Table } from "../../engine/papers/types.ts";
import type { CellAddress } from "../../engine/kernel/trace-data.ts";
import { writeLink } from "./write-link.ts";
import { defaultSetup, experimentOf } from "./setup.ts";
import { hrefOf } from "./link-table.ts";
import { hashOf } from "./location.ts";
import type { Setup } from "./setup.ts";

export const PAGES = ["claims", "errata", "corrections"] as const;
type PaperPage = (typeof PAGES)[number];
export const isPage = (name: string): name is PaperPage => PAGES.some((page) => page === name);

export const paperHref = (paper: string): string => hrefOf("papers", [paper]);
export const tableHref = (paper: string, table: Table["id"]): string => hrefOf("papers", [paper, table]);
export const pageHref = (paper: string, page: PaperPage): string => hrefOf("papers", [paper, page]);

/** A table with one of its columns marked. */
export const columnHref = (paper: string, table: Table["id"], column: string): string =>
  hrefOf("papers", [paper, table], { column });

/** A table with the row of a cell opened, in the board of its column. */
export const cellHref = ({ paper, table, row, column }: CellAddress): string =>
  hrefOf("papers", [paper, table], { column, row: Object.values(row).map(String) });

/** A claim or an erratum in the list of its paper. */
export const entryHref = (paper: string, page: "claims" | "errata", id: string): string =>
  hrefOf("papers", [paper, page], { entry: id });

/** A run that was made before: what it was made from and the hash of its trace. */
type RecordedRun = Pick<Setup, "experiment" | "parameters" | "seed"> &
  Partial<Pick<Setup, "faults">> & { readonly hash: string };

/** The bench at exactly a run; it runs it again and says whether its trace is the same. */
export function runHref(run: RecordedRun, { version }: { readonly version: string }): string {
  const { experiment, parameters, seed, faults = [], hash } = run;
  const base = { experiment, parameters: {}, seed, faults };
  const setup = { ...defaultSetup(experimentOf(base)), seed, faults };
  const whole = { ...setup, parameters: { ...setup.parameters, ...parameters } };
  return hashOf(writeLink(whole, { version, hash }));
}

/** The addresses of the papers' pages. */
import type { Table } from "../../engine/papers/types.ts";
import type { CellAddress } from "../../engine/kernel/trace-data.ts";
import { writeLink } from "../bench/link.ts";
import { defaultSetup, experimentOf } from "../bench/setup.ts";
import { hashOf } from "../shell/location.ts";
import type { Reproduction, RunFact } from "./reproduction.ts";

export const PAGES = ["claims", "errata", "corrections"] as const;
export type Page = (typeof PAGES)[number];
export const isPage = (name: string): name is Page => PAGES.some((page) => page === name);

export const paperHref = (paper: string): string => `#/papers/${paper}`;
export const tableHref = (paper: string, table: Table["id"]): string => `${paperHref(paper)}/${table}`;
export const pageHref = (paper: string, page: Page): string => `${paperHref(paper)}/${page}`;
export const cellHref = (at: CellAddress): string => tableHref(at.paper, at.table);

/** The bench at exactly a run; it runs it again and says whether its trace is the same. */
export function runHref({ experiment, parameters, seed, hash }: RunFact, { version }: Reproduction): string {
  const base = { experiment, parameters: {}, seed, faults: [] };
  const setup = { ...defaultSetup(experimentOf(base)), seed };
  const whole = { ...setup, parameters: { ...setup.parameters, ...parameters } };
  return hashOf(writeLink(whole, { version, hash }));
}

/** The tables of a run, and each of them at a moment. */
import { timeAt } from "../../engine/kernel/reads.ts";
import { findDescription } from "../../engine/experiments/lookup.ts";
import type { Traced } from "../../engine/experiments/types.ts";
import { proceduresOf } from "../timeline/handle/procedures.ts";
import { wordAt } from "../timeline/host/instances.ts";
import { destinationsOf } from "../trace/destinations.ts";
import { HALF } from "../trace/machine-events.ts";
import { cacheTable, keepsReplies } from "./cache-table.ts";
import { destinationsTable } from "./destinations-table.ts";
import { protocolsIn, protocolTable } from "./protocol-table.ts";
import type { Moment, TableState } from "./table.ts";
import { WORDS, wordsOf } from "./words.ts";

interface TableOf {
  /** The protocol's name, or what else stands in it. */
  readonly key: string;
  readonly title: string;
  /** One machine runs the procedures of this table: how often they ran is told beside it. */
  readonly countsRuns: boolean;
}

const DESTINATIONS = "destinations";
const CACHE = "replies kept";

const wordsIn = (run: Traced) => ("experiment" in run ? findDescription(run.experiment)?.destinations : undefined);

/** First what a client knows of many, then tables of those who serve. */
export function tablesOf(run: Traced): readonly TableOf[] {
  const { trace } = run;
  const protocols = [...protocolsIn(trace)].map(([key, { instances, numbers }]) => {
    const { title, serves } = wordsOf(key, numbers.names);
    const isAlone = new Set(instances.map(({ machine }) => machine)).size <= 1;
    return { key, title, serves, countsRuns: serves && isAlone };
  });
  const title = wordsIn(run)?.title ?? "What the client knows";
  return [
    ...(destinationsOf(trace) === null ? [] : [{ key: DESTINATIONS, title, countsRuns: false }]),
    ...(keepsReplies(trace) ? [{ key: CACHE, title: "Replies that the server keeps", countsRuns: true }] : []),
    ...protocols.filter(({ serves }) => serves),
    ...protocols.filter(({ serves }) => !serves),
  ];
}

/** Null where the run has no such table. @param most rows that it holds */
export function tableAt(run: Traced, key: string, moment: Moment, most?: number): TableState | null {
  if (key === DESTINATIONS) return destinationsTable(run.trace, moment, wordsIn(run), most);
  if (key === CACHE) return keepsReplies(run.trace) ? cacheTable(run.trace, moment, most) : null;
  return protocolTable(run.trace, key, moment, most);
}

/** How often servers have run the procedure of a call to its end. */
export function runsBy({ trace }: Traced, { call, time }: Moment): number {
  const { transitions } = trace;
  const ends = new Set(Object.values(WORDS).flatMap(({ ran = [] }) => ran));
  const servers = new Set(Object.keys(WORDS).filter((protocol) => WORDS[protocol]?.ran !== undefined));
  const listed = [...protocolsIn(trace)].flatMap(([key, { instances }]) => (servers.has(key) ? instances : []));
  if (listed.length === 0) return proceduresOf(trace, call).filter(({ to }) => to <= time + HALF).length;
  return listed
    .flatMap(({ rows }) => rows)
    .filter((row) => transitions.call[row] === call && timeAt(transitions.at, row) <= time + HALF)
    .filter((row) => ends.has(wordAt(trace, transitions.input[row]))).length;
}

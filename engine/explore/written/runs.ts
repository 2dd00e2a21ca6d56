/** Runs of the whole system by rules at a level of *Write the rule*. */
import { outlineOf } from "../../experiments/outline.ts";
import { defaultsOf } from "../../experiments/settings.ts";
import type { ParamValues, Run } from "../../experiments/types.ts";
import { call as description } from "../../experiments/written/describe.ts";
import { valueOfRules } from "../../experiments/written/params.ts";
import { runnerWith } from "../../experiments/written/run.ts";
import { parseScript } from "../../faults/parse-script.ts";
import type { Ends } from "../../protocols/ends.ts";
import type { CallCode } from "../../protocols/written/code.ts";
import { codeEnds } from "../../protocols/written/code-ends.ts";
import { writtenEnds } from "../../protocols/written/ends.ts";
import { RETRY_AFTER, type WrittenPacket } from "../../protocols/written/message.ts";
import type { WrittenRules } from "../../protocols/written/rules.ts";
import type { Level } from "./levels.ts";

/** The rules to judge: a table of cells, or a program with the interpreter that calls it. */
export type Judged = { readonly rules: WrittenRules } | { readonly code: CallCode };

export type AnyWrittenEnds = Ends<unknown, WrittenPacket>;

const SEED = 1;
export const CALLS = 2;
const TIMER_MS = RETRY_AFTER / 1e6;

/** The parameters of the experiment at a level; for a program those of the rule book. */
const parametersAt = (level: Level, rules: string): ParamValues => ({
  ...defaultsOf(description),
  rules,
  serverMs: level.serverMs,
  retryMs: TIMER_MS,
  calls: CALLS,
});

export const endsOf = (judged: Judged): AnyWrittenEnds =>
  "rules" in judged ? writtenEnds({ rules: judged.rules, retryAfter: RETRY_AFTER }) : codeEnds(judged.code);

/** A run of the whole system at a level. */
export const runAt = (level: Level, judged: Judged, faults: readonly string[]): Run =>
  runOf(level, endsOf(judged), faults, "rules" in judged ? valueOfRules(judged.rules) : "book");

/** A run of these ends. */
export const runOf = (level: Level, ends: AnyWrittenEnds, faults: readonly string[], rules = "book"): Run =>
  runnerWith(() => ends)(outlineOf(description), parseScript, parametersAt(level, rules), SEED, faults, {
    keep: "all",
  });

/** The packets of a call. */
export const packetsOf = ({ packets, laterPackets }: Run): number => (packets + laterPackets) / CALLS;

const pars = new Map<number, number>();

/** The packets of a call that the level’s solution takes without a fault. */
export function parOf(level: Level): number {
  const known = pars.get(level.number);
  if (known !== undefined) return known;
  const par = packetsOf(runAt(level, { rules: level.solution }, []));
  pars.set(level.number, par);
  return par;
}

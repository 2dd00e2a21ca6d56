/** Runs written rules for an experiment’s parameters and takes the measures. */
import { millis } from "../../kernel/time.ts";
import type { Ends } from "../../protocols/ends.ts";
import { writtenEnds } from "../../protocols/written/ends.ts";
import type { WrittenPacket } from "../../protocols/written/message.ts";
import { runWritten } from "../../systems/written/system.ts";
import { commonMeasures } from "../common-measures.ts";
import { runnerOf, type Runner, type Runs } from "../runnable.ts";
import type { call } from "./describe.ts";
import { rulesOf, type WrittenValues } from "./params.ts";

type WrittenEnds = Ends<unknown, WrittenPacket>;

/** The run with these ends in place of those that the rules of its parameter make. */
export const runnerWith = (endsOf: (values: WrittenValues) => WrittenEnds): Runner =>
  runnerOf<typeof call>((values, request) => {
    const outcome = runWritten({ ends: endsOf(values), ...values }, request);
    const made = outcome.trace.calls.count;
    const packetsPerCall = made === 0 ? null : outcome.packets / made;
    return { ...outcome, measures: { ...commonMeasures(outcome), packetsPerCall } };
  });

export const endsOfValues = ({ rules, retryMs }: Pick<WrittenValues, "rules" | "retryMs">): WrittenEnds =>
  writtenEnds({ rules: rulesOf(rules), retryAfter: millis(retryMs) });

export const runs: Runs = { "written/call": runnerWith(endsOfValues) };

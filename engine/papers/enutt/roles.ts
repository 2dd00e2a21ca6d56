/**
 * The roles of the numbers in the paper of Elliott and Nutt. Profiles say what each routine of the client takes, so
 * their counts and times are inputs, and so are the times of C calls. Times of whole remote calls were measured, and a
 * simulation has to predict them. Shares and sums of profiles follow from them. The first rule that fits holds.
 */
import type { Role, RoleRule, RowKey } from "../types.ts";

const rule = (table: string, role: Role, columns: readonly string[], rows?: readonly RowKey[]): RoleRule =>
  rows === undefined ? { table, columns, role } : { table, columns, rows, role };

const PROFILES = ["table-4a", "table-4b", "table-5"];

/** Rows of the text that say what the authors ran, and on what. */
const TEXT_INPUTS = [
  ...["clockGranularity", "clockGranularityUs", "iterations", "udpLimit", "birrellNelsonFactor"],
  ...["extraSelects", "xdrRoutines", "dispatchRoutines"],
];

/** Rows of the text that follow from the profiles, the times of C calls and the clock. */
const TEXT_IDENTITIES = [
  ...["clockUncertainty", "emptyLoop", "localNoArg", "localTwoByte", "localFourByte"],
  ...["selectTotal", "selectPerLoop", "selectPerIteration"],
  ...["xdrTotal", "xdrPerIteration", "dispatchTotal", "dispatchPerIteration", "xdrPlusDispatch"],
];

const keys = (ids: readonly string[]): readonly RowKey[] => ids.map((key) => ({ key }));

export const ROLES: readonly RoleRule[] = [
  rule("table-1", "result", ["occurrences"]),
  rule("table-2", "input", ["emptyLoopUs", "noArgUs", "twoByteUs", "fourByteUs"]),
  rule("table-3", "input", ["argumentBytes"]),
  rule("table-3", "result", ["usPerIteration"]),
  ...PROFILES.map((table) => rule(table, "input", ["cumSecs", "calls", "msPerCall"])),
  ...PROFILES.map((table) => rule(table, "identity", ["pctTime"])),
  rule("text", "input", ["value"], keys(TEXT_INPUTS)),
  rule("text", "identity", ["value"], keys(TEXT_IDENTITIES)),
  rule("text", "result", ["value"]),
];

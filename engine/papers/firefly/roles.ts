/**
 * The roles of the numbers in the Firefly paper. The step costs, counts, sizes and hardware facts are inputs;
 * measurements of whole calls are results; sums and quotients of inputs are identities. The first rule that fits holds.
 */
import type { Role, RoleRule, RowKey } from "../types.ts";

const rule = (table: string, role: Role, columns: readonly string[], rows?: readonly RowKey[]): RoleRule =>
  rows === undefined ? { table, columns, role } : { table, columns, rows, role };

/** Rows of the running text that are facts about machines and programs, or given costs of single mechanisms. */
const TEXT_INPUTS = [
  ...["memory", "cpus", "mipsEach", "ethernet", "qbus", "maxPacketResult", "minPacket", "maxPacket", "backgroundCpu"],
  ...["callsTimed", "callsPerThreadXi", "users", "cedarYearsEarlier", "cedarEthernet"],
  ...["callerStubSteps", "serverStubSteps", "sendReceivesPerRpc", "wakeupsFast", "wakeupsTraditionalFactor"],
  ...["runtimeCalls", "localCall", "recodeSpeedup", "slowPathNull", "retransmitPenalty", "fixPenalty"],
  ...["exerciserNullFaster", "exerciserMaxResultFaster", "sameMachineNull", "bershadOverLocal"],
];

/** Rows of the running text that follow from step costs alone. */
const TEXT_IDENTITIES = ["callSequenceShare", "assemblyShare", "recodedRoutines"];

const keys = (ids: readonly string[]): readonly RowKey[] => ids.map((key) => ({ key }));

export const ROLES: readonly RoleRule[] = [
  rule("table-i", "result", ["nullSeconds", "nullRpcsPerS", "maxResultSeconds", "maxResultMbitPerS"]),
  rule("table-ii", "input", ["marshalUs"], [{ arguments: 1 }]),
  rule("table-ii", "result", ["marshalUs"]),
  rule("table-iii", "input", ["marshalUs"]),
  rule("table-iv", "input", ["marshalUs"]),
  rule("table-v", "input", ["bytes", "marshalUs"]),
  rule("table-vi", "identity", ["us74", "us1514"], [{ side: "total" }]),
  rule("table-vi", "input", ["us74", "us1514"]),
  rule("table-vii", "identity", ["us"], [{ machine: "total" }]),
  rule("table-vii", "input", ["us"]),
  rule("table-viii", "identity", ["us"]),
  rule("table-ix", "input", ["us"]),
  rule("table-x", "result", ["secondsPer1000"]),
  rule("table-xi", "result", ["caller5server5", "caller1server5", "caller1server1"]),
  rule("table-xii", "input", ["cpus", "mipsEach"]),
  rule("table-xii", "result", ["msPerCall", "mbitPerS"]),
  // The authors estimate these two savings; they do not follow from the step costs.
  rule("improvements", "input", ["nullSavedUs", "maxResultSavedUs"], [{ section: "4.2.5" }, { section: "4.2.6" }]),
  rule("improvements", "result", ["nullSavedUs", "nullSavedPct", "maxResultSavedUs", "maxResultSavedPct"]),
  rule("improvements", "result", ["maxResultSavedPctLow", "maxResultSavedPctHigh"]),
  rule("text", "input", ["value"], keys(TEXT_INPUTS)),
  rule("text", "identity", ["value"], keys(TEXT_IDENTITIES)),
  rule("text", "result", ["value"]),
];

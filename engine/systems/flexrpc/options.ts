/** The options of a run of FlexRPC. */
export interface FlexrpcOptions {
  readonly mode: "serial" | "parallel";
  readonly callees: number;
  readonly argumentBytes: number;
  readonly resultBytes: number; // of each callee
  readonly pipelined: boolean; // results one by one, not in bundles
  readonly wanted: number; // results with which a parallel call returns
  readonly calls: number; // back to back
  readonly processUs: number; // the paper's tp
  readonly networkMbps: number;
  readonly relayCost: number; // share of a segment's time
  readonly moderationUs: number;
  readonly calleeUs: number; // the caller's work for each further callee of a parallel call
  readonly order: "closest" | "given";
  readonly slowCallee: number; // 0 for none
  readonly slowMs: number; // milliseconds by which the slow callee takes longer
  readonly refusing: readonly number[]; // callees whose process does not run
  readonly silent: readonly number[]; // callees whose machine is off
}

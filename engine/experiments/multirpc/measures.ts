/** The measures of the experiments with RPC2 and MultiRPC. */
import type { MeasureTable } from "../types.ts";

/** Measures of both experiments. */
const SHARED_MEASURES = {
  packets: {
    label: "Packets of a trial",
    unit: "packets",
    what: "requests, replies and all others, until the last result",
  },
  retriedPackets: { label: "Retried packets", unit: "%", what: "packets that a machine sent again, in all trials" },
  droppedReplies: { label: "Replies lost", unit: "replies", what: "replies of a trial that reached no process" },
  clientIdleMs: {
    label: "Client idle",
    unit: "ms",
    what: "time of a trial in which the client’s processor had no work",
  },
} satisfies MeasureTable;

export const CALL_MEASURES = {
  multiRpcMs: { label: "MultiRPC", unit: "ms", what: "a MultiRPC call to all servers, mean of the trials" },
  multiRpcSdMs: { label: "MultiRPC, s.d.", unit: "ms", what: "standard deviation of its trials" },
  multiRpcHalfMs: {
    label: "MultiRPC, 95 % interval",
    unit: "ms",
    what: "half of the interval that contains its mean with 95 % probability, by Student’s t; none for one trial",
  },
  rpc2Ms: { label: "RPC2, iterative", unit: "ms", what: "an RPC2 call to each server in turn, mean of the trials" },
  rpc2SdMs: { label: "RPC2, s.d.", unit: "ms", what: "standard deviation of its trials" },
  rpc2HalfMs: { label: "RPC2, 95 % interval", unit: "ms", what: "half of the interval, as for MultiRPC" },
  speedup: {
    label: "Speedup R/M",
    unit: "ratio",
    what: "the time of the calls one after another, divided by the time of the MultiRPC call",
  },
  elapsedMs: {
    label: "Time of a trial",
    unit: "ms",
    what: "the time until the program has its replies, with the chosen kind of call",
  },
  ...SHARED_MEASURES,
  replies: { label: "Replies", unit: "replies", what: "replies of a trial that the program took" },
  failures: {
    label: "Failures",
    unit: "servers",
    what:
      "servers of a trial that RPC2 reported as failed; MultiRPC at its limit reports none, and all where it refuses " +
      "the call",
  },
  handlerCalls: {
    label: "Activations of the handler",
    unit: "activations",
    what: "how often MultiRPC activated the client’s handler in a trial; none for calls of RPC2",
  },
  reentries: {
    label: "Re-entries of the handler",
    unit: "activations",
    what: "activations of a trial that began before another had ended",
  },
  startSpreadMs: {
    label: "From the first start to the last",
    unit: "ms",
    what: "from the moment at which the first server of a trial began to compute to that of the last, mean of trials",
  },
  tableBytes: {
    label: "MultiRPC’s tables",
    unit: "bytes",
    what: "memory for the sites of a call at the end: for the largest call so far, or for tables of a fixed size",
  },
  stallMs: {
    label: "Longest stall",
    unit: "ms",
    what: "the longest wait of the program for its next result, in any trial but the first",
  },
} satisfies MeasureTable;

export const CALLBACK_MEASURES = {
  elapsedMs: { label: "Until all are told", unit: "ms", what: "from the first call to the last result, or the limit" },
  told: { label: "Workstations told", unit: "workstations", what: "workstations whose reply the file server has" },
  deadFound: {
    label: "Workstations given up",
    unit: "workstations",
    what: "workstations that RPC2 reported as failed, dead or alive",
  },
  falseFailures: {
    label: "False failures",
    unit: "workstations",
    what: "workstations that live, but whose reply the file server did not get in time",
  },
  ...SHARED_MEASURES,
  packets: { label: "Packets", unit: "packets", what: "requests, replies and all others, until the last result" },
  droppedReplies: { label: "Replies lost", unit: "replies", what: "replies that reached no process" },
  clientIdleMs: {
    label: "File server idle",
    unit: "ms",
    what: "the time during which the file server’s processor had no work",
  },
} satisfies MeasureTable;

export type CallMeasure = keyof typeof CALL_MEASURES;
export type CallbackMeasure = keyof typeof CALLBACK_MEASURES;

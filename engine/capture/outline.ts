/** A call as plain data with units in its names: what `lab dissect` prints, and what a page may keep. */
import { nameOf, stateOf, tookNs, type Call, type Reply, type Sighting } from "./call.ts";
import { epochText, type Stamp } from "./frame.ts";

/** Milliseconds with the digits that nanoseconds have. */
export const milliseconds = (ns: number): number => Number((ns / 1e6).toFixed(6));

/** The operation of a COMPOUND that ended it, by the reply’s count of answered ones; null where none failed. */
function failedOperation({ operations, replies }: Call): string | null {
  const [reply] = replies;
  if (operations === null || reply === undefined || !reply.isFailed || reply.operations === null) return null;
  const name = operations[reply.operations - 1];
  return name === undefined || name === "…" ? null : name;
}

/** "ok", "NFS3ERR_NOENT", "PROG_MISMATCH", "open", "NFS4ERR_ACCESS in OPEN". */
export function statusText(call: Call): string {
  const [reply] = call.replies;
  if (reply === undefined) return call.unreachable === null ? "open" : call.unreachable.text;
  const failed = failedOperation(call);
  const word = reply.status !== "SUCCESS" ? (reply.status ?? "unseen") : (reply.result ?? "SUCCESS");
  return failed === null ? word : `${word} in ${failed}`;
}

const sighting = (start: Stamp, { frame, firstFrame, timeNs, bytes, unseen }: Sighting) => ({
  frame,
  ...(firstFrame === frame ? {} : { firstFrame }),
  time: epochText(start, timeNs),
  bytes,
  ...(unseen === 0 ? {} : { unseenBytes: unseen }),
});

const replyOutline = (start: Stamp, reply: Reply, call: Call) => ({
  ...sighting(start, reply),
  accepted: reply.isAccepted,
  status: reply.status,
  ...(reply.result === null ? {} : { result: reply.result }),
  ...(reply.operations === null ? {} : { answeredOperations: reply.operations }),
  ...(reply.from === call.server ? {} : { from: reply.from }),
});

/** One call, for JSON. */
export function callOutline(call: Call, start: Stamp) {
  const took = tookNs(call);
  const failed = failedOperation(call);
  return {
    number: call.number,
    name: nameOf(call),
    family: call.family,
    transport: call.transport,
    client: call.client,
    server: call.server,
    xid: call.xid,
    program: call.program,
    programName: call.programName,
    version: call.version,
    procedure: call.procedure,
    procedureName: call.procedureName,
    ...(call.isCallback ? { callback: true } : {}),
    ...(call.isBroadcast ? { broadcast: true } : {}),
    ...(call.credentials === null ? {} : { credentials: call.credentials }),
    ...(call.object === null ? {} : { object: call.object }),
    ...(call.handle === null ? {} : { handle: call.handle }),
    ...(call.operations === null ? {} : { operations: call.operations }),
    state: stateOf(call),
    status: statusText(call),
    ...(failed === null ? {} : { failedOperation: failed }),
    tookMs: took === null ? null : milliseconds(took),
    sentAgain: Math.max(0, call.sends.length - 1),
    ...(call.busy === 0 ? {} : { busy: call.busy }),
    ...(call.unreachable === null
      ? {}
      : { unreachable: { frame: call.unreachable.frame, text: call.unreachable.text } }),
    sends: call.sends.map((one) => sighting(start, one)),
    replies: call.replies.map((one) => replyOutline(start, one, call)),
    ...(call.values === null ? {} : { values: call.values }),
  };
}

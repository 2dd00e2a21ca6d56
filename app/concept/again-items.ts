/** Items on copies of a call: what a number, a crash and an acknowledgement say of them. */
import { num, rotated, sent, word } from "./reading-runs.ts";
import type { Item, Measured, Option } from "./types.ts";

const ONE = { iterations: 1 } as const;

const ran = (runs: readonly Measured[], nth: number): number => num(runs, nth, "executions");

const again = (runs: readonly Measured[], nth: number): number => num(runs, nth, "doneAgain");

const newNumber: Item = {
  id: "new-number",
  about: "what a copy with a new number is",
  forms: {
    a: {
      asked:
        "A server remembers the numbers of the orders that it has taken. A client waits in vain for a " +
        "reply. It sends its order once more, with a new number. What does the server do?",
      needs: ["count"],
      options: [
        {
          id: "drop",
          text: "It sees that the order is the same, and drops it",
          belief: "content",
          isSo: (runs) => again(runs, 0) === 0,
        },
        {
          id: "run",
          text: "It takes it for another order, and carries it out",
          belief: null,
          isSo: (runs) => again(runs, 0) > again(runs, 1) && again(runs, 1) === 0,
        },
        {
          id: "both",
          text: "It carries it out, as it would with the old number",
          belief: "copiesRun",
          isSo: (runs) => again(runs, 1) > 0,
        },
      ],
      answer:
        "Without a number that stays, {doneAgain} orders are carried out twice. With one that stays, it " +
        "is {doneAgain 2}: the number is all by which a server knows a copy.",
      runs: [
        {
          says: "Every try is new to the server",
          experiment: "services/idempotency",
          set: { keyLifeMs: 0 },
          shows: { doneAgain: "518" },
        },
        {
          says: "Every try has the number of the first, and it is remembered for a minute",
          experiment: "services/idempotency",
          set: { keyLifeMs: 60_000 },
          shows: { doneAgain: "0" },
        },
      ],
    },
    b: {
      asked:
        "A server forgets the number of an order after 0.1 s. A client sends its order again after 0.25 " +
        "s, with the same number. What does the server do with the copy?",
      needs: ["count"],
      options: [
        {
          id: "run",
          text: "It takes it for another order, and carries it out",
          belief: null,
          isSo: (runs) => again(runs, 0) > again(runs, 1) && again(runs, 1) === 0,
        },
        {
          id: "both",
          text: "It carries it out, however long it keeps the number",
          belief: "copiesRun",
          isSo: (runs) => again(runs, 1) > 0,
        },
        {
          id: "drop",
          text: "It sees that the order is the same, and drops it",
          belief: "content",
          isSo: (runs) => again(runs, 0) === 0,
        },
      ],
      answer:
        "A number that is forgotten is as good as new: {doneAgain} orders are carried out twice. Where " +
        "it is kept for a minute, {doneAgain 2} are.",
      runs: [
        {
          says: "Numbers are forgotten after 0.1 s",
          experiment: "services/idempotency",
          set: { keyLifeMs: 100 },
          shows: { doneAgain: "145" },
        },
        {
          says: "Numbers are kept for a minute",
          experiment: "services/idempotency",
          set: { keyLifeMs: 60_000 },
          shows: { doneAgain: "0" },
        },
      ],
    },
  },
};

const returned = (runs: readonly Measured[]): boolean => word(runs, 0, "outcome") === "returned";

const afterCrash: Item = {
  id: "after-crash",
  about: "at most once after a crash",
  forms: {
    a: {
      asked:
        "A server of Sun RPC keeps its last results in memory, so that a copy of a call does not run. It " +
        "runs a call, the reply is lost, and the server crashes. It comes back, and the client sends the " +
        "call again. What happens?",
      needs: ["count"],
      options: [
        {
          id: "kept",
          text: "The procedure runs once, and the client gets the kept result",
          belief: "survives",
          isSo: (runs) => ran(runs, 0) === 1 && returned(runs),
        },
        {
          id: "failed",
          text: "The procedure runs once, and the client gets an error",
          belief: "everywhere",
          isSo: (runs) => ran(runs, 0) === 1 && !returned(runs),
        },
        {
          id: "twice",
          text: "The procedure runs twice",
          belief: null,
          isSo: (runs) => ran(runs, 0) === 2,
        },
      ],
      answer: "The results are gone with the crash. The call runs {executions} times, and nobody notices.",
      runs: [
        {
          says: "The reply is lost, the server crashes and comes back",
          experiment: "sun-rpc/call",
          set: { ...ONE, duplicateCache: "on" },
          faults: ["drop reply#1", "crash server at 100ms", "restart server at 1s"],
          shows: { executions: "2", outcome: "returned" },
        },
      ],
    },
    b: {
      asked:
        "A server of Cedar RPC runs a call, the result is lost, and the server crashes. It comes back, " +
        "and the caller sends the call again. What happens?",
      needs: ["count"],
      options: [
        {
          id: "twice",
          text: "The procedure runs twice: a copy is a call",
          belief: "copiesRun",
          isSo: (runs) => ran(runs, 0) === 2,
        },
        {
          id: "failed",
          text: "The procedure runs once, and the caller gets an exception",
          belief: null,
          isSo: (runs) => ran(runs, 0) === 1 && !returned(runs),
        },
        {
          id: "kept",
          text: "The procedure runs once, and the caller gets the kept result",
          belief: "survives",
          isSo: (runs) => ran(runs, 0) === 1 && returned(runs),
        },
      ],
      answer:
        "The call names the life of the server that it was bound to. The new one refuses it: the " +
        "procedure ran {executions} time, and the caller gets an exception.",
      runs: [
        {
          says: "The result is lost, the server crashes and comes back",
          experiment: "cedar/call",
          set: { calls: 1 },
          faults: ["drop result#1", "crash server at 3ms", "restart server at 1s"],
          shows: { executions: "1", outcome: "exception" },
        },
      ],
    },
  },
};

const promises = (done: Option["isSo"], comes: Option["isSo"], here: Option["isSo"]): readonly Option[] => [
  { id: "done", text: "The procedure has run to its end", belief: "acked", isSo: done },
  { id: "here", text: "The call is at the server’s machine", belief: null, isSo: here },
  { id: "comes", text: "A reply will come", belief: "replyComes", isSo: comes },
];

const acknowledgement: Item = {
  id: "acknowledgement",
  about: "what an acknowledgement promises",
  forms: {
    a: {
      asked: "A server of Cedar RPC acknowledges a packet of a call. What does the caller know?",
      needs: ["promise"],
      options: promises(
        (runs) => ran(runs, 0) > 0,
        (runs) => num(runs, 0, "failedCalls") === 0,
        (runs) => sent(runs, 0, "acknowledgement") && ran(runs, 0) === 0 && num(runs, 0, "failedCalls") === 1,
      ),
      answer:
        "The server took the packet, said so, and went down. The procedure ran {executions} times, and " +
        "the call failed.",
      runs: [
        {
          says: "A call in four packets, and a crash after the first",
          experiment: "cedar/call",
          set: { calls: 1, argumentPackets: 4, arrayWords: 150 },
          faults: ["crash server at 3ms"],
          shows: { executions: "0", failedCalls: "1" },
        },
      ],
    },
    b: {
      asked: "TCP acknowledges the segment with a client’s request. What does the client know?",
      needs: ["promise"],
      options: rotated(
        promises(
          (runs) => num(runs, 0, "failedCalls") === 0 && num(runs, 0, "p50Ms") > 0,
          (runs) => num(runs, 0, "failedCalls") === 0,
          (runs) => sent(runs, 0, "acknowledgement") && !sent(runs, 0, "reply") && num(runs, 0, "failedCalls") === 1,
        ),
      ),
      answer:
        "The server’s machine acknowledges at once, and its program is still at work when the machine " +
        "goes down. {failedCalls} call fails, after its request was acknowledged.",
      runs: [
        {
          says: "A request that is acknowledged, and a crash before the reply",
          experiment: "tcp/transfer",
          set: { bytes: 100, requestBytes: 1000, serverMs: 1000, setup: "open", lossShare: 0, keepAlive: "on" },
          faults: ["crash server at 200ms"],
          shows: { failedCalls: "1" },
        },
      ],
    },
  },
};

export const AGAIN_ITEMS: readonly Item[] = [newNumber, afterCrash, acknowledgement];

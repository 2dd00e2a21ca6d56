/** Items on how often a procedure runs, and on what a caller can know of it. */
import { num, rotated, sent, word } from "./reading-runs.ts";
import type { Item, Measured, Option } from "./types.ts";

const ONE = { iterations: 1 } as const;
const MINUTE = { calls: 1, serverMs: 60_000 } as const;

const ran = (runs: readonly Measured[], nth: number): number => num(runs, nth, "executions");
/** The caller of both runs saw the same, and the server did not do the same. */
const alike = (runs: readonly Measured[]): boolean =>
  word(runs, 0, "outcome") === word(runs, 1, "outcome") && ran(runs, 0) !== ran(runs, 1);

const error: Item = {
  id: "error",
  about: "what an error says of the execution",
  forms: {
    a: {
      asked: "A call ends with the error “timed out”. How often has its procedure run?",
      needs: ["histories"],
      options: [
        { id: "none", text: "Not at all", belief: "notRun", isSo: (runs) => ran(runs, 0) === 0 && ran(runs, 1) === 0 },
        {
          id: "open",
          text: "The error does not say it: not at all, once, or several times",
          belief: null,
          isSo: alike,
        },
        { id: "once", text: "Once", belief: "ranOnce", isSo: (runs) => ran(runs, 0) === 1 && ran(runs, 1) === 1 },
      ],
      answer:
        "Where every reply is lost, the procedure runs {executions} times. Where every call is lost, it runs " +
        "{executions 2} times. The client gets the same error after the same time.",
      runs: [
        {
          says: "Every reply is lost",
          experiment: "sun-rpc/call",
          set: ONE,
          faults: ["lose 100% of reply packets"],
          shows: { executions: "5", outcome: "timed out" },
        },
        {
          says: "Every call is lost",
          experiment: "sun-rpc/call",
          set: ONE,
          faults: ["lose 100% of call packets"],
          shows: { executions: "0", outcome: "timed out" },
        },
      ],
    },
    b: {
      asked: "A server goes down. Its caller gets the exception “call failed”. Did the procedure begin to run?",
      needs: ["histories"],
      options: [
        { id: "yes", text: "Yes, once", belief: "ranOnce", isSo: (runs) => ran(runs, 0) === 1 && ran(runs, 1) === 1 },
        {
          id: "no",
          text: "No: the call failed",
          belief: "notRun",
          isSo: (runs) => ran(runs, 0) === 0 && ran(runs, 1) === 0,
        },
        { id: "open", text: "It may have, or not: the exception is the same", belief: null, isSo: alike },
      ],
      answer:
        "A server that goes down in the middle of its work has begun {executions} call. One that goes down before the " +
        "call reaches it has begun {executions 2}. The exception is the same.",
      runs: [
        {
          says: "The server goes down while it works",
          experiment: "cedar/call",
          set: MINUTE,
          faults: ["crash server at 5s"],
          shows: { executions: "1", outcome: "exception" },
        },
        {
          says: "The server goes down before the call reaches it",
          experiment: "cedar/call",
          set: MINUTE,
          faults: ["crash server at 200us"],
          shows: { executions: "0", outcome: "exception" },
        },
      ],
    },
  },
};

const asks: readonly Option[] = [
  {
    id: "longer",
    text: "A longer time-out",
    belief: "longer",
    isSo: (runs) => num(runs, 1, "detectMs") > num(runs, 0, "medianUs") / 1000,
  },
  {
    id: "says",
    text: "The dead machine says so",
    belief: "deadSays",
    isSo: (runs) => num(runs, 1, "detectMs") < 100,
  },
  {
    id: "probes",
    text: "Packets that ask, and their answers",
    belief: null,
    isSo: (runs) => sent(runs, 0, "probe") && num(runs, 0, "executions") === 1 && num(runs, 1, "detectMs") < 10_000,
  },
];

const slowOrDead: Item = {
  id: "slow-or-dead",
  about: "slow and dead",
  forms: {
    a: {
      asked: "For 25 s a client of Sun RPC hears nothing from its server. What does it know?",
      needs: ["histories"],
      options: [
        {
          id: "dead",
          text: "The server is dead",
          belief: "silence",
          isSo: (runs) => ran(runs, 0) === 0 && ran(runs, 1) === 0,
        },
        {
          id: "slow",
          text: "The server is slow: a dead one would have been reported",
          belief: "deadSays",
          isSo: (runs) => ran(runs, 0) > 0 && ran(runs, 1) > 0,
        },
        { id: "neither", text: "Neither: a slow and a dead server look alike", belief: null, isSo: alike },
      ],
      answer:
        "The slow server runs the procedure {executions} times, the dead one {executions 2} times. Both clients give up " +
        "after {failedAfterS} s with the same error.",
      runs: [
        {
          says: "The procedure takes 30 s",
          experiment: "sun-rpc/call",
          set: { ...ONE, serverMs: 30_000 },
          shows: { executions: "5", failedAfterS: "25.0", outcome: "timed out" },
        },
        {
          says: "The server is dead",
          experiment: "sun-rpc/call",
          set: { ...ONE, serverDead: "after" },
          shows: { executions: "0", failedAfterS: "25.0", outcome: "timed out" },
        },
      ],
    },
    b: {
      asked:
        "A caller of Cedar RPC waits a whole minute for a slow procedure. Where the server has crashed, it gives up " +
        "after three seconds. What tells it the one from the other?",
      needs: ["histories"],
      options: rotated(asks),
      answer:
        "The caller asks with small packets whether the server is still there. The slow one answers, and its call ends " +
        "after a minute. The dead one is silent, and the call is given up {detectMs 2} ms after the crash.",
      runs: [
        {
          says: "The procedure takes a minute",
          experiment: "cedar/call",
          set: MINUTE,
          shows: { executions: "1", outcome: "returned" },
        },
        {
          says: "The server goes down after five seconds",
          experiment: "cedar/call",
          set: MINUTE,
          faults: ["crash server at 5s"],
          shows: { detectMs: "2,685", outcome: "exception" },
        },
      ],
    },
  },
};

/** When a call of Sun RPC ends whose procedure takes so long, with this limit and this first time-out. */
const ends = (total: number, work: number, first: number): readonly Option[] => [
  {
    id: "work",
    text: `After ${work} s, with the result`,
    belief: "serverClock",
    isSo: (runs) => word(runs, 0, "outcome") === "returned",
  },
  {
    id: "total",
    text: `After ${total} s, with an error`,
    belief: null,
    isSo: (runs) => Math.round(num(runs, 0, "failedAfterS")) === total,
  },
  {
    id: "first",
    text: `After ${first} s, with an error`,
    belief: "firstTimeout",
    isSo: (runs) => Math.round(num(runs, 0, "failedAfterS")) === first,
  },
];

const clock: Item = {
  id: "clock",
  about: "whose clock ends a call",
  forms: {
    a: {
      asked:
        "A procedure takes 30 s. The client sends its call again every 5 s, and gives up after 25 s. When does the call " +
        "end for the client?",
      needs: ["clock"],
      options: ends(25, 30, 5),
      answer: "The client’s own clock ends the call, after {failedAfterS} s. The server goes on with its work.",
      runs: [
        {
          says: "30 s of work, a limit of 25 s",
          experiment: "sun-rpc/call",
          set: { ...ONE, serverMs: 30_000, retryS: 5, totalS: 25 },
          shows: { failedAfterS: "25.0", outcome: "timed out" },
        },
      ],
    },
    b: {
      asked:
        "A client sends a call again every 4 s, and gives up after 12 s. The procedure takes 15 s. When does the call " +
        "end for the client?",
      needs: ["clock"],
      options: rotated(ends(12, 15, 4)),
      answer: "After {failedAfterS} s the client’s own limit ends the call. It does not know of the server’s work.",
      runs: [
        {
          says: "15 s of work, a limit of 12 s",
          experiment: "sun-rpc/call",
          set: { ...ONE, serverMs: 15_000, retryS: 4, totalS: 12 },
          shows: { failedAfterS: "12.0", outcome: "timed out" },
        },
      ],
    },
  },
};

const again = (runs: readonly Measured[], nth: number): number => num(runs, nth, "doneAgain");

const newNumber: Item = {
  id: "new-number",
  about: "what a copy with a new number is",
  forms: {
    a: {
      asked:
        "A server remembers the numbers of the orders that it has taken. A client waits in vain for a reply. It sends its " +
        "order once more, with a new number. What does the server do?",
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
        "Without a number that stays, {doneAgain} orders are carried out twice. With one that stays, it is " +
        "{doneAgain 2}: the number is all by which a server knows a copy.",
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
        "A server forgets the number of an order after 0.1 s. A client sends its order again after 0.25 s, with the same " +
        "number. What does the server do with the copy?",
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
        "A number that is forgotten is as good as new: {doneAgain} orders are carried out twice. Where it is kept for a " +
        "minute, {doneAgain 2} are.",
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
        "A server of Sun RPC keeps its last results in memory, so that a copy of a call does not run. It runs a call, the " +
        "reply is lost, and the server crashes. It comes back, and the client sends the call again. What happens?",
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
        "A server of Cedar RPC runs a call, the result is lost, and the server crashes. It comes back, and the caller " +
        "sends the call again. What happens?",
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
        "The call names the life of the server that it was bound to. The new one refuses it: the procedure ran " +
        "{executions} time, and the caller gets an exception.",
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
        "The server took the packet, said so, and went down. The procedure ran {executions} times, and the call failed.",
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
        "The server’s machine acknowledges at once, and its program is still at work when the machine goes down. " +
        "{failedCalls} call fails, after its request was acknowledged.",
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

export const ONCE_ITEMS: readonly Item[] = [error, slowOrDead, clock, newNumber, afterCrash, acknowledgement];

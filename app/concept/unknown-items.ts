/** Items on what a caller can know of a call that has not come back. */
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
        "Where every reply is lost, the procedure runs {executions} times. Where every call is lost, it " +
        "runs {executions 2} times. The client gets the same error after the same time.",
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
        "A server that goes down in the middle of its work has begun {executions} call. One that goes " +
        "down before the call reaches it has begun {executions 2}. The exception is the same.",
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
        "The slow server runs the procedure {executions} times, the dead one {executions 2} times. Both " +
        "clients give up after {failedAfterS} s with the same error.",
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
        "A caller of Cedar RPC waits a whole minute for a slow procedure. Where the server has crashed, " +
        "it gives up after three seconds. What tells it the one from the other?",
      needs: ["histories"],
      options: rotated(asks),
      answer:
        "The caller asks with small packets whether the server is still there. The slow one answers, and " +
        "its call ends after a minute. The dead one is silent, and the call is given up {detectMs 2} ms " +
        "after the crash.",
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
        "A procedure takes 30 seconds. The client sends its call again every 5 seconds, and gives up after 25. When " +
        "does the call end for the client?",
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
        "A client sends a call again every 4 seconds, and gives up after 12. The procedure takes 15 seconds. When " +
        "does the call end for the client?",
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

export const UNKNOWN_ITEMS: readonly Item[] = [error, slowOrDead, clock];

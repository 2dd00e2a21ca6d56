/** Questions on repeats: what runs once, twice, or answers another call. */
import type { Question } from "./types.ts";

const SUN = "sun-rpc/call";
const CEDAR = "cedar/call";
const ONE_SUN = { iterations: 1 } as const;
const ONE_CEDAR = { calls: 1 } as const;
const CHARGED = "services/idempotency";
const TOLD = { way: "multirpc", machine: "today-sockets", callees: 1 } as const;
const LONG = { ...ONE_SUN, serverMs: 12_000 } as const;

export const REPEATS: readonly Question[] = [
  {
    id: "duplicate-memory",
    asked: "How long must a server remember a request, so that a repeat does not run again?",
    words:
      "payment twice charged twice double charge webhook duplicates idempotency key idempotent dedup deduplication " +
      "duplicate request cache drc reply cache retention window replay",
    answer:
      "Longer than the latest copy can take: where a key is kept for 100 ms, {doneAgain} requests are done " +
      "again, and with ten seconds {doneAgain 2}. A memory that dies in a crash must be written down, or the " +
      "server must refuse old keys.",
    runs: [
      {
        says: "Three services, a pause of two seconds, and a key that is kept for 100 ms",
        experiment: CHARGED,
        set: {},
        shows: { doneAgain: "145", returnedShare: "89" },
      },
      {
        says: "A key is kept for ten seconds",
        experiment: CHARGED,
        set: { keyLifeMs: 10_000 },
        shows: { doneAgain: "0", returnedShare: "89" },
      },
      {
        says: "A call of twelve seconds; the server remembers it",
        experiment: SUN,
        set: { ...LONG, duplicateCache: "on" },
        shows: { sends: "3", executions: "1" },
      },
      {
        says: "The server remembers nothing",
        experiment: SUN,
        set: LONG,
        shows: { sends: "3", executions: "3" },
      },
    ],
    same: "The server of 1989, too, runs a repeat again unless it remembers the call for as long as copies can come.",
    lesson: "exactly-once",
  },
  {
    id: "exactly-once",
    asked: "A product promises “exactly once”. Can that be?",
    words:
      "exactly once at most once at least once delivery guarantee semantics idempotent producer kafka sqs " +
      "queue message was delivered twice redelivery visibility timeout",
    answer:
      "It is sending again plus a memory of numbers, and it holds while neither end forgets; an error means once at " +
      "most. A repeat must keep its number, or nobody recognizes it.",
    runs: [
      {
        says: "Today: servers remember what they have done for ten seconds, and clients try again",
        experiment: CHARGED,
        set: { keyLifeMs: 10_000 },
        shows: { doneAgain: "0", failedCalls: "333" },
      },
      {
        says: "The servers remember nothing",
        experiment: CHARGED,
        set: { keyLifeMs: 0 },
        shows: { doneAgain: "518", failedCalls: "335" },
      },
      {
        says: "A queue of today: who works longer than a job is hidden has it done again by another",
        experiment: "services/redelivery",
        set: {},
        shows: { doneAgain: "76", deadLetters: "17" },
      },
      {
        says: "The result is lost; the server has the number in its table",
        experiment: CEDAR,
        set: ONE_CEDAR,
        faults: ["drop result#1"],
        shows: { outcome: "returned", executions: "1" },
      },
      {
        says: "The same loss, and the server does not compare numbers",
        experiment: CEDAR,
        set: { ...ONE_CEDAR, without: "sequenceCheck" },
        faults: ["drop result#1"],
        shows: { outcome: "returned", executions: "2" },
      },
    ],
    same: "Cedar’s table of 1984 is the same memory of numbers: without it a lost result runs the call twice.",
    lesson: "exactly-once",
  },
  {
    id: "did-it-run",
    asked: "I got an error. Did my procedure run, and may I call again?",
    words:
      "crash crashes server crashed dies died executed twice ran again safe to retry unavailable error crash during " +
      "call unknown outcome duplicate execution",
    answer:
      "The same error stands for none and for one. Call again with the same number at a server that remembers it, " +
      "or only what may run twice.",
    runs: [
      {
        says: "Today: the reply is lost, and then the server crashes: the call fails, and it has run",
        experiment: "many/call",
        set: TOLD,
        faults: ["drop reply#1", "crash callee1 at 1ms"],
        shows: { failedCalls: "1", mostExecutions: "1" },
      },
      {
        says: "The server crashes before the procedure: the same failure, and it has not run",
        experiment: "many/call",
        set: TOLD,
        faults: ["crash callee1 at 50us"],
        shows: { failedCalls: "1", mostExecutions: "0" },
      },
      {
        says: "The server crashes after the procedure",
        experiment: CEDAR,
        set: ONE_CEDAR,
        faults: ["crash server at 700us"],
        shows: { outcome: "exception", executions: "1" },
      },
      {
        says: "The server crashes before the procedure",
        experiment: CEDAR,
        set: ONE_CEDAR,
        faults: ["crash server at 200us"],
        shows: { outcome: "exception", executions: "0" },
      },
      {
        says: "No memory: the reply is lost, and the call runs twice",
        experiment: SUN,
        set: { ...ONE_SUN, program: "udp" },
        faults: ["drop reply#1"],
        shows: { outcome: "returned", executions: "2" },
      },
    ],
    same: "Cedar’s callers of 1984 hear the same exception for none and for one, too.",
    lesson: "exactly-once",
  },
  {
    id: "mixed-replies",
    asked: "After a time-out every reply belonged to the call before it.",
    words:
      "wrong answer wrong reply another call out of sequence correlation id request id xid desync mixed-up replies " +
      "stale reply wrong response late response",
    answer:
      "A reply must repeat the number of its call, and the client must drop any other. Without numbers, close the " +
      "connection after a time-out.",
    runs: [
      {
        says: "Today: a copy of the first reply comes during the second call, and the client drops it by its number",
        experiment: "machine/call",
        set: { machine: "today-sockets", protocol: "sun-rpc", calls: 2 },
        faults: ["duplicate reply#1 by 60us"],
        shows: { failedCalls: "0", packets: "5" },
      },
      {
        says: "The client does not compare numbers: a copy of the first reply answers the second call",
        experiment: SUN,
        set: { iterations: 2, without: "xidMatch" },
        faults: ["duplicate reply#1 by 2ms"],
        shows: { outcome: "returned" },
      },
    ],
    same: "Sun’s client of 1988 drops it by the same number; here it is told not to look.",
    lesson: "xdr",
  },
];

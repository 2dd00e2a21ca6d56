/**
 * The two state machines of the exchange as data, for diagrams and reference pages: which states there are, and what
 * moves from one to another. It repeats nothing that decides: states.test.ts drives the step functions and holds every
 * line to what they do, and finds none that is not listed.
 */
import { partOf, way, type StateMachine } from "../state-machine.ts";
import { ACTIVITY_STATES, type ActivityState } from "./callee-state.ts";
import { CALLER_STATES, type CallerState } from "./caller.ts";
import {
  CALLEES_CONNECTION,
  CALLERS_CONNECTION,
  CONNECTED_CALLEE_STATES,
  CONNECTED_CALLER_STATES,
  type ConnectedCalleeState,
  type ConnectedCallerState,
} from "./connected.ts";
import { IMPORTER_STATES, type ImporterState } from "./importer.ts";

type CallerTag = CallerState["tag"];
type ActivityTag = ActivityState["tag"];

const UNANSWERED: readonly CallerTag[] = ["sending", "calling"];
const HEARD: readonly CallerTag[] = ["waiting", "receiving"];
const SENT: readonly CallerTag[] = ["calling", ...HEARD];
const RESULT = ["result", "data"] as const;

const caller = way<CallerTag>;
const callee = way<ActivityTag>;

const CALLER_MACHINE: StateMachine<CallerTag> = {
  protocol: "Cedar caller",
  title: "The caller, one activity",
  file: "engine/protocols/cedar/caller.ts",
  states: CALLER_STATES,
  transitions: [
    caller(["idle", "calling"], "start", "one packet holds the arguments", ["send call"], [2]),
    caller(["idle", "sending"], "start", "the arguments need several packets", ["send call"], [6]),
    caller(["sending", "same"], "acknowledgement", "more than one packet is left", ["send data"], [6]),
    caller(["sending", "calling"], "acknowledgement", "one packet is left", ["send data"], [6]),
    caller(["sending", "same"], "tick", "the time for a retransmission has come", ["send call", "send data"], [1]),
    caller(
      ["calling", "same"],
      "tick",
      "the time for a retransmission has come",
      ["send call", "send data", "send resume", "send unwind"],
      [1, 2, 8],
    ),
    caller([UNANSWERED, "waiting"], "acknowledgement", "it is of the last packet", [], [1, 3]),
    caller(["waiting", "same"], "acknowledgement", "it is of this call: the next probe comes later", [], [3]),
    caller(["receiving", "same"], "acknowledgement", "it is of this call", [], [3]),
    caller([HEARD, "same"], "tick", "the time for a probe has come", ["send probe"], [3]),
    {
      ...caller([SENT, "idle"], RESULT, "the result is whole", ["returned"], [1, 4]),
      asked: "send acknowledgement",
    },
    caller(
      [["calling", "waiting"], "receiving"],
      RESULT,
      "packets of the result are missing",
      ["send acknowledgement"],
      [7],
    ),
    caller(["receiving", "same"], RESULT, "packets of the result are missing", ["send acknowledgement"], [7]),
    {
      ...caller([["calling", "waiting"], "handling"], "exception", "it is of this call", ["raised"], [8]),
      asked: "send acknowledgement",
    },
    caller(["handling", "calling"], "resume", "", ["send resume"], [8]),
    caller(["handling", "calling"], "unwind", "", ["send unwind"], [8]),
    caller(["handling", "same"], "probe", "it is of this call", ["send acknowledgement"], [8]),
    caller([["sending", ...SENT], "idle"], "reject", "it is of this call", ["failed"], []),
    caller([UNANSWERED, "idle"], "tick", "it was sent as often as is allowed", ["failed"], [1]),
    caller([HEARD, "idle"], "tick", "too many probes went unanswered", ["failed"], [3]),
    caller(
      [["idle", "sending", "calling", "waiting", "receiving", "handling"], "same"],
      ["result", "exception", "data"],
      "it is late and asks for an acknowledgement",
      ["send acknowledgement"],
      [4, 5],
    ),
  ],
};

const ACTIVITY_TAGS: readonly ActivityTag[] = ACTIVITY_STATES.map(({ tag }) => tag);
const QUIET: readonly ActivityTag[] = ["new", "executing", "replying", "retaining", "settled"];
const HANDLED: readonly ActivityTag[] = ["raising", "suspended"];
const REPLYING: readonly ActivityTag[] = ["replying", "retaining"];
const ARGUMENTS = ["call", "data"] as const;
const CALLING = ["call", "data", "probe"] as const;
const OF_THE_CALL = [...CALLING, "resume", "unwind"] as const;

const CALLEE_MACHINE: StateMachine<ActivityTag> = {
  protocol: "Cedar callee",
  title: "The callee, one activity",
  file: "engine/protocols/cedar/callee.ts",
  states: ACTIVITY_STATES,
  transitions: [
    callee([QUIET, "executing"], "call", "its sequence number is greater than the row’s", ["execute"], [2]),
    callee([QUIET, "gathering"], "call", "it is new, and packets of it are missing", ["send acknowledgement"], [2, 8]),
    callee(["gathering", "same"], ARGUMENTS, "packets of the call are missing", ["send acknowledgement"], [8]),
    callee(["gathering", "executing"], ARGUMENTS, "all packets have come", ["execute"], [8]),
    callee(
      ["executing", "same"],
      OF_THE_CALL,
      "it is of this call and asks for an answer",
      ["send acknowledgement"],
      [3, 6],
    ),
    callee(["executing", "retaining"], "done", "one packet holds the result", ["send result"], [5]),
    callee(["executing", "replying"], "done", "the result needs several packets", ["send result"], [8]),
    callee(["executing", "raising"], "raise", "", ["send exception"], [9]),
    callee(["replying", "same"], "acknowledgement", "more than one packet is left", ["send data"], [8]),
    callee(["replying", "retaining"], "acknowledgement", "one packet is left", ["send data"], [8]),
    callee([REPLYING, "same"], OF_THE_CALL, "it is of this call", ["send result", "send data"], [3, 6]),
    callee([REPLYING, "same"], "tick", "the time for a retransmission has come", ["send result", "send data"], [5]),
    callee([REPLYING, "settled"], "acknowledgement", "it is of the last packet", [], [5]),
    callee([REPLYING, "settled"], "tick", "it was sent as often as is allowed", [], [5]),
    callee(["raising", "same"], OF_THE_CALL, "it is of this call", ["send exception"], [3, 9]),
    callee(["raising", "same"], "tick", "the time for a retransmission has come", ["send exception"], [9]),
    callee(["raising", "suspended"], "acknowledgement", "it is of the exception", [], [9]),
    callee(
      ["suspended", "same"],
      OF_THE_CALL,
      "it is of this call and asks for an answer",
      ["send acknowledgement"],
      [3],
    ),
    callee(["suspended", "same"], "tick", "the time for a probe has come", ["send probe"], [9]),
    callee(["suspended", "same"], "acknowledgement", "it is of this call: the next probe comes later", [], [9]),
    callee([HANDLED, "executing"], "resume", "the handler has ended", ["resume"], [9]),
    callee([HANDLED, "executing"], "unwind", "the handler has ended", ["unwind"], [9]),
    callee([HANDLED, "settled"], "tick", "the caller gives no answer", ["abandon"], [9]),
    callee([HANDLED, "executing"], "call", "it is of a later call", ["abandon", "execute"], [2]),
    callee(
      [HANDLED, "gathering"],
      "call",
      "it is of a later call, and packets of that are missing",
      ["abandon", "send acknowledgement"],
      [2, 8],
    ),
    callee([["gathering", "settled"], "new"], "tick", "the activity was silent for long", ["forget"], [11]),
    callee([ACTIVITY_TAGS, "same"], CALLING, "its binding is not this incarnation’s", ["send reject"], [1]),
    callee(["new", "same"], ["resume", "unwind"], "no procedure waits for it", ["send reject"], [9]),
  ],
};

const importing = way<ImporterState["tag"]>;

const IMPORTER_MACHINE: StateMachine<ImporterState["tag"]> = {
  protocol: "Cedar importer",
  title: "A program that imports an interface",
  file: "engine/protocols/cedar/importer.ts",
  states: IMPORTER_STATES,
  transitions: [
    importing([["unbound", "bound", "failed"], "asking"], "import", "the program knows a name", ["look up"], [1, 4]),
    importing([["unbound", "bound", "failed"], "binding"], "import", "the program knows the machine", ["bind"], [1]),
    importing(
      [["unbound", "bound", "failed"], "broadcasting"],
      "import",
      "the program asks everybody",
      ["ask all"],
      [5],
    ),
    importing([["unbound", "bound", "failed"], "making"], "import", "an instance is made for it", ["make"], [6]),
    importing(["making", "binding"], "made", "", ["bind"], [6]),
    importing([["broadcasting", "making"], "failed"], ["silent", "refused"], "", ["not imported"], [5, 6]),
    importing(["broadcasting", "bound"], "bound", "", ["imported"], [5]),
    importing(["asking", "same"], "answer", "it is a group, or nobody has the name here", ["look up"], [1, 3]),
    importing(["asking", "binding"], "answer", "it is a machine", ["bind", "heal"], [1, 3]),
    importing(["asking", "failed"], "answer", "nobody has the name", ["not imported"], [3]),
    importing(["asking", "same"], ["silent", "refused"], "there is another replica or member", ["look up"], [2]),
    importing(["asking", "failed"], ["silent", "refused"], "nobody is left to ask", ["not imported"], [2]),
    importing(["binding", "bound"], "bound", "", ["imported"], []),
    importing(["binding", "asking"], ["silent", "refused"], "there is another replica or member", ["look up"], [3]),
    importing(["binding", "failed"], ["silent", "refused"], "nobody is left to ask", ["not imported"], [3]),
  ],
};

const opener = way<ConnectedCallerState["tag"]>;
const agreer = way<ConnectedCalleeState["tag"]>;

/** Beside these lines the exchange goes on in the state "open": what it does there is in its own tables. */
export const CONNECTIONS: readonly StateMachine[] = [
  {
    protocol: CALLERS_CONNECTION,
    title: "A call over a byte stream: the caller’s connection",
    file: "engine/protocols/cedar/connected.ts",
    states: CONNECTED_CALLER_STATES,
    transitions: [
      opener(["closed", "opening"], "start", "", ["send open"], [1]),
      opener(["opening", "same"], "tick", "the time for a retransmission has come", ["send open"], [1]),
      opener(["opening", "open"], "open", "it is of the call’s connection", ["send call"], [1, 2]),
      opener(["opening", "closed"], "tick", "it was sent as often as is allowed", ["failed"], [4]),
      opener(["opening", "closed"], "reject", "it is of the call’s connection", ["failed"], []),
      opener(["open", "closing"], "result", "the result is whole", ["send close", "send acknowledgement"], [3]),
      opener(["open", "closed"], ["reject", "tick"], "the call has failed", ["failed"], []),
      opener(["closing", "same"], "tick", "the time for a retransmission has come", ["send close"], [3]),
      opener(["closing", "closed"], "closed", "it is of the call’s connection", ["send closed", "returned"], [3]),
      opener(["closing", "closed"], "tick", "it was sent as often as is allowed", ["returned"], [4]),
      opener(["closing", "closed"], "reject", "it is of the call’s connection", ["returned"], []),
      opener([["closed", "opening", "closing"], "same"], "closed", "it is of an earlier one", ["send closed"], [3]),
    ],
  },
  {
    protocol: CALLEES_CONNECTION,
    title: "A call over a byte stream: the callee’s connection",
    file: "engine/protocols/cedar/connected.ts",
    states: CONNECTED_CALLEE_STATES,
    transitions: [
      agreer([["closed", "closing"], "open"], "open", "its number is greater", ["send open"], [1, 2]),
      agreer(["open", "same"], "open", "it is of this connection, or its number is greater", ["send open"], [1, 2]),
      agreer([["closed", "open", "closing"], "same"], "open", "its binding is old", ["send reject"], []),
      agreer(["open", "closing"], "close", "it is of this connection", ["send closed"], [3]),
      agreer([["closed", "open", "closing"], "same"], "close", "it is not of an open one", ["send closed"], [3]),
      agreer(["closing", "closed"], "closed", "it is of this connection", [], [3]),
      agreer(["closing", "same"], "tick", "the time for a retransmission has come", ["send closed"], [3]),
      agreer(["closing", "closed"], "tick", "it was sent as often as is allowed", [], [4]),
    ],
  },
];

const ONE_PACKET = "a packet each way";
const LONG = "messages of several packets";
const EXCEPTIONS = "exceptions";

const SHORT_CALLER = partOf(CALLER_MACHINE, ONE_PACKET, ["idle", "calling", "waiting"]);
const LONG_CALLER = partOf(
  CALLER_MACHINE,
  LONG,
  ["idle", "sending", "calling", "waiting", "receiving"],
  ["sending", "receiving"],
);
const SHORT_CALLEE = partOf(CALLEE_MACHINE, ONE_PACKET, ["new", "executing", "retaining", "settled"]);
const LONG_CALLEE = partOf(
  CALLEE_MACHINE,
  LONG,
  ["new", "gathering", "executing", "replying", "retaining", "settled"],
  ["gathering", "replying"],
);
/** Calls of one packet and of several, at either end: what the Firefly has, too. */
export const CALLS: readonly StateMachine[] = [SHORT_CALLER, LONG_CALLER, SHORT_CALLEE, LONG_CALLEE];

export const MACHINES: readonly StateMachine[] = [
  SHORT_CALLER,
  LONG_CALLER,
  partOf(CALLER_MACHINE, EXCEPTIONS, ["idle", "calling", "waiting", "handling"], ["handling"]),
  SHORT_CALLEE,
  LONG_CALLEE,
  partOf(
    CALLEE_MACHINE,
    EXCEPTIONS,
    ["gathering", "executing", "raising", "suspended", "settled"],
    ["raising", "suspended"],
  ),
  partOf(IMPORTER_MACHINE, "by a name or an address", ["unbound", "asking", "binding", "bound", "failed"]),
  partOf(
    IMPORTER_MACHINE,
    "by broadcast, or of an instance made for it",
    ["unbound", "broadcasting", "making", "binding", "bound", "failed"],
    ["broadcasting", "making"],
  ),
  ...CONNECTIONS,
];

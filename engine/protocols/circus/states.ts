/**
 * The machines of Circus as data, for diagrams and reference pages. states.test.ts drives the step functions and holds
 * every line to what they do.
 */
import { way, type StateMachine } from "../state-machine.ts";
import { CLIENT_STATES, type ClientState } from "./client.ts";
import { MEMBER_STATES } from "./member.ts";

const client = way<ClientState["tag"]>;
const member = way<(typeof MEMBER_STATES)[number]["tag"]>;

const BUSY = ["calling", "finishing"] as const;
const KNOWS = ["gathering", "executing", "returning"] as const;
const ACKNOWLEDGES = "send acknowledgement";
const BOTH = [ACKNOWLEDGES, "send return"];

export const MACHINES: readonly StateMachine[] = [
  {
    protocol: "Circus client",
    title: "A client that calls a troupe",
    file: "engine/protocols/circus/client.ts",
    states: CLIENT_STATES,
    transitions: [
      client([["idle", "finishing"], "calling"], "call", "", ["send call"], [1, 7]),
      client([BUSY, "same"], "tick", "a member is silent", ["send call", "send probe"], [2, 3]),
      client([BUSY, "same"], "acknowledgement", "what is missing goes out", ["send call"], [2]),
      client(["calling", "same"], "return", "the collator has no result", [ACKNOWLEDGES, "heard"], [5, 6]),
      client(["calling", "finishing"], "return", "the collator has one", [ACKNOWLEDGES, "heard", "returned"], [6, 7]),
      client(["calling", "idle"], "return", "it is the last", [ACKNOWLEDGES, "heard", "returned", "failed"], [6]),
      client(["calling", "finishing"], "return", "the members cannot agree", ["failed"], [6]),
      client(["finishing", "same"], "return", "", [ACKNOWLEDGES], [5, 7]),
      client(["finishing", "idle"], "return", "it is the last", [ACKNOWLEDGES], [7]),
      client(["idle", "same"], "return", "it asks for an acknowledgement", [ACKNOWLEDGES], [5]),
      client(["calling", "same"], "tick", "a member counts as crashed", ["heard"], [4]),
      client(["calling", "idle"], "tick", "it was the last", ["heard", "returned", "failed"], [4, 6]),
      client(["calling", "finishing"], "tick", "no majority can come", ["send probe", "heard", "failed"], [4, 6]),
      client(["finishing", "idle"], "tick", "it was the last", [], [4, 7]),
    ],
  } satisfies StateMachine<ClientState["tag"]>,
  {
    protocol: "Circus member",
    title: "A member of a troupe of servers",
    file: "engine/protocols/circus/member.ts",
    states: MEMBER_STATES,
    transitions: [
      member([["idle", ...KNOWS], "gathering"], "call", "segments or replicas are missing", [ACKNOWLEDGES], [1, 2]),
      member(
        [["idle", ...KNOWS], "executing"],
        "call",
        "it is the last that was missing",
        [ACKNOWLEDGES, "execute"],
        [1, 2],
      ),
      member(["executing", "same"], "call", "it comes again", [ACKNOWLEDGES], [1]),
      member(["returning", "same"], "call", "it comes again, or from a late replica", ["send return"], [3, 4]),
      member(["gathering", "executing"], "tick", "a replica stays silent", ["execute"], [2]),
      member(["executing", "returning"], "done", "", ["send return"], [3]),
      member(["returning", "same"], "tick", "a segment is not acknowledged", ["send return"], [4]),
      member(["returning", "same"], "acknowledgement", "what is missing goes out", ["send return"], [4]),
      member([["gathering", "executing"], "same"], "probe", "", [ACKNOWLEDGES], [5]),
      member(["returning", "same"], "probe", "", ["send return"], [5]),
      member([KNOWS, "same"], ["call", "probe"], "it is of the call before, from another replica", BOTH, [1, 3, 5]),
      member(
        [KNOWS, "same"],
        "tick",
        "it is of the call before, for another replica",
        ["execute", "send return"],
        [2, 4],
      ),
      member([["gathering", "returning"], "same"], "acknowledgement", "it is of the call before", ["send return"], [4]),
      member(["executing", "same"], "acknowledgement", "it is of the call before, and the last", [], [4]),
      member(["gathering", "same"], "call", "with it the call before is whole", ["execute"], [2]),
      member([KNOWS, "same"], "done", "the call before has run", ["send return"], [3]),
    ],
  } satisfies StateMachine<(typeof MEMBER_STATES)[number]["tag"]>,
];

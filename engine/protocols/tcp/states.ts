/**
 * One end of a TCP connection as data, for diagrams and reference pages: which states there are, and what moves from
 * one to another. It repeats nothing that decides: states.test.ts drives the step function and holds every line to what
 * it does, and finds none that is not listed.
 */
import { way, type StateMachine } from "../state-machine.ts";
import { END_STATES } from "./tcp-state.ts";

type Tag = (typeof END_STATES)[number]["tag"];

const end = way<Tag>;

/** What an end that has closed may have to send. */
const OUT = ["send data", "send finish"];
const LIVE: readonly Tag[] = ["SYN-SENT", "ESTABLISHED", "CLOSING"];

const OPENING = [
  end(["CLOSED", "SYN-SENT"], "connect", "", ["send open"], [5]),
  end(["CLOSED", "ESTABLISHED"], "asked to open", "", ["send accept"], []),
  end(["CLOSED", "ESTABLISHED"], "opened before", "", [], []),
  end(["SYN-SENT", "same"], "write", "", [], [1]),
  end(["SYN-SENT", "same"], "open", "both ends open at once", ["send accept"], []),
  end(["SYN-SENT", "same"], "tick", "no answer has come", ["send open"], [5]),
  end(["SYN-SENT", "ESTABLISHED"], "accept", "data was written", ["send data"], [1]),
  end(["SYN-SENT", "ESTABLISHED"], "accept", "no data was written", ["send acknowledgement"], [2]),
];

const LASTING = [
  end(["ESTABLISHED", "same"], "write", "the window allows", ["send data"], [1]),
  end(
    ["ESTABLISHED", "same"],
    "data",
    "it is in order",
    ["deliver", "send acknowledgement", "send data"],
    [1, 2, 3, 4],
  ),
  end(["ESTABLISHED", "same"], "acknowledgement", "it makes room, or says the same too often", ["send data"], [1, 4]),
  end(["ESTABLISHED", "same"], "acknowledgement", "it is a probe", ["send acknowledgement"], [3, 6]),
  end(["ESTABLISHED", "same"], "open", "the answer to the first was lost", ["send accept"], []),
  end(["ESTABLISHED", "same"], "accept", "the answer to it was lost", ["send acknowledgement"], []),
  end(["ESTABLISHED", "same"], "tick", "a segment waits for its acknowledgement", ["send acknowledgement"], [2]),
  end(["ESTABLISHED", "same"], "tick", "data is not acknowledged", ["send data"], [5]),
  end(["ESTABLISHED", "same"], "tick", "nothing was heard for long", ["send probe"], [6]),
];

const CLOSING = [
  end(["SYN-SENT", "CLOSED"], "close", "", ["ended"], [8]),
  end(["ESTABLISHED", "CLOSING"], "close", "", ["send finish"], [8]),
  end(
    ["ESTABLISHED", "CLOSING"],
    "finish",
    "all before it has come",
    ["finished", "send acknowledgement", "send data"],
    [8],
  ),
  end(["CLOSING", "same"], "close", "the other end closed first", ["send finish"], [8]),
  end(["CLOSING", "same"], "finish", "all before it has come", ["finished", ...OUT], [8]),
  end(["CLOSING", "same"], "finish", "it comes again", ["send acknowledgement", ...OUT], [3, 8]),
  end(["CLOSING", "same"], "write", "this end has not closed", ["send data"], [1]),
  end(["CLOSING", "same"], "data", "it is in order", ["deliver", "send acknowledgement", ...OUT], [1, 2, 3, 4]),
  end(["CLOSING", "same"], "acknowledgement", "it makes room, or says the same too often", OUT, [1, 4, 8]),
  end(["CLOSING", "same"], "acknowledgement", "it is a probe", ["send acknowledgement"], [3, 6]),
  end(["CLOSING", "same"], "tick", "a segment waits for its acknowledgement", ["send acknowledgement"], [2]),
  end(["CLOSING", "same"], "tick", "data or FIN is not acknowledged", OUT, [5, 8]),
  end(["CLOSING", "same"], "tick", "nothing was heard for long", ["send probe"], [6]),
  end(["CLOSING", "TIME-WAIT"], "finish", "this end closed first", ["finished", "send acknowledgement"], [9]),
  end(["CLOSING", "TIME-WAIT"], "acknowledgement", "this end closed first", ["send acknowledgement"], [9]),
  end(
    ["CLOSING", "CLOSED"],
    ["acknowledgement", "finish"],
    "the other end closed first",
    ["ended", "send acknowledgement"],
    [9],
  ),
  end(["TIME-WAIT", "same"], ["finish", "acknowledgement"], "it comes late", ["send acknowledgement"], [9]),
  end([["CLOSING", "TIME-WAIT"], "same"], "open", "it comes late", ["send accept"], []),
  end([["CLOSING", "TIME-WAIT"], "same"], "accept", "it comes late", ["send acknowledgement"], []),
  end(["TIME-WAIT", "CLOSED"], "tick", "60 s have passed", ["ended"], [9]),
  end(["TIME-WAIT", "CLOSED"], "reset", "", ["ended"], [7]),
];

const BREAKING = [
  end([LIVE, "CLOSED"], "tick", "too many sends or probes are unanswered", ["broken"], [5, 6]),
  end([LIVE, "CLOSED"], "reset", "", ["broken"], [7]),
  end([[...LIVE, "TIME-WAIT"], "CLOSED"], "abort", "", ["send reset"], [7]),
];

const END_MACHINE: StateMachine<Tag> = {
  protocol: "TCP",
  title: "One end of a connection",
  file: "engine/protocols/tcp/tcp.ts",
  states: END_STATES,
  transitions: [...OPENING, ...LASTING, ...CLOSING, ...BREAKING],
};

export const MACHINES: readonly StateMachine[] = [END_MACHINE];

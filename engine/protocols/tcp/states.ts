/**
 * One end of a TCP connection as data, for diagrams and reference pages: which states there are, and what moves from
 * one to another. It repeats nothing that decides: states.test.ts drives the step function and holds every line to what
 * it does, and finds none that is not listed.
 */
import { way, type StateMachine } from "../state-machine.ts";
import { END_STATES } from "./tcp-state.ts";

type Tag = (typeof END_STATES)[number]["tag"];

const end = way<Tag>;

const END_MACHINE: StateMachine<Tag> = {
  protocol: "TCP",
  title: "One end of a connection",
  file: "engine/protocols/tcp/tcp.ts",
  states: END_STATES,
  transitions: [
    end(["CLOSED", "SYN-SENT"], "connect", "", ["send open"], [5]),
    end(["CLOSED", "ESTABLISHED"], "asked to open", "", ["send accept"], []),
    end(["CLOSED", "ESTABLISHED"], "opened before", "", [], []),
    end(["SYN-SENT", "same"], "write", "", [], [1]),
    end(["SYN-SENT", "same"], "open", "both ends open at once", ["send accept"], []),
    end(["SYN-SENT", "same"], "tick", "no answer has come", ["send open"], [5]),
    end(["SYN-SENT", "ESTABLISHED"], "accept", "data was written", ["send data"], [1]),
    end(["SYN-SENT", "ESTABLISHED"], "accept", "no data was written", ["send acknowledgement"], [2]),
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
    end([["SYN-SENT", "ESTABLISHED"], "CLOSED"], "tick", "too many sends or probes are unanswered", ["broken"], [5, 6]),
    end([["SYN-SENT", "ESTABLISHED"], "CLOSED"], "reset", "", ["broken"], [7]),
    end([["SYN-SENT", "ESTABLISHED"], "CLOSED"], "abort", "", ["send reset"], [7]),
  ],
};

export const MACHINES: readonly StateMachine[] = [END_MACHINE];

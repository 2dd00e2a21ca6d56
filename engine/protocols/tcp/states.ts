/**
 * One end of a TCP connection as data, for diagrams and reference pages: which states there are, and what moves from
 * one to another. It repeats nothing that decides: states.test.ts drives the step function and holds every line to what
 * it does, and finds none that is not listed.
 */
import type { StateMachine } from "../state-machine.ts";
import { END_STATES } from "./tcp.ts";

type Tag = (typeof END_STATES)[number]["tag"];

const END_MACHINE: StateMachine<Tag> = {
  protocol: "TCP",
  title: "One end of a connection",
  file: "engine/protocols/tcp/tcp.ts",
  states: END_STATES,
  transitions: [
    { from: ["CLOSED"], to: "SYN-SENT", on: ["connect"], when: "", gives: ["send open"], rules: [5] },
    { from: ["CLOSED"], to: "ESTABLISHED", on: ["asked to open"], when: "", gives: ["send accept"], rules: [] },
    { from: ["CLOSED"], to: "ESTABLISHED", on: ["opened before"], when: "", gives: [], rules: [] },
    { from: ["SYN-SENT"], to: "same", on: ["write"], when: "", gives: [], rules: [1] },
    { from: ["SYN-SENT"], to: "same", on: ["open"], when: "both ends open at once", gives: ["send accept"], rules: [] },
    { from: ["SYN-SENT"], to: "same", on: ["tick"], when: "no answer has come", gives: ["send open"], rules: [5] },
    {
      from: ["SYN-SENT"],
      to: "ESTABLISHED",
      on: ["accept"],
      when: "data was written",
      gives: ["send data"],
      rules: [1],
    },
    {
      from: ["SYN-SENT"],
      to: "ESTABLISHED",
      on: ["accept"],
      when: "no data was written",
      gives: ["send acknowledgement"],
      rules: [2],
    },
    { from: ["ESTABLISHED"], to: "same", on: ["write"], when: "the window allows", gives: ["send data"], rules: [1] },
    {
      from: ["ESTABLISHED"],
      to: "same",
      on: ["data"],
      when: "it is in order",
      gives: ["deliver", "send acknowledgement", "send data"],
      rules: [1, 2, 3, 4],
    },
    {
      from: ["ESTABLISHED"],
      to: "same",
      on: ["acknowledgement"],
      when: "it makes room, or says the same too often",
      gives: ["send data"],
      rules: [1, 4],
    },
    {
      from: ["ESTABLISHED"],
      to: "same",
      on: ["acknowledgement"],
      when: "it is a probe",
      gives: ["send acknowledgement"],
      rules: [3, 6],
    },
    {
      from: ["ESTABLISHED"],
      to: "same",
      on: ["open"],
      when: "the answer to the first was lost",
      gives: ["send accept"],
      rules: [],
    },
    {
      from: ["ESTABLISHED"],
      to: "same",
      on: ["accept"],
      when: "the answer to it was lost",
      gives: ["send acknowledgement"],
      rules: [],
    },
    {
      from: ["ESTABLISHED"],
      to: "same",
      on: ["tick"],
      when: "a segment waits for its acknowledgement",
      gives: ["send acknowledgement"],
      rules: [2],
    },
    {
      from: ["ESTABLISHED"],
      to: "same",
      on: ["tick"],
      when: "data is not acknowledged",
      gives: ["send data"],
      rules: [5],
    },
    {
      from: ["ESTABLISHED"],
      to: "same",
      on: ["tick"],
      when: "nothing was heard for long",
      gives: ["send probe"],
      rules: [6],
    },
    {
      from: ["SYN-SENT", "ESTABLISHED"],
      to: "CLOSED",
      on: ["tick"],
      when: "too many sends or probes are unanswered",
      gives: ["broken"],
      rules: [5, 6],
    },
    { from: ["SYN-SENT", "ESTABLISHED"], to: "CLOSED", on: ["reset"], when: "", gives: ["broken"], rules: [7] },
    { from: ["SYN-SENT", "ESTABLISHED"], to: "CLOSED", on: ["abort"], when: "", gives: ["send reset"], rules: [7] },
  ],
};

export const MACHINES: readonly StateMachine[] = [END_MACHINE];

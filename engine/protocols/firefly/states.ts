/**
 * The state machines of Firefly RPC as data: those of Cedar's exchange, without exceptions, for which the Firefly
 * has no packets. A test drives the step functions and holds every line to what they do.
 */
import { FIREFLY_TYPES } from "../../wire/firefly.ts";
import { CALLS } from "../cedar/states.ts";
import { EXCHANGE_TYPES } from "../cedar/packet.ts";
import type { StateMachine, Transition } from "../state-machine.ts";

/** Packets, and steps of the program, that only an exception has. */
const ABSENT: readonly string[] = [
  ...EXCHANGE_TYPES.filter((type) => !FIREFLY_TYPES.some((one) => one === type)),
  ...["resume", "unwind", "raise", "abandon", "forget"],
];
const isThere = (word: string): boolean => !ABSENT.includes(word.replace("send ", ""));

const NAMES: Readonly<Record<string, string>> = { "Cedar caller": "Firefly caller", "Cedar callee": "Firefly server" };

/** States of exceptions. */
const UNREACHED: readonly string[] = ["handling", "raising", "suspended"];

function without(machine: StateMachine): StateMachine {
  return {
    ...machine,
    protocol: NAMES[machine.protocol] ?? machine.protocol,
    title: machine.title.replace("The callee, one activity", "The server, one row of the call table"),
    states: machine.states.filter(({ tag }) => !UNREACHED.includes(tag)),
    transitions: machine.transitions.flatMap((line): Transition[] => {
      const from = line.from.filter((tag) => !UNREACHED.includes(tag));
      const [on, gives] = [line.on.filter(isThere), line.gives.filter(isThere)];
      const isGone = from.length === 0 || on.length === 0 || (gives.length === 0 && line.gives.length > 0);
      return isGone || UNREACHED.includes(line.to) ? [] : [{ ...line, from, on, gives }];
    }),
  };
}

export const MACHINES: readonly StateMachine[] = CALLS.map(without);

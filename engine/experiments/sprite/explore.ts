/** Sprite RPC as the search over faults follows it: a fragment has one byte there. */
import { callsAtOnce } from "../../protocols/at-once.ts";
import { spriteEnds } from "../../protocols/sprite/ends.ts";
import { fragmentsOf } from "../../protocols/sprite/message.ts";
import { SPRITE_FRAGMENT } from "../../wire/sprite.ts";
import { callsTogether, rulesLeftOut, THREADS, type Explorable, type Program } from "../explorable.ts";
import type { ParamValues } from "../types.ts";

const fragments = ({ bytes }: ParamValues): number => fragmentsOf(Number(bytes), SPRITE_FRAGMENT);

function programOf(parameters: ParamValues): Program {
  const { direction } = parameters;
  const count = fragments(parameters);
  return {
    argument: (call) => new Uint8Array(direction === "back" ? 1 : count).fill(call),
    result: (argument) => {
      const [call] = argument;
      if (call === undefined) throw new Error("An argument of the search has a byte at least.");
      return new Uint8Array(direction === "there" ? 1 : count).fill(call);
    },
  };
}

export const explorables: readonly Explorable[] = [
  {
    experiments: ["sprite/call"],
    calls: "calls",
    bounds: [THREADS, { parameter: "receiveBuffers", value: 32, why: "The search loses packets by faults alone." }],
    ends: (parameters) =>
      callsAtOnce(
        spriteEnds({ fragmentBytes: 1, gapUs: Number(parameters["gapUs"]), without: rulesLeftOut(parameters) }),
        callsTogether(parameters),
        programOf(parameters),
      ),
    program: programOf,
  },
];

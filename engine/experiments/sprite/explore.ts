/** Sprite RPC as the search over faults follows it: a fragment has one byte there. */
import { spriteEnds } from "../../protocols/sprite/ends.ts";
import { fragmentsOf } from "../../protocols/sprite/message.ts";
import { SPRITE_FRAGMENT } from "../../wire/sprite.ts";
import { rulesLeftOut, type Explorable } from "../explorable.ts";
import type { ParamValues } from "../types.ts";

const fragments = ({ bytes }: ParamValues): number => fragmentsOf(Number(bytes), SPRITE_FRAGMENT);

export const explorables: readonly Explorable[] = [
  {
    experiments: ["sprite/call"],
    calls: "calls",
    bounds: [
      { parameter: "threads", value: 1, why: "The search follows one call at a time." },
      { parameter: "receiveBuffers", value: 32, why: "The search loses packets by faults alone." },
    ],
    ends: (parameters) =>
      spriteEnds({ fragmentBytes: 1, gapUs: Number(parameters["gapUs"]), without: rulesLeftOut(parameters) }),
    program: (parameters) => {
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
    },
  },
];

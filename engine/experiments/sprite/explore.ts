/** Sprite RPC as the search over faults follows it: a fragment has one byte there. */
import { callsAtOnce } from "../../protocols/at-once.ts";
import { clientsOf } from "../../protocols/clients.ts";
import { spriteEnds } from "../../protocols/sprite/ends.ts";
import { fragmentsOf } from "../../protocols/fragments.ts";
import { SPRITE_FRAGMENT } from "../../wire/sprite.ts";
import {
  callsTogether,
  CLIENTS,
  inFragments,
  rulesLeftOut,
  THREADS,
  type Explorable,
  type Program,
} from "../explorable.ts";
import type { ParamValues } from "../types.ts";

const fragments = ({ bytes }: ParamValues): number => fragmentsOf(Number(bytes), SPRITE_FRAGMENT);

const programOf = (parameters: ParamValues): Program => inFragments(fragments(parameters), parameters);

export const explorables: readonly Explorable[] = [
  {
    experiments: ["sprite/call"],
    calls: "calls",
    bounds: [
      THREADS,
      ...CLIENTS,
      { parameter: "receiveBuffers", value: 32, why: "The search loses packets by faults alone." },
    ],
    ends: (parameters) =>
      callsAtOnce(
        clientsOf(
          spriteEnds({ fragmentBytes: 1, gapUs: Number(parameters["gapUs"]), without: rulesLeftOut(parameters) }),
          Number(parameters["clients"]),
        ),
        callsTogether(parameters),
        programOf(parameters),
      ),
    program: programOf,
  },
];

/** Amoeba’s transactions as the search over faults follows them: a fragment has one byte there. */
import { callsAtOnce } from "../../protocols/at-once.ts";
import { clientsOf } from "../../protocols/clients.ts";
import { amoebaEnds } from "../../protocols/amoeba/ends.ts";
import { fragmentsOf } from "../../protocols/fragments.ts";
import { AMOEBA_DEFAULTS } from "../../systems/amoeba/portable.ts";
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
import { AMOEBA_PARAMS, type AmoebaValues } from "./params.ts";

const fragments = ({ bytes }: ParamValues): number =>
  fragmentsOf(Number(bytes), AMOEBA_DEFAULTS.fragmentBytes, AMOEBA_DEFAULTS.headBytes);

/** The values of this table’s parameters. */
const hintOf = ({ hint }: ParamValues): AmoebaValues["hint"] =>
  AMOEBA_PARAMS.hint.options.find(({ value }) => value === hint)?.value ?? "known";

/** With a stale hint the third machine is the one that the service has left. */
const clientsIn = (parameters: ParamValues): number =>
  hintOf(parameters) === "stale" ? 1 : Number(parameters["clients"]);

const programOf = (parameters: ParamValues): Program => inFragments(fragments(parameters), parameters);

export const explorables: readonly Explorable[] = [
  {
    experiments: ["amoeba/call"],
    calls: "calls",
    bounds: [
      THREADS,
      { parameter: "clients", value: 1, where: { hint: "stale" }, why: "With a stale hint one client calls." },
      ...CLIENTS,
      { parameter: "hint", value: "known", where: { clients: 2 }, why: "Several clients know where the service is." },
      { parameter: "sweepMs", value: 0, why: "The search counts from a timer to the next, and sees no sweep." },
    ],
    ends: (parameters) =>
      callsAtOnce(
        clientsOf(
          amoebaEnds({
            fragmentBytes: 1,
            headBytes: 0,
            sweep: 0,
            hint: hintOf(parameters),
            without: rulesLeftOut(parameters),
          }),
          clientsIn(parameters),
        ),
        callsTogether(parameters),
        programOf(parameters),
      ),
    program: programOf,
  },
];

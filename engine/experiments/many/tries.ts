/** The claims of the MultiRPC paper about other ways to call many that a run tries. */
import { triedBy, type Tries } from "../tries.ts";
import type { MANY_MEASURES, MANY_PARAMS } from "./params.ts";

const call = triedBy<typeof MANY_PARAMS, keyof typeof MANY_MEASURES>("many/call");

export const tries: Tries = {
  paper: "multirpc",
  claims: {
    "related-sun-broadcast": call(
      { way: "sun-broadcast", dead: 1 },
      "The program is told of no dead machine, and calls again and again for 54 s.",
    ),
    "related-v-gipc": call(
      { way: "v-group", callees: 50 },
      "One packet goes to all, and of the replies that come together some find no buffer.",
    ),
    "related-circus": call(
      { way: "circus", slow: 1 },
      "The call ends when the slow member has answered: no collator can end it before.",
    ),
    "related-gemini": call(
      { way: "gemini", callees: 5 },
      "Each callee has a connection and a process for this client, and answers on it.",
    ),
    "future-multicast": call(
      { way: "multirpc-multicast" },
      "The caller sends one packet to all; with MultiRPC’s single requests it sends ten.",
    ),
  },
};

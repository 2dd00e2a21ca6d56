/** The ends of Amoeba’s transactions: a client with eight processes, and the machine that has the service. */
import { AMOEBA_KINDS, AMOEBA_PROCESSES, type AmoebaPacket } from "../../wire/amoeba.ts";
import { channelsOfEnds, type ChannelsHost } from "../channels.ts";
import type { Ends } from "../ends.ts";
import { EXACTLY_ONCE } from "../promises.ts";
import type { TraceSettings } from "../testing/ends-script.ts";
import { amoebaClient, isFree, type ClientState } from "./client.ts";
import type { AmoebaOptions, FirstHint } from "./message.ts";
import { amoebaServer } from "./server.ts";

/** With a stale hint there is a third machine: the service was there before. */
const amoebaHosts = (hint: FirstHint): readonly string[] =>
  hint === "stale" ? ["client", "server", "former"] : ["client", "server"];
/** The step of the procedure in a trace. */
export const AMOEBA_PROCEDURE = "Run the procedure";

export const amoebaEnds = (options: AmoebaOptions): Ends<ChannelsHost, AmoebaPacket> => ({
  readsClock: options.sweep > 0,
  ...channelsOfEnds({
    hosts: amoebaHosts(options.hint),
    channels: AMOEBA_PROCESSES,
    caller: amoebaClient(options),
    callee: amoebaServer(options),
    isFree,
    channelOf: ({ process }) => process,
    shared: { of: ({ hint }: ClientState) => hint, with: (state, hint) => ({ ...state, hint }) },
    timers: {
      caller: (state) => (state.tag === "waiting" && state.sends === 0 ? "enquiry is due" : null),
      callee: ({ tag }) => (tag === "executing" ? "client is silent" : null),
    },
    kinds: AMOEBA_KINDS,
    asks: "request",
    answers: "reply",
    promises: EXACTLY_ONCE,
    procedure: { span: AMOEBA_PROCEDURE },
  }),
});

/** For the scripts in traces/: a fragment holds one byte, and timers are exact, unless a script says else. */
export const tracedEnds = ({ options, without }: TraceSettings): Ends<ChannelsHost, AmoebaPacket> =>
  amoebaEnds({
    fragmentBytes: Number(options["fragment"] ?? 1),
    headBytes: 0,
    sweep: Number(options["sweep"] ?? 0),
    hint: hintNamed(String(options["hint"] ?? "known")),
    without,
  });

function hintNamed(word: string): FirstHint {
  if (word === "known" || word === "none" || word === "stale") return word;
  throw new Error(`hint ${word}: known, none or stale.`);
}

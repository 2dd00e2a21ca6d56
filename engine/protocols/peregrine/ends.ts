/** The ends of Peregrine RPC: a caller with eight threads, and a server. */
import { PEREGRINE, PEREGRINE_THREADS, type PeregrinePacket } from "../../wire/peregrine.ts";
import { channelsOfEnds, type ChannelsHost } from "../channels.ts";
import type { Ends } from "../ends.ts";
import { EXACTLY_ONCE } from "../promises.ts";
import type { TraceSettings } from "../testing/ends-script.ts";
import { peregrineCallee, peregrineCaller, type CallerState, type PeregrineOptions } from "./peregrine.ts";

/** The step of the procedure in a trace. */
const PEREGRINE_PROCEDURE = "Run the procedure";

export const peregrineEnds = (options: PeregrineOptions): Ends<ChannelsHost, PeregrinePacket> =>
  channelsOfEnds({
    hosts: ["caller", "server"],
    channels: PEREGRINE_THREADS,
    caller: peregrineCaller(options),
    callee: peregrineCallee(options),
    isFree: ({ tag }) => tag === "idle",
    channelOf: ({ thread }) => thread,
    shared: {
      of: ({ life }: CallerState) => life,
      with: (state, life) => (state.tag === "idle" ? { ...state, life } : state),
    },
    kinds: PEREGRINE.kinds,
    asks: "call",
    answers: "result",
    promises: EXACTLY_ONCE,
    procedure: { span: PEREGRINE_PROCEDURE },
  });

/** For the scripts in traces/: a packet holds one byte unless a script says more. */
export const tracedEnds = ({ options, without }: TraceSettings): Ends<ChannelsHost, PeregrinePacket> =>
  peregrineEnds({ fragmentBytes: Number(options["fragment"] ?? 1), without });

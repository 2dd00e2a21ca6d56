/** The ends of Mercury's call streams: a sender with a stream to each receiver. */
import { MERCURY, MERCURY_PORT, type MercuryMessage } from "../../wire/mercury.ts";
import { EXACTLY_ONCE } from "../promises.ts";
import { StreamEnds } from "../tcp/stream-ends.ts";
import type { TcpOptions } from "../tcp/tcp-state.ts";
import { MERCURY_RECEIVER, type MercuryReceiverState } from "./receiver.ts";
import { mercurySender, type MercurySenderOptions, type MercurySenderState } from "./sender.ts";

interface MercuryOptions extends MercurySenderOptions {
  /** Whether the streams are there before the run. */
  readonly isBound: boolean;
  readonly tcp: TcpOptions;
}

const MERCURY_PROCEDURE = "Run the procedure";

type MercuryEnds = StreamEnds<MercurySenderState, MercuryReceiverState, MercuryMessage>;

export function mercuryEnds({ isBound, tcp, ...options }: MercuryOptions): MercuryEnds {
  return new StreamEnds({
    table: MERCURY,
    tcp,
    port: MERCURY_PORT,
    callees: options.receivers,
    isBound,
    caller: mercurySender(options),
    callee: MERCURY_RECEIVER,
    calleeName: "receiver",
    hosts: { caller: "sender", callee: (host) => `receiver${host}` },
    // TCP’s timers outlive a call: timers are no promise here.
    promises: EXACTLY_ONCE.filter((property) => property !== "timers"),
    procedure: { span: MERCURY_PROCEDURE },
    timers: ["buffer leaves", "timer"],
  });
}

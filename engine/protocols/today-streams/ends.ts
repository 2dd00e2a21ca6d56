/** The ends of calls that are streams on one TCP connection: a client and a server. */
import { STREAMS, STREAMS_PORT, type StreamsMessage } from "../../wire/today-streams.ts";
import { EXACTLY_ONCE, type Property } from "../promises.ts";
import { StreamEnds } from "../tcp/stream-ends.ts";
import type { TcpOptions } from "../tcp/tcp-state.ts";
import { STREAMS_CALLER, type StreamsCallerState } from "./caller.ts";
import { STREAMS_SERVER, type StreamsServerState } from "./server.ts";

interface StreamsOptions {
  readonly tcp: TcpOptions;
  /** Whether the client writes a message's header and its data by one call of the system or by two. */
  readonly writes: 1 | 2;
}

/**
 * TCP’s timers outlive a call: timers are no promise here. Where TCP does not ask whether the other end lives, a call
 * whose server dies waits for ever.
 */
const promisesOf = ({ keepAlive }: TcpOptions): readonly Property[] =>
  EXACTLY_ONCE.filter((property) => property !== "timers" && (property !== "ends" || keepAlive.after < Infinity));

const STREAMS_PROCEDURE = "Run the procedure";

export function streamsEnds({
  tcp,
  writes,
}: StreamsOptions): StreamEnds<StreamsCallerState, StreamsServerState, StreamsMessage> {
  return new StreamEnds({
    table: STREAMS,
    tcp,
    port: STREAMS_PORT,
    callees: 1,
    isBound: true,
    writesApart: writes === 2,
    caller: STREAMS_CALLER,
    callee: STREAMS_SERVER,
    calleeName: "server",
    hosts: { caller: "client", callee: () => "server" },
    promises: promisesOf(tcp),
    procedure: { span: STREAMS_PROCEDURE },
    timers: ["timer", "timer"],
  });
}

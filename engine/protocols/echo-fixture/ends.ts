/** The ends of the echo protocol: a client and a server. */
import { millis, type Nanos } from "../../kernel/time.ts";
import type { Ends } from "../ends.ts";
import { pairOfEnds, type PairHost } from "../pair.ts";
import type { TraceSettings } from "../testing/ends-script.ts";
import { ECHO_SERVER, echoClient, type EchoPacket } from "./echo.ts";

/** @param after until a call is sent again */
export const echoEnds = (after: Nanos): Ends<PairHost, EchoPacket> =>
  pairOfEnds({
    hosts: ["client", "server"],
    caller: echoClient(after),
    callee: ECHO_SERVER,
    kinds: ["call", "result"],
    asks: "call",
    answers: "result",
    promises: ["ownResult", "atLeastOnce", "ends", "timers"], // a call that loses two packets fails
    procedure: { span: "Echo" },
  });

/** For the scripts in traces/. */
export const tracedEnds = ({ options }: TraceSettings): Ends<PairHost, EchoPacket> =>
  echoEnds(Number(options["after"] ?? millis(5)));

/** The protocol whose rules a reader writes, over UDP on two small machines that are joined by an Ethernet. */
import type { StationTable } from "../../hardware/station.ts";
import { millis, type Nanos } from "../../kernel/time.ts";
import type { Source } from "../../kernel/trace-data.ts";
import type { Ends } from "../../protocols/ends.ts";
import { WRITTEN_PROCEDURE } from "../../protocols/written/ends.ts";
import type { WrittenPacket } from "../../protocols/written/message.ts";
import { WRITTEN, WRITTEN_PORT } from "../../wire/written.ts";
import { LINUX } from "../../wire/ip-stack.ts";
import { overUdp } from "../world/formats.ts";
import { runOnEthernet, type EthernetRun, type RunRequest } from "../world/run-on-ethernet.ts";

interface WrittenCall<State> {
  readonly ends: Ends<State, WrittenPacket>;
  readonly calls: number;
  readonly serverMs: number;
  readonly retryMs: number;
}

/** Some rules never give up: a run of theirs ends when each call has had so many of these times. */
const PATIENCE = { procedures: 4, timers: 100 } as const;

/** The same ends, whose timers go off no more after this moment. A call that is under way then stays pending. */
const endingAt = <State>(ends: Ends<State, WrittenPacket>, latest: Nanos): Ends<State, WrittenPacket> => ({
  ...ends,
  deadline: (state) => {
    const at = ends.deadline(state);
    return at !== null && at > latest ? null : at;
  },
});

const OURS: Source = { kind: "assumed", text: "A small machine of ours; nobody has measured it." };

const MACHINE: StationTable = {
  controller: "Ethernet",
  sendRing: 16,
  receiveRing: 16,
  send: [{ name: "Hand a packet to the network", value: 200, unit: "us", source: OURS }],
  receive: [{ name: "Take a packet from the network", value: 200, unit: "us", source: OURS }],
};

export const runWritten = <State>(
  { ends, calls, serverMs, retryMs }: WrittenCall<State>,
  request: RunRequest,
): EthernetRun =>
  runOnEthernet(request, {
    ends: endingAt(ends, calls * millis(PATIENCE.procedures * serverMs + PATIENCE.timers * retryMs)),
    machine: MACHINE,
    format: overUdp(WRITTEN_PORT, WRITTEN, LINUX),
    program: {
      calls,
      argument: (call) => Uint8Array.of(call),
      result: (argument) => argument,
      procedure: { step: { name: WRITTEN_PROCEDURE, layer: "rpc", source: OURS }, duration: millis(serverMs) },
    },
  });

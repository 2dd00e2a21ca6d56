/** Fan-out: one client calls many servers and waits for all; processors and wires alone, no protocol. */
import { FifoResource } from "../kernel/resources.ts";
import type { Simulation, Timer } from "../kernel/simulation.ts";
import { micros, millis, seconds } from "../kernel/time.ts";
import type { TraceRecorder } from "../kernel/trace.ts";
import type { Prepared } from "./prepared.ts";
import { NO_REF } from "../kernel/trace-data.ts";

const SEND = micros(5980); // client processor, a packet
const WIRE = micros(100);
const SERVE = micros(13_690) + millis(10);
const REPLY = micros(3930) + micros(200); // client processor, a reply
const RETRANSMIT = seconds(2);
const PACKET_BYTES = 121; // of a small request on its ring

const SENT = 0;
const AT_SERVER = 1;
const SERVED = 2;
const AT_CLIENT = 3;
const REPLIED = 4;
const TIMEOUT = 5;

/** Makes `calls` calls of `servers` servers; the value is elapsed time plus packets. */
export function fanout(
  simulation: Simulation,
  servers: number,
  calls: number,
  recorder: TraceRecorder | null,
): Prepared {
  const cpu = new FifoResource(simulation, "client");
  const timers = new Float64Array(servers);
  const record = recorder === null ? null : packetWriter(recorder);
  let packets = 0;
  let callsLeft = calls;
  let repliesLeft = 0;
  const cross = (kind: number, server: number): void => {
    packets++;
    const { now } = simulation;
    if (record !== null) record(kind === AT_SERVER, now, now + WIRE);
    simulation.after(WIRE, tag + kind, server);
  };
  const begin = (): void => {
    repliesLeft = servers;
    for (let server = 0; server < servers; server++) cpu.request(SEND, tag + SENT, server);
  };
  const tag = simulation.register((kind, server) => {
    switch (kind) {
      case SENT:
        timers[server] = simulation.after(RETRANSMIT, tag + TIMEOUT, server);
        return cross(AT_SERVER, server);
      case AT_SERVER:
        simulation.after(SERVE, tag + SERVED, server);
        return;
      case SERVED:
        return cross(AT_CLIENT, server);
      case AT_CLIENT:
        simulation.cancel(timers[server] as Timer);
        cpu.request(REPLY, tag + REPLIED, server);
        return;
      case REPLIED:
        if (--repliesLeft === 0 && --callsLeft > 0) begin();
        return;
      default:
        throw new Error(`fanout: server ${server} was thought lost at ${simulation.now} ns.`);
    }
  });
  return () => {
    begin();
    simulation.run();
    return simulation.now + packets;
  };
}

function packetWriter(recorder: TraceRecorder): (toServer: boolean, departs: number, arrives: number) => void {
  const client = recorder.track({ name: "Ring", machine: "client", kind: "controller" });
  const server = recorder.track({ name: "Ring", machine: "server", kind: "controller" });
  const call = recorder.packetKind("call");
  const result = recorder.packetKind("result");
  return (toServer, departs, arrives) => {
    recorder.packet({
      from: toServer ? client : server,
      to: toServer ? server : client,
      kind: toServer ? call : result,
      departs,
      arrives,
      bytes: PACKET_BYTES,
      origin: "first",
      delayed: 0,
      cause: NO_REF,
      call: 0,
      frame: null,
    });
  };
}

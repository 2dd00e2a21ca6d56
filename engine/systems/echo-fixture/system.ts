/** The echo protocol over UDP on two Linux machines at a switch. */
import type { Fault } from "../../faults/index.ts";
import type { Keep } from "../../kernel/trace-keep.ts";
import { micros } from "../../kernel/time.ts";
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import { putU32, u32 } from "../../wire/bytes.ts";
import { CallSupply } from "../world/call-supply.ts";
import { DatagramHost, type DatagramProgram } from "../world/datagram-host.ts";
import type { Frame } from "../world/frame.ts";
import { ProtocolInstance } from "../world/instance.ts";
import { SwitchedMedium } from "../world/switched-medium.ts";
import type { IncomingDatagram } from "../world/udp.ts";
import { World } from "../world/world.ts";
import { ECHO_SERVER, echoClient, type ClientEffect, type ClientInput, type ClientState } from "./protocol.ts";

const [CLIENT, SERVER, PORT] = [0, 1, 7];

function packet(number: number, bytes: number): Uint8Array {
  const data = new Uint8Array(Math.max(4, bytes));
  putU32(data, 0, number);
  return data;
}

interface EchoOptions {
  readonly calls: number;
  readonly bytes: number;
  readonly retryUs: number;
}

/** Makes one call after another; after a crash it goes on with those that are left. */
class EchoClient implements DatagramProgram {
  private readonly supply: CallSupply;
  private readonly options: EchoOptions;
  private protocol: ProtocolInstance<ClientState, ClientInput, ClientEffect, number> | null = null;
  private call = 0; // the number of the last call that was made
  private sent: Frame | null = null; // the frame that its timer was set for
  private isOutstanding = false;

  constructor(supply: CallSupply, options: EchoOptions) {
    this.supply = supply;
    this.options = options;
  }

  start(host: DatagramHost): void {
    this.protocol = new ProtocolInstance(host, echoClient(micros(this.options.retryUs)), {
      name: "caller",
      identity: this.call,
      due: () => this.act(host, { tag: "tick" }, host.timerMark(this.sent?.ref ?? NO_REF, this.call)),
    });
    this.next(host, NO_REF);
  }

  received(host: DatagramHost, { data }: IncomingDatagram, { ref }: Frame): void {
    this.act(host, { tag: "answer", number: u32(data, 0) }, ref);
  }

  crashed(host: DatagramHost): void {
    if (this.isOutstanding) this.end(host, "failed", NO_REF);
    this.supply.finished();
  }

  private next(host: DatagramHost, cause: Ref): void {
    if (!this.supply.take()) {
      this.supply.finished();
      return;
    }
    const { recorder, sim } = host.world;
    this.call = recorder.beginCall(recorder.owner("client"), sim.now);
    this.isOutstanding = true;
    this.act(host, { tag: "call" }, cause);
  }

  private end({ world }: DatagramHost, outcome: "returned" | "failed", cause: Ref): void {
    this.isOutstanding = false;
    world.recorder.endCall(this.call, world.sim.now, outcome, cause);
  }

  private act(host: DatagramHost, input: ClientInput, cause: Ref): void {
    const { call } = this;
    if (this.protocol === null) throw new Error("The echo client takes a step before its machine is on.");
    for (const effect of this.protocol.step(input, cause, call)) {
      if (effect.tag === "send") {
        const origin = effect.again ? "retransmission" : "first";
        const data = packet(effect.number, this.options.bytes);
        this.sent = host.socket.send({ to: SERVER, toPort: PORT, data, kind: "call", call, origin, cause });
      } else {
        this.end(host, effect.tag, cause);
        this.next(host, cause);
      }
    }
  }
}

class EchoServer implements DatagramProgram {
  private protocol: ProtocolInstance<"listening", number, number> | null = null;

  start(host: DatagramHost): void {
    this.protocol = new ProtocolInstance(host, ECHO_SERVER, {
      name: "listener",
      identity: undefined,
      due: () => undefined,
    });
  }

  received(host: DatagramHost, { from, fromPort, data }: IncomingDatagram, { ref: cause, call }: Frame): void {
    if (this.protocol === null) throw new Error("The echo server takes a step before its machine is on.");
    for (const number of this.protocol.step(u32(data, 0), cause, call)) {
      const back = packet(number, data.length);
      host.socket.send({ to: from, toPort: fromPort, data: back, kind: "result", call, origin: "first", cause });
    }
  }
}

export function simulateEcho(
  options: EchoOptions,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
) {
  const world = new World({ faults, keep, seed });
  const { sim, recorder, script } = world;
  const medium = new SwitchedMedium(world, { mbps: 1000, metres: 5, latency: micros(5), places: [0, 0] });
  const program = new EchoClient(new CallSupply(world, "client", options.calls, progress), options);
  const client = new DatagramHost(world, medium, { name: "client", number: CLIENT, port: PORT, program });
  const server = new DatagramHost(world, medium, {
    name: "server",
    number: SERVER,
    port: PORT,
    program: new EchoServer(),
  });
  world.scheduleMachineEvents();
  for (const host of [server, client]) host.start();
  sim.run();
  medium.carrier.close();
  const busy = [client, server].flatMap((host) => [...host.busyNs()]);
  return {
    elapsed: sim.now,
    packets: medium.carrier.packets,
    draws: world.streams.draws,
    resources: new Map(busy.map(([part, busyNs]) => [part, { busyNs }])),
    unusedFaults: script.unused(),
    trace: recorder.finish(sim.now),
  };
}

/** A hand-made run for the tests of this folder: empty calls between two machines, with faults on the wire. */
import type { Run } from "../../engine/experiments/types.ts";
import { micros, millis } from "../../engine/kernel/time.ts";
import { TraceRecorder } from "../../engine/kernel/trace.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { Layer, Ref } from "../../engine/kernel/trace-data.ts";

interface ExampleOptions {
  readonly calls?: number;
  /** A fault of the first result packet. */
  readonly mishap?: "lost" | "delayed" | "duplicated";
}

type Work = readonly [name: string, micros: number, layer: Layer];

const CALLER_OUT: readonly Work[] = [
  ["Calling program", 16, "rpc"],
  ["Calling stub (call)", 45, "rpc"],
  ["Starter", 128, "rpc"],
  ["Transporter (send)", 27, "rpc"],
  ["Finish UDP header", 59, "kernel"],
  ["Calculate UDP checksum", 45, "kernel"],
  ["Handle trap to Nub", 37, "kernel"],
  ["Queue packet for transmission", 39, "kernel"],
  ["Interrupt CPU 0", 10, "kernel"],
];
const PROD: readonly Work[] = [
  ["Handle interprocessor interrupt", 76, "kernel"],
  ["Activate Ethernet controller", 22, "kernel"],
];
const TAKE_IN: readonly Work[] = [
  ["General I/O interrupt handler", 14, "kernel"],
  ["Handle interrupt for received packet", 177, "kernel"],
  ["Calculate UDP checksum", 45, "kernel"],
  ["Wake up RPC thread", 220, "kernel"],
];
const SERVE: readonly Work[] = [
  ["Receiver (receive call)", 158, "rpc"],
  ["Server stub (call)", 34, "rpc"],
  ["Null", 10, "rpc"],
  ["Server stub (return)", 34, "rpc"],
  ["Receiver (send result)", 27, "rpc"],
  ...CALLER_OUT.slice(4),
];
const CALLER_IN: readonly Work[] = [
  ["Transporter (receive)", 49, "rpc"],
  ["Ender", 33, "rpc"],
  ["Calling stub (return)", 45, "rpc"],
];

interface Machine {
  readonly thread: number;
  readonly cpu0: number;
  readonly bus: number;
  readonly transmit: number;
  readonly receive: number;
  readonly owner: number;
}

class Recording {
  readonly recorder = new TraceRecorder("all");
  now = 0;
  last: Ref = NO_REF;
  call = 0;

  machine(name: string): Machine {
    const track = (lane: string, kind: "processor" | "bus" | "controller"): number =>
      this.recorder.track({ name: lane, machine: name, kind });
    return {
      cpu0: track("CPU 0", "processor"),
      thread: track("CPU 1", "processor"),
      bus: track("QBus", "bus"),
      transmit: track("DEQNA transmit", "controller"),
      receive: track("DEQNA receive", "controller"),
      owner: this.recorder.owner(`${name} thread 1`),
    };
  }

  work(track: number, owner: number, list: readonly Work[]): Ref {
    let first: Ref = NO_REF;
    for (const [name, us, layer] of list) {
      const step = this.recorder.step({
        name,
        layer,
        source: {
          kind: "paper",
          text: `Table VI, ${name}`,
          cell: { paper: "firefly", table: "table-vi", row: { action: name }, column: "us74" },
        },
      });
      const end = this.now + micros(us);
      this.last = this.recorder.span(track, step, owner, this.now, end, this.last, this.call);
      if (first === NO_REF) first = this.last;
      this.now = end;
    }
    return first;
  }

  /** One packet from machine to machine; returns its ref. */
  send(
    from: Machine,
    to: Machine,
    kind: string,
    origin: "first" | "retransmission" | "duplicate",
    delayed: number,
  ): Ref {
    const departs = this.now;
    this.now += micros(68.8) + delayed;
    this.last = this.recorder.packet({
      from: from.transmit,
      to: to.receive,
      kind: this.recorder.packetKind(kind),
      departs,
      arrives: this.now,
      bytes: 74,
      origin,
      delayed,
      cause: this.last,
      call: this.call,
      frame: Uint8Array.from({ length: 74 }, (_, i) => i),
    });
    return this.last;
  }

  /** Processor, bus and controller on the way out, the wire, and up to the thread on the other machine. */
  carry(
    from: Machine,
    to: Machine,
    kind: string,
    { lost, again, delayed = 0, twice }: { lost?: boolean; again?: boolean; delayed?: number; twice?: boolean },
  ): void {
    this.work(from.cpu0, -1, PROD);
    this.work(from.transmit, -1, [["QBus/controller transmit latency: controller", 33, "hardware"]]);
    this.work(from.bus, -1, [["QBus/controller transmit latency: QBus", 37, "hardware"]]);
    const before = this.last;
    const packet = this.send(from, to, kind, again === true ? "retransmission" : "first", delayed);
    if (lost === true) {
      this.recorder.fate(packet, "lost");
      this.last = before;
      return;
    }
    if (twice === true) this.recorder.fate(this.send(from, to, kind, "duplicate", 0), "ignored");
    this.last = packet;
    this.work(to.bus, -1, [["QBus/controller receive latency: QBus", 37, "hardware"]]);
    this.work(to.receive, -1, [["QBus/controller receive latency: controller", 43, "hardware"]]);
    this.work(to.cpu0, -1, TAKE_IN);
  }
}

export function exampleRun({ calls = 1, mishap }: ExampleOptions = {}): Run {
  const made = new Recording();
  const caller = made.machine("caller");
  const server = made.machine("server");
  made.recorder.track({ name: "Ethernet", machine: "", kind: "medium" });
  for (let i = 0; i < calls; i++) oneCall(made, caller, server, i === 0 ? mishap : undefined);
  const trace = made.recorder.finish(made.now);
  return {
    experiment: "firefly/null",
    parameters: {},
    seed: 1,
    faults: [],
    unusedFaults: [],
    measures: {},
    resources: {},
    elapsedNs: made.now,
    packets: trace.packets.count,
    laterPackets: 0,
    draws: 0,
    traceHash: trace.hash,
    trace,
  };
}

function oneCall(made: Recording, caller: Machine, server: Machine, mishap: ExampleOptions["mishap"]): void {
  const begun = made.now;
  made.call = made.recorder.beginCall(caller.owner, begun);
  made.last = NO_REF;
  made.recorder.firstSpan(made.call, made.work(caller.thread, caller.owner, CALLER_OUT));
  made.carry(caller, server, "call", {});
  made.work(server.thread, server.owner, SERVE);
  made.carry(server, caller, "result", {
    lost: mishap === "lost",
    delayed: mishap === "delayed" ? millis(0.4) : 0,
    twice: mishap === "duplicated",
  });
  if (mishap === "lost") {
    made.now = begun + millis(600);
    made.last = made.recorder.mark(
      made.now,
      caller.thread,
      made.recorder.label("retransmission timer"),
      made.last,
      made.call,
    );
    made.work(caller.thread, caller.owner, CALLER_OUT.slice(4));
    made.carry(caller, server, "call", { again: true });
    made.work(server.thread, server.owner, SERVE.slice(4));
    made.carry(server, caller, "result", { again: true });
  }
  made.work(caller.thread, caller.owner, CALLER_IN);
  made.recorder.endCall(made.call, made.now, "returned", made.last);
}

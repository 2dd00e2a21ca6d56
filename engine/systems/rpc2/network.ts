/**
 * The campus between the machines of a run: records each packet in the trace, does to it what the fault script says,
 * and hands it to its addressee. A packet that is lost anywhere is marked there, and nobody is told.
 */
import { PACKET_KINDS } from "../../faults/fault.ts";
import type { FaultScript, PacketFate } from "../../faults/script.ts";
import { Campus, QUIET_CAMPUS, type CampusUse, type LossReason } from "../../hardware/campus.ts";
import { CAMPUS_ASSUMED } from "../../hardware/campus-costs.ts";
import { routersBetween, type CampusPlan } from "../../hardware/campus-plan.ts";
import type { DropReason } from "../../hardware/rt-pc.ts";
import type { Reception } from "../../hardware/token-ring.ts";
import type { RandomStreams } from "../../kernel/random.ts";
import { millis } from "../../kernel/time.ts";
import type { Simulation } from "../../kernel/simulation.ts";
import type { TraceRecorder } from "../../kernel/trace.ts";
import { NO_REF } from "../../kernel/trace-data.ts";
import type { Rpc2Options } from "./options.ts";
import type { RpcPacket } from "./packet.ts";

export interface NetworkHost {
  /** Of the network adapter. */
  readonly track: number;
  sent(packet: RpcPacket): void;
  arrive(packet: RpcPacket): Reception;
}

/** A packet that the script holds back. */
interface HeldBack {
  readonly packet: RpcPacket;
  readonly behind: boolean; // it waits for the next of its direction
}

export class Network {
  /** Packets sent, retries among them, and replies among those that came to no process. */
  packets = 0;
  retries = 0;
  lostReplies = 0;
  private readonly sim: Simulation;
  private readonly recorder: TraceRecorder;
  private readonly script: FaultScript;
  private readonly campus: Campus<RpcPacket>;
  private readonly hosts = new Map<number, NetworkHost>(); // by workstation
  private readonly sending = new Map<number, RpcPacket[]>(); // by workstation: what its adapter has, the first leaving
  private readonly sends = new Map<string, number>();
  private readonly fates = new Map<RpcPacket, PacketFate>(); // of packets that the script names
  private readonly heldBack = new Map<number, HeldBack>();
  private readonly tag: number;
  private holds = 0;

  constructor(
    sim: Simulation,
    recorder: TraceRecorder,
    script: FaultScript,
    plan: CampusPlan,
    streams: RandomStreams,
    { load, lossRate, backboneDelayMs, routerBuffers = CAMPUS_ASSUMED.routerBuffers.value }: Rpc2Options,
  ) {
    this.sim = sim;
    this.recorder = recorder;
    this.script = script;
    this.tag = sim.register((_kind, hold) => this.release(hold));
    const backboneDelay = millis(backboneDelayMs);
    const options = { ...QUIET_CAMPUS, streams, load, lossRate, backboneDelay, routerBuffers };
    this.campus = new Campus<RpcPacket>(sim, recorder, plan, options, {
      sent: (packet) => this.sent(packet),
      arrived: (packet) => this.arrived(packet),
      lost: (packet, why, where) => this.lost(packet, why, where),
    });
  }

  attach(workstation: number, host: NetworkHost): void {
    this.hosts.set(workstation, host);
  }

  /** What each network and router has had to do so far, by name. */
  uses(): ReadonlyMap<string, CampusUse> {
    return this.campus.uses();
  }

  /** A machine that restarted may have a packet before the last one of the power cycle before has left. */
  transmit(packet: RpcPacket): void {
    const line = this.sending.get(packet.from) ?? [];
    this.sending.set(packet.from, line);
    if (line.push(packet) === 1) this.start(packet);
  }

  /** A machine took the packet in and dropped it on the way to its process. */
  dropped(packet: RpcPacket, why: DropReason | "no receive buffer" | "machine is down"): void {
    const { recorder, sim } = this;
    const track = this.hosts.get(packet.to)?.track ?? 0;
    this.countLoss(packet);
    recorder.mark(sim.now, track, recorder.label(why), packet.ref, packet.call);
    if (packet.row !== NO_REF) recorder.fate(packet.row, "lost");
  }

  private start(packet: RpcPacket): void {
    packet.departs = this.sim.now;
    this.campus.transmit(packet);
  }

  private sent(packet: RpcPacket): void {
    this.record(packet);
    const line = this.sending.get(packet.from) ?? [];
    line.shift();
    if (line[0] !== undefined) this.start(line[0]);
    this.hosts.get(packet.from)?.sent(packet);
  }

  /** The packet's row: made when it has left, because so a fault script counts. */
  private record(packet: RpcPacket): void {
    if (packet.row !== NO_REF) return;
    const { kind, call, origin } = packet;
    this.packets++;
    if (origin === "retransmission") this.retries++;
    packet.row = this.row(packet, packet.departs);
    const key = `${kind}#${call}`;
    const send = (this.sends.get(key) ?? 0) + 1;
    this.sends.set(key, send);
    const named = PACKET_KINDS.find((one) => one === kind);
    if (named === undefined) return;
    const fate = this.script.onPacket(named, call, send);
    if (fate.drop || fate.reorder || fate.delayNs > 0 || fate.duplicateAfterNs !== null) this.fates.set(packet, fate);
  }

  private row(packet: RpcPacket, departs: number): number {
    const { recorder, hosts } = this;
    return recorder.packet({
      from: hosts.get(packet.from)?.track ?? 0,
      to: hosts.get(packet.to)?.track ?? 0,
      kind: recorder.packetKind(packet.kind),
      departs,
      arrives: this.sim.now,
      bytes: packet.frame.length,
      origin: packet.origin,
      delayed: 0,
      cause: packet.cause,
      call: packet.call,
      frame: packet.frame,
    });
  }

  private arrived(packet: RpcPacket): Reception {
    const { recorder, sim } = this;
    recorder.arrived(packet.row, sim.now);
    const fate = this.fates.get(packet);
    if (fate === undefined) return this.deliver(packet);
    this.fates.delete(packet);
    if (fate.duplicateAfterNs !== null) this.copy(packet, fate.duplicateAfterNs);
    if (fate.drop) {
      this.countLoss(packet);
      recorder.fate(packet.row, "lost");
    } else if (fate.reorder) this.heldBack.set(this.holds++, { packet, behind: true });
    else if (fate.delayNs > 0) {
      recorder.late(packet.row, sim.now + fate.delayNs);
      this.holdBack(packet, fate.delayNs);
    } else return this.deliver(packet);
    return "copied"; // the network has done its part
  }

  private holdBack(packet: RpcPacket, by: number): void {
    const hold = this.holds++;
    this.heldBack.set(hold, { packet, behind: false });
    this.sim.after(by, this.tag, hold);
  }

  private copy(packet: RpcPacket, after: number): void {
    const copy: RpcPacket = { ...packet, origin: "duplicate", row: NO_REF };
    copy.row = this.row(copy, packet.departs);
    this.packets++;
    this.recorder.arrived(copy.row, this.sim.now + after);
    this.holdBack(copy, after);
  }

  private release(hold: number): void {
    const held = this.heldBack.get(hold);
    this.heldBack.delete(hold);
    if (held !== undefined) this.deliver(held.packet);
  }

  private deliver(packet: RpcPacket): Reception {
    const host = this.hosts.get(packet.to);
    if (host === undefined) return "absent";
    // Sender and receiver hold the same bytes, but each its own chain of causes. What has come through routers has
    // them in its chain, so that its waits there are seen; what came straight is one row.
    const { plan } = this.campus;
    const isRouted = routersBetween(plan, packet.from, packet.to).length > 0;
    const here: RpcPacket = { ...packet, ref: isRouted ? packet.ref : packet.row };
    const reception = host.arrive(here);
    if (reception === "no buffer") this.dropped(here, "no receive buffer");
    if (reception === "absent") this.dropped(here, "machine is down");
    this.letThrough(packet);
    return reception;
  }

  /** What was held back for a later packet of its direction comes right behind it. */
  private letThrough({ from, to, row }: RpcPacket): void {
    for (const [hold, { packet, behind }] of this.heldBack) {
      if (!behind || packet.from !== from || packet.to !== to || packet.row > row) continue;
      this.heldBack.delete(hold);
      this.recorder.late(packet.row, this.sim.now);
      this.holdBack(packet, 0);
    }
  }

  private lost(packet: RpcPacket, why: LossReason, where: string): void {
    const { recorder, sim } = this;
    this.record(packet);
    this.fates.delete(packet);
    this.countLoss(packet);
    recorder.arrived(packet.row, sim.now);
    recorder.fate(packet.row, "lost");
    const track =
      why === "no router buffer"
        ? recorder.track({ name: "Forwarding", machine: where, kind: "processor" })
        : recorder.track({ name: where, machine: "", kind: "medium" });
    recorder.mark(sim.now, track, recorder.label(why), packet.ref, packet.call);
  }

  private countLoss({ kind }: RpcPacket): void {
    if (kind === "reply") this.lostReplies++;
  }
}

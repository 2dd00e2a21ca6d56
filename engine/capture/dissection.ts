/**
 * A capture taken apart as its bytes come: frames, packets, streams, messages, calls. It keeps the calls that a later
 * message may still change, the bytes of streams that wait for others, and counts; so a capture may have any length.
 */
import { listUnder } from "../kernel/tally.ts";
import { u16 } from "../wire/bytes.ts";
import { finishChecksum, sumWords } from "../wire/checksum.ts";
import { Budget } from "./budget.ts";
import type { SystemPacket } from "../wire/layer.ts";
import type { Call, Flow, Half, Sighting, Transport } from "./call.ts";
import { Calls, type Body, type Interface } from "./calls.ts";
import { Clock } from "./clock.ts";
import { FrameReader } from "./file.ts";
import { Flows } from "./flows.ts";
import { datagramName, Others, tcpPortName } from "./foreign.ts";
import type { Frame } from "./frame.ts";
import { readQuoted } from "./icmp.ts";
import { ICMP, ICMP_6, Internet, TCP, UDP } from "./internet.ts";
import type { Packet } from "./packet.ts";
import { systemPacket, systemStream } from "../wire/layers.ts";
import { besideCalls, LabCalls } from "./lab-calls.ts";
import { systemName } from "./lab-names.ts";
import { LabStream } from "./lab-stream.ts";
import { carriedBy, ETHERNET, etherTypeName, IPV4, IPV6, linkName, type Carried } from "./link.ts";
import { RecordReader, type Record } from "./records.ts";
import { rpc2Kind, takeRpc2 } from "./rpc2-calls.ts";
import { readHead } from "./rpc-message.ts";
import { Stream } from "./stream.ts";
import { ACK, readTcp, RST, SYN, type TcpHeader } from "./tcp-segment.ts";
import { tunnelled } from "./tunnel.ts";
import { Waits } from "./waits.ts";

/** Bytes that all streams together keep for others to come. */
const MOST_KEPT = 1 << 25;
/** Bytes that what they remember of segments takes. */
const MOST_REMEMBERED = 1 << 24;
const STATION = 6; // bytes of an address
const UDP_HEADER = 8;
/** Frames that are asked whether they are of one of the lab’s systems. */
const MOST_NAMED = 5000;
/** Calls of a direction among which the newest is looked for, where a message quotes too little to tell which. */
const MOST_QUOTED = 256;
/** Tunnels inside tunnels that are looked into. */
const MOST_TUNNELS = 8;
/** Packets of a direction whose checksums are looked at. */
const CHECKED = 16;
/** Connections whose facts are kept behind their end. */
const MOST_FLOWS = 10_000;

/** Counts of what the file holds beside calls. */
interface Counts {
  packets: number; // of IP
  damaged: number; // frames that break the format they claim
  unseenBytes: number; // of streams with calls
  holes: number; // in those streams
  unreadBytes: number; // of those streams, between records
  againSegments: number; // TCP segments that came again
  differingFrames: number[]; // segments that came again with other bytes
  incompleteDatagrams: number; // pieces of them are not in the file
  unreachable: number; // ICMP messages
}

/** What a capture tells of a connection or a pair of ports beside its calls. */
interface FlowFacts {
  readonly from: string;
  readonly to: string;
  readonly transport: Transport;
  readonly flow: Flow;
  readonly half: Half;
}

export class Dissection {
  readonly reader = new FrameReader();
  readonly others = new Others();
  readonly clock = new Clock();
  readonly flows: FlowFacts[] = []; // with calls
  readonly counts: Counts = {
    ...{ packets: 0, damaged: 0, unseenBytes: 0, holes: 0, unreadBytes: 0, againSegments: 0 },
    ...{ differingFrames: [], incompleteDatagrams: 0, unreachable: 0 },
  };
  endNs = 0; // the time of the last frame
  private readonly calls: Calls;
  private readonly labCalls: LabCalls;
  private readonly internet = new Internet();
  private readonly budget = new Budget(MOST_KEPT);
  private readonly memory = new Budget(MOST_REMEMBERED);
  private readonly table: Flows;
  private readonly readers = new Map<Half, RecordReader | LabStream>();
  private current: Frame | null = null;
  private named = 0; // frames that were asked for their system

  /** @param give takes the calls, in the order of their numbers */
  constructor(give: (call: Call) => void, interfaces: Interface | null = null) {
    this.calls = new Calls(give, interfaces);
    this.labCalls = new LabCalls(this.calls);
    const newFlow = (): Flow => ({
      ...{ waits: new Waits(), lastFrame: 0, synNs: null, synAckNs: null, openNs: null, messages: 0, hasCalls: false },
    });
    this.table = new Flows(newFlow, (half) => this.giveUp(half));
  }

  /** Calls that were seen so far, those that are not handed on among them. */
  get callCount(): number {
    return this.calls.count;
  }

  /** The steps of the capture’s clock in nanoseconds, said or seen; null where neither tells. */
  clockNs(): number | null {
    const { declaredResolutionNs } = this.reader.facts;
    const seen = this.clock.resolutionNs();
    return declaredResolutionNs === null && seen === null ? null : Math.max(declaredResolutionNs ?? 0, seen ?? 0);
  }

  /** The first calls that are not handed on yet. A packet that comes later may still change them. */
  callsSoFar(most: number): readonly Call[] {
    return this.calls.soFar(most);
  }

  /** Throws ForeignFile where the file is no capture. */
  push(chunk: Uint8Array): void {
    this.reader.push(chunk, (frame) => this.frame(frame));
  }

  /** @param why the reason of an end that came before the file's own */
  finish(why: string | null = null): void {
    this.reader.finish(why);
    for (const packet of this.internet.leftOver()) this.packet(packet);
    for (const half of this.table.all()) this.giveUp(half);
    this.calls.finish();
    this.counts.damaged += this.internet.damaged;
    this.counts.incompleteDatagrams = this.internet.fragments.incomplete;
  }

  private frame(frame: Frame): void {
    this.clock.see(frame.timeNs);
    this.endNs = Math.max(this.endNs, frame.timeNs);
    const carried = carriedBy(frame.linkType, frame.bytes);
    if (carried === null) {
      const name = linkName(frame.linkType) === null ? `link type ${frame.linkType}` : "cut frame";
      return this.others.countName(name, frame.length, frame.timeNs);
    }
    if (carried.etherType !== IPV4 && carried.etherType !== IPV6) {
      if (frame.linkType === ETHERNET && this.station(frame, carried)) return;
      const name = this.systemOf(frame) ?? etherTypeName(carried.etherType);
      return this.others.countName(name, frame.length, frame.timeNs);
    }
    const packet = this.internet.read(frame, carried);
    this.current = frame;
    if (packet !== null) this.packet(packet);
  }

  /** A packet of a system that works straight on the Ethernet. False for others. */
  private station(frame: Frame, { etherType, at, isBroadcast }: Carried): boolean {
    const { bytes, number, timeNs, length } = frame;
    const found = systemPacket(bytes, at, bytes.length, {
      name: "Ethernet",
      at: 0,
      keys: [etherType],
      isFragment: false,
    });
    if (found === null || at < 2 * STATION) return false;
    const addresses = new Uint8Array(2 * STATION);
    addresses.set(bytes.subarray(STATION, 2 * STATION));
    addresses.set(bytes.subarray(0, STATION), STATION);
    const packet: Packet = {
      ...{ frame: number, timeNs, protocol: 0, addresses, addressAt: 0, addressBytes: STATION, ttl: 0, isBroadcast },
      ...{ isOutgoing: null, bytes, at, end: bytes.length, length: length - at, isIncomplete: false },
    };
    this.lab(this.table.of(packet), found, packet);
    return true;
  }

  /** A packet of one of the lab’s systems. */
  private lab(
    half: Half,
    { system, part, end }: SystemPacket,
    { frame, timeNs, bytes, at, length, ...packet }: Packet,
  ): void {
    if (part === null) return this.others.countName(besideCalls({ system }), length, timeNs);
    const unseen = Math.max(0, length - (packet.end - at));
    const seen: Sighting = { frame, timeNs, firstFrame: frame, firstNs: timeNs, bytes: length, unseen };
    const body = { bytes, at: Math.min(part.dataAt, end), end };
    this.labCalls.take(half, system, part, body, seen, packet.isBroadcast);
    this.know(half);
  }

  /** One of the lab’s own systems; asked of the first frames only, for it is dear. */
  private systemOf(frame: Frame | null): string | null {
    if (frame === null || frame.linkType !== ETHERNET || this.named >= MOST_NAMED) return null;
    this.named += 1;
    return systemName(frame.bytes);
  }

  private packet(packet: Packet, depth = 0): void {
    const inside = depth < MOST_TUNNELS ? tunnelled(packet) : null;
    if (inside !== null) {
      const { frame, carried } = inside;
      const carries = carried.etherType === IPV4 || carried.etherType === IPV6;
      if (!carries) return this.others.countName(etherTypeName(carried.etherType), frame.length, frame.timeNs);
      const inner = this.internet.read(frame, carried);
      if (inner !== null) this.packet(inner, depth + 1);
      return;
    }
    this.counts.packets += 1;
    if (packet.protocol === TCP) return this.tcp(packet);
    if (packet.protocol === UDP) return this.udp(packet);
    if (packet.protocol === ICMP || packet.protocol === ICMP_6) return this.icmp(packet);
    this.others.countName(`IP protocol ${packet.protocol}`, packet.length, packet.timeNs);
  }

  private halfOf(packet: Packet): Half {
    const half = this.table.of(packet);
    if (packet.isOutgoing === true) half.outgoing += 1;
    else if (packet.isOutgoing === false) half.incoming += 1;
    const { checksums } = half;
    if (checksums.right + checksums.wrong < CHECKED && packet.end - packet.at === packet.length) {
      checksums[hasChecksum(packet) ? "right" : "wrong"] += 1;
    }
    return half;
  }

  private udp(packet: Packet): void {
    const { bytes, at, end, frame, timeNs } = packet;
    if (end - at < UDP_HEADER) {
      this.counts.damaged += 1;
      return;
    }
    const half = this.halfOf(packet);
    // 0 in a datagram of IPv6 that is longer than the field can say (RFC 2675).
    const said = u16(bytes, at + 4) || packet.length;
    const length = (packet.isIncomplete ? said : Math.min(said, packet.length)) - UDP_HEADER;
    const from = at + UDP_HEADER;
    const body: Body = { bytes, at: from, end: Math.min(end, from + Math.max(0, length)) };
    const unseen = Math.max(0, from + length - body.end);
    const seen: Sighting = { frame, timeNs, firstFrame: frame, firstNs: timeNs, bytes: Math.max(0, length), unseen };
    if (length > 0 && this.message(half, body, seen, packet.isBroadcast)) return this.know(half);
    const ports = [half.from.port, half.to.port];
    const found = systemPacket(bytes, from, body.end, { name: "UDP", at, keys: ports, isFragment: false });
    if (found !== null && (found.part !== null || half.flow.messages > 0)) {
      return this.lab(half, found, { ...packet, at: from, end: body.end, length: Math.max(0, length) });
    }
    const kind = rpc2Kind(bytes, from, body.end, length);
    if (kind === "packet" && takeRpc2(this.calls, half, body, seen)) return this.know(half);
    const name =
      kind === "sealed"
        ? "RPC2, encrypted"
        : kind === "sftp"
          ? "SFTP of RPC2"
          : datagramName(bytes, from, body.end, half.from.port, half.to.port);
    const isNew = half.foreign === null && name === "UDP";
    this.foreign(half, (isNew ? this.systemOf(this.current) : null) ?? name, packet);
  }

  /** A message of Sun RPC, if it is one. */
  private message(half: Half, body: Body, seen: Sighting, isBroadcast: boolean): boolean {
    const head = readHead(body.bytes, body.at, body.end, seen.bytes);
    if (head === null || (seen.bytes % 4 !== 0 && half.transport !== "tcp")) return false;
    if (head.kind === "call") this.calls.sunCall(half, head, body, seen, isBroadcast);
    else this.calls.sunReply(half, head, body, seen);
    return true;
  }

  private foreign(half: Half, name: string, { frame, timeNs, length }: Packet): void {
    half.foreign ??= half.other?.foreign ?? this.others.begin(name, half.from.text, half.to.text, frame, timeNs);
    this.others.count(half.foreign, length, timeNs);
  }

  private know(half: Half): void {
    if (half.flow.hasCalls) return;
    half.flow.hasCalls = true;
    if (this.flows.length >= MOST_FLOWS) return;
    this.flows.push({ from: half.from.text, to: half.to.text, transport: half.transport, flow: half.flow, half });
  }

  private tcp(packet: Packet): void {
    const header = readTcp(packet);
    if (header === null) {
      this.counts.damaged += 1;
      return;
    }
    const half = this.halfOf(packet);
    this.opening(half, header, packet.timeNs);
    half.foreign ??= half.other?.foreign ?? null;
    if (half.foreign !== null) return this.foreign(half, half.foreign.name, packet);
    const stream = (half.stream ??= this.newStream(half));
    const { flow } = half;
    const bytes = packet.bytes.subarray(header.dataAt, packet.end);
    const { frame, timeNs } = packet;
    const { sequence, dataLength } = header;
    const isSyn = (header.flags & SYN) !== 0;
    const before = dataLength > 0 ? stream.sendingsOf(sequence).slice() : [];
    const hole = dataLength > 0 ? stream.holeSince() : null;
    const kind = stream.take({ sequence, bytes, length: dataLength, isSyn, frame, timeNs });
    const now = { frame, timeNs };
    if (kind === "again") flow.waits.again("again", half.from.text, before, now, dataLength);
    else if (kind === "filled") {
      flow.waits.again("filled", half.from.text, hole === null ? [] : [hole], now, dataLength);
    } else if (kind === "new") {
      const end = (sequence + dataLength) >>> 0;
      flow.waits.sent(half.from.text, end, frame, timeNs, dataLength, roundTripOf(flow));
    }
    if ((header.flags & ACK) !== 0 && half.other !== null) {
      const { acknowledgement } = header;
      half.other.stream?.acknowledge(acknowledgement, timeNs);
      flow.waits.acknowledged(half.other.from.text, acknowledgement, frame, timeNs, dataLength === 0);
    }
    if ((header.flags & RST) !== 0) stream.finish();
    this.judgeStream(half, packet);
  }

  /** A stream that shows no records is another protocol's. */
  private judgeStream(half: Half, packet: Packet): void {
    const records = this.readers.get(half);
    if (half.stream === null || !(records instanceof RecordReader) || records.mode !== "foreign") return;
    if (half.flow.messages > 0) return;
    half.stream.forget();
    half.stream = null;
    this.readers.delete(half);
    const name = records.name ?? tcpPortName(half.from.port, half.to.port);
    this.foreign(half, (name === "TCP" ? this.systemOf(this.current) : null) ?? name, packet);
  }

  private opening({ flow, other }: Half, { flags }: TcpHeader, timeNs: number): void {
    if ((flags & SYN) !== 0 && (flags & ACK) === 0) {
      if (flow.openNs !== null || flow.synNs === null) flow.synNs = timeNs;
      if (flow.openNs !== null) flow.synAckNs = null;
      if (flow.openNs !== null) flow.openNs = null;
    } else if ((flags & SYN) !== 0) flow.synAckNs ??= timeNs;
    else if (flow.synAckNs !== null && flow.openNs === null && other !== null) flow.openNs = timeNs;
  }

  private newStream(half: Half): Stream {
    return new Stream(this.budget, this.memory, (isAtStart, bytes) => {
      const old = this.readers.get(half);
      if (old !== undefined) this.counts.unreadBytes += old.unread;
      const reader =
        this.labStream(half, bytes) ?? new RecordReader(isAtStart, this.budget, (record) => this.record(half, record));
      this.readers.set(half, reader);
      return reader;
    });
  }

  /** One of the lab’s own systems by its port, and by how its messages begin. */
  private labStream(half: Half, bytes: Uint8Array): LabStream | null {
    const found = systemStream([half.from.port, half.to.port]);
    if (found === null) return null;
    const { system, stream } = found;
    const isBegun = bytes.length > 0 && stream.lengthOf(bytes.subarray(0, stream.headBytes)) !== null;
    if (!isBegun && !(half.other !== null && this.readers.get(half.other) instanceof LabStream)) return null;
    return new LabStream(stream, this.budget, ({ part, bytes: message, seen }) => {
      const body: Body = { bytes: message, at: Math.min(part.dataAt, message.length), end: message.length };
      this.labCalls.take(half, system, part, body, seen, false);
      this.know(half);
    });
  }

  private record(half: Half, record: Record): void {
    const { frame, timeNs, firstFrame, firstNs, length, unseen, bytes, at, end } = record;
    const seen: Sighting = { frame, timeNs, firstFrame, firstNs, bytes: length, unseen };
    if (this.message(half, { bytes, at, end }, seen, false)) this.know(half);
  }

  /** A message that a datagram did not arrive quotes it (RFC 792, RFC 4443 §3.1). */
  private icmp(packet: Packet): void {
    const quoted = readQuoted(packet);
    if (quoted === null) {
      const name = packet.protocol === ICMP ? "ICMP" : "ICMPv6";
      return this.others.countName(name, packet.length, packet.timeNs);
    }
    this.counts.unreachable += 1;
    const half = this.table.known(quoted.packet);
    if (half === null) return;
    const { xid } = quoted;
    if (xid === null && half.calls.size > MOST_QUOTED) return;
    const all = xid === null ? [...half.calls.values()].flat() : listUnder(half.calls, xid);
    const call = all.findLast(({ sends }) => (sends[0]?.timeNs ?? Infinity) <= packet.timeNs);
    if (call !== undefined) call.unreachable ??= { frame: packet.frame, timeNs: packet.timeNs, text: quoted.text };
  }

  private giveUp(half: Half): void {
    const { stream } = half;
    stream?.finish();
    stream?.forget();
    const records = this.readers.get(half);
    if (stream !== null && half.flow.messages > 0) {
      const { counts } = this;
      counts.unseenBytes += stream.unseen;
      counts.holes += stream.holes;
      counts.againSegments += stream.again;
      counts.unreadBytes += records?.unread ?? 0;
      counts.differingFrames.push(...stream.differing.slice(0, CHECKED));
    }
    this.readers.delete(half);
    this.calls.forget(half);
    half.stream = null;
  }
}

/** The way there and back, by the opening of a connection; 0 where it was not seen. */
const roundTripOf = ({ synNs, synAckNs, openNs }: Flow): number =>
  synNs === null || synAckNs === null || openNs === null ? 0 : openNs - synNs;

/** Whether the checksum of a segment or datagram is right, with the pseudo header of its addresses (RFC 9293 §3.1). */
function hasChecksum({ addresses, addressAt, addressBytes, bytes, at, end, protocol, length }: Packet): boolean {
  if (protocol === UDP && u16(bytes, at + 6) === 0) return true; // none was made
  const sum = sumWords(addresses, addressAt, addressAt + 2 * addressBytes) + sumWords(bytes, at, end);
  return finishChecksum(sum + protocol + (length % 65_536) + Math.floor(length / 65_536)) === 0;
}

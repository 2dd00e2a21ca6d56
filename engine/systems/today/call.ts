/**
 * Calls between two servers of today on a switch of 25 Gbit/s.
 *
 * Rules
 * 1. Through sockets: a library like gRPC on a TCP connection, whose calls are streams. A message takes the library and
 *    system calls at both ends. Who waits sleeps, and is woken. Each packet takes TCP and IP, the driver and an
 *    interrupt at both ends, but for those behind the first of a message, which are cut and joined below TCP, and for
 *    acknowledgements: these take little.
 * 2. Past the kernel: a library like eRPC with datagrams of its own. Both programs poll the controller. A packet takes
 *    neither kernel nor interrupt.
 * 3. The controller and its bus take time on the way of a packet at both ends, and no processor’s.
 * 4. Each server has one processor for the calls.
 */
import type { Fault } from "../../faults/index.ts";
import { durationOf, type Cost } from "../../hardware/cost.ts";
import { CLUSTER_ASSUMED } from "../../hardware/linux-costs.ts";
import { NETWORK_COSTS } from "../../hardware/networks.ts";
import { stationOf } from "../../hardware/station.ts";
import { TODAY } from "../../hardware/today-costs.ts";
import { ACCOUNTS, type MachineAccount } from "../../hardware/work-accounts.ts";
import { micros, millis, seconds, type Nanos } from "../../kernel/time.ts";
import type { Keep } from "../../kernel/trace-keep.ts";
import type { Ends } from "../../protocols/ends.ts";
import type { TcpOptions } from "../../protocols/tcp/tcp-state.ts";
import type { StreamPacket } from "../../protocols/tcp/streams.ts";
import { datagramsEnds } from "../../protocols/today-datagrams/ends.ts";
import { streamsEnds } from "../../protocols/today-streams/ends.ts";
import { DATAGRAMS_PORT, readDatagrams, writeDatagrams, type DatagramsPacket } from "../../wire/today-datagrams.ts";
import { LINUX } from "../../wire/ip-stack.ts";
import { STREAMS, STREAMS_PORT } from "../../wire/today-streams.ts";
import { portableWork } from "../portable/work.ts";
import type { Message, Portable } from "../portable/portable.ts";
import { runEnds, type FrameFormat } from "../world/ends-run.ts";
import { overUdp } from "../world/formats.ts";
import type { Frame } from "../world/frame.ts";
import { overTcp } from "../world/stream-format.ts";
import { SwitchedMedium } from "../world/switched-medium.ts";
import { World } from "../world/world.ts";
import type { WorldRun } from "../world/world-run.ts";

interface TodayCall {
  readonly stack: "sockets" | "bypass";
  readonly calls: number;
  readonly callers: number;
  readonly argumentBytes: number;
  readonly resultBytes: number;
  readonly serverUs: number;
  readonly gbps: number;
  /** So many times as fast a processor. */
  readonly faster: number;
  /** Who waits for a message of the kernel sleeps, or polls. */
  readonly waiting: "sleeps" | "polls";
  readonly library: "as-is" | "recoded" | "lean";
  /** Whether the kernel’s TCP and IP handle each packet. */
  readonly layers: "tcp-ip" | "none";
  readonly checksums: "controller" | "software";
  readonly controller: "as-is" | "no-delay";
  readonly nagle: boolean;
  /** Whether TCP asks a silent end if it lives. */
  readonly asks: boolean;
  readonly writes: 1 | 2;
}

export interface TodayRun extends WorldRun {
  readonly retransmissions: number;
  readonly frameBytes: number;
  /** How long those bytes take on one link. */
  readonly wireNs: Nanos;
}

/**
 * As Linux has it: tcp_retries2 is 15, so that a silent end is given up after 924.6 s; tcp_syn_retries is 6, which is
 * 127 s; TCP_RTO_MAX is 120 s. Nobody asks whether a silent end lives.
 */
const TODAY_TCP: TcpOptions = {
  segmentBytes: 1448,
  windowBytes: 65_535,
  acknowledgeAfter: millis(40),
  duplicateLimit: 3,
  retransmitAfter: millis(200),
  openAfter: seconds(1), // RFC 6298
  longestAfter: seconds(120),
  sendLimit: 16,
  openLimit: 7,
  lingers: seconds(60),
  keepAlive: { after: Infinity, apart: 0, every: Infinity, limit: 1 },
};

/** A silent end is asked after 10 s, and given up 20 s later: the least that gRPC lets a client set, and its limit. */
const ASKS: TcpOptions["keepAlive"] = { after: seconds(10), apart: millis(10), every: seconds(10), limit: 2 };

const tcpOf = ({ nagle, asks }: Pick<TodayCall, "nagle" | "asks">): TcpOptions => ({
  ...TODAY_TCP,
  nagle,
  ...(asks ? { keepAlive: ASKS } : {}),
});

const DATAGRAMS_OPTIONS = {
  packetBytes: 1024,
  credits: 8,
  resendAfter: millis(5),
  sendLimit: 8,
  without: [],
} as const;

const third = ({ name, value, unit, source }: Cost): Cost => ({ name, value: value / 3, unit, source });

/** Rules 1 to 3, with what the run changes. */
function accountOf({ stack, waiting, library, layers, checksums }: TodayCall): MachineAccount {
  const { call, takeCall, answer, takeAnswer, send, receive, ...rest } = ACCOUNTS[`today-${stack}`].account;
  const left: readonly Cost[] = [
    TODAY.controller,
    ...(waiting === "polls" ? [TODAY.wakeUp] : []),
    ...(layers === "none" ? [TODAY.tcp] : []),
  ];
  const changed = (cost: Cost): Cost => {
    if (cost !== TODAY.library && cost !== TODAY.message) return cost;
    const message = library === "lean" ? TODAY.message : cost;
    return library === "recoded" ? third(message) : message;
  };
  const of = (costs: readonly Cost[]): readonly Cost[] => costs.filter((cost) => !left.includes(cost)).map(changed);
  return {
    ...rest,
    call: of(call),
    takeCall: of(takeCall),
    answer: of(answer),
    takeAnswer: of(takeAnswer),
    send: of(send),
    receive: of(receive),
    sum: checksums === "software" ? rest.sum : [],
  };
}

/** What a stack says of its packets. */
interface Stack<State, Packet> extends Pick<Portable<State, Packet>, "dataOf" | "messageOf"> {
  /** Whether a packet takes the kernel little: it is cut and joined below TCP, or an acknowledgement. */
  readonly isJoined: (packet: Packet) => boolean;
  readonly ends: Ends<State, Packet>;
  readonly format: FrameFormat<Packet>;
}

const sockets = ({ writes, ...tcp }: TodayCall): Stack<unknown, StreamPacket> => ({
  ends: streamsEnds({ tcp: tcpOf(tcp), writes }),
  format: overTcp(TODAY_TCP.windowBytes, LINUX),
  dataOf: ({ data }) => data.length,
  messageOf: ({ data, toPort, isEnd }): Message | null => {
    if (data.length === 0) return null;
    return { of: toPort === STREAMS_PORT ? "request" : "reply", isFirst: STREAMS.isBegun(data), isLast: isEnd };
  },
  isJoined: ({ data, segment }) =>
    segment.control === "none" && (data.length === 0 || (writes === 1 && !STREAMS.isBegun(data))),
});

const bypass = (): Stack<unknown, DatagramsPacket> => ({
  ends: datagramsEnds(DATAGRAMS_OPTIONS),
  format: overUdp(DATAGRAMS_PORT, { write: writeDatagrams, read: readDatagrams }, LINUX),
  dataOf: ({ data }) => data.length,
  messageOf: ({ kind, packet, packets }): Message | null =>
    kind === "request" || kind === "reply" ? { of: kind, isFirst: packet === 0, isLast: packet === packets - 1 } : null,
  isJoined: () => false,
});

/** The ends of a stack, as the search over faults follows them. */
export const todayEnds = ({ stack, asks }: Pick<TodayCall, "stack" | "asks">): Ends<unknown, unknown> =>
  stack === "sockets"
    ? streamsEnds({ tcp: tcpOf({ nagle: false, asks }), writes: 1 })
    : datagramsEnds(DATAGRAMS_OPTIONS);

export function simulateToday(
  call: TodayCall,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): TodayRun {
  return call.stack === "sockets"
    ? runStack(sockets(call), call, seed, faults, keep, progress)
    : runStack(bypass(), call, seed, faults, keep, progress);
}

function runStack<Packet>(
  { ends, format, isJoined, ...packets }: Stack<unknown, Packet>,
  call: TodayCall,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): TodayRun {
  const { calls, callers, argumentBytes, resultBytes, serverUs, gbps, faster, controller } = call;
  const world = new World({ faults, keep, seed, garbles: true });
  const mbps = gbps * 1000;
  let [retransmissions, frameBytes] = [0, 0];
  const recorded = ({ origin, bytes }: Frame): void => {
    if (world.isAnswered) return;
    if (origin === "retransmission") retransmissions++;
    frameBytes += bytes;
  };
  const crossings = controller === "no-delay" ? 0 : 2 * durationOf(TODAY.controller); // rule 3
  const latency = durationOf(NETWORK_COSTS.modernLatency) + crossings;
  const metres = CLUSTER_ASSUMED.cableMetres.value;
  const medium = new SwitchedMedium(world, { mbps, metres, latency, places: [0, 0] }, { recorded });
  const account = accountOf(call);
  const { controller: name, receiveRing } = account;
  const pace = { faster, sums: true };
  const whole = portableWork(world.recorder, account, packets, pace);
  const little = [TODAY.joined];
  const joined = portableWork(world.recorder, { ...account, send: little, receive: little }, packets, pace);
  const run = runEnds(world, medium, {
    ends,
    machine: stationOf({ controller: name, receiveRing, send: [], receive: [] }),
    format,
    work: (packet, frame) => (isJoined(packet) ? joined : whole)(packet, frame),
    program: {
      calls,
      threads: Math.min(callers, calls),
      argument: (number) => new Uint8Array(argumentBytes).fill(number),
      result: (argument) => new Uint8Array(resultBytes).fill(argument[0] ?? 0),
      procedure: {
        step: { name: "Run the procedure", layer: "rpc", source: TODAY.procedure.source },
        duration: serverUs === 0 ? Math.round(durationOf(TODAY.procedure) / faster) : micros(serverUs),
      },
    },
    progress,
  });
  return { ...run, retransmissions, frameBytes, wireNs: (frameBytes * 8) / gbps };
}

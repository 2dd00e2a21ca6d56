/**
 * Transfers over TCP of today: a client asks servers at one switch, each call all of them.
 *
 * Rules
 * 1. Half of the round trip lies in the switch, each way. The client’s link has the speed of the path. The port to it
 *    has so much memory; what finds none is lost there.
 * 2. Chance takes packets of either direction, or the path takes packets with data, one out of so many.
 * 3. Machines take no time for packets: beside a round trip that is little (`today/call` has it). A server’s procedure
 *    takes its time.
 */
import { stationOf } from "../../hardware/station.ts";
import { TODAY } from "../../hardware/today-costs.ts";
import type { SeriesLine } from "../../kernel/series.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { TcpAgreement } from "../../kernel/trace-data.ts";
import type { Ends, Host } from "../../protocols/ends.ts";
import type { TcpState } from "../../protocols/tcp/tcp-state.ts";
import { transferEnds, transferServers, type TransferOptions } from "../../protocols/today-transfer/ends.ts";
import { LINUX } from "../../wire/ip-stack.ts";
import { runEnds } from "../world/ends-run.ts";
import type { Frame } from "../world/frame.ts";
import type { RunRequest } from "../world/run-on-ethernet.ts";
import { overTcp } from "../world/stream-format.ts";
import { SwitchedMedium } from "../world/switched-medium.ts";
import { World } from "../world/world.ts";
import type { WorldRun } from "../world/world-run.ts";

export interface Transfer {
  readonly ends: TransferOptions;
  readonly calls: number;
  readonly callsAtOnce: number;
  readonly requestBytes: number;
  readonly replyBytes: number; // of each server
  readonly serverTime: Nanos;
  /** Between a call’s end and the next one’s beginning. */
  readonly gap: Nanos;
  readonly roundTrip: Nanos;
  readonly mbps: number;
  readonly serverMbps: number;
  /** Rule 1; Infinity for all that comes. */
  readonly portBytes: number;
  /** Rule 2; 0 for none. */
  readonly lossShare: number;
  readonly isPeriodic: boolean;
}

export interface TransferRun extends WorldRun {
  /** By connections that open, and by those that are open. */
  readonly agreed: TcpAgreement;
  readonly series: Readonly<Record<"window", readonly SeriesLine[]>>;
  /** Until the last answer. */
  readonly retransmissions: number;
  readonly timeouts: number;
  readonly probes: number;
  readonly lost: number;
  /** The mean over time of the senders’ windows from the second cut to the last; null with fewer than three cuts. */
  readonly meanWindow: number | null;
  /** Of the server’s connection that has acted last; null where none has. Windows are in segments. */
  readonly ended: { readonly window: number; readonly threshold: number } | null;
  /** From the beginning of the run to the first request’s first packet; null where none has left. */
  readonly requestAt: Nanos | null;
  /** From the first to the last packet of each request. */
  readonly requestSpans: readonly Nanos[];
}

/** Windows are shifted by so many bits, which do for the largest that a run has. */
const SHIFT = 8;
const CLIENT = 0;

const transferHosts = (servers: number): readonly string[] => ["client", ...transferServers(servers)];

export function runTransfer(transfer: Transfer, { seed, keep, faults, progress }: RunRequest): TransferRun {
  const { ends: options, calls, callsAtOnce, requestBytes, replyBytes, serverTime, gap, portBytes } = transfer;
  const { mbps, serverMbps } = transfer;
  const world = new World({ faults: faults(transferHosts(options.servers)), keep, seed, garbles: true });
  const seen = new Seen(world);
  const hosts = options.servers + 1;
  const medium = new SwitchedMedium(
    world,
    {
      mbps,
      speeds: Array.from({ length: hosts }, (_, host) => (host === CLIENT ? mbps : serverMbps)),
      metres: 0,
      latency: Math.round(transfer.roundTrip / 2),
      places: Array.from({ length: hosts }, () => 0),
      ...(portBytes === Infinity ? {} : { portBytes }),
    },
    { ...seen.watch, takes: lossOf(transfer, world) },
  );
  const agreed = { maxSegment: options.segmentBytes, windowShift: SHIFT, permitsSacks: options.flow.sack };
  const ran = runEnds(world, medium, {
    ends: seen.counted(transferEnds(options)),
    machine: stationOf({ controller: "controller", send: [], receive: [] }),
    format: overTcp(options.windowBytes, LINUX, agreed),
    program: {
      calls,
      threads: Math.min(callsAtOnce, calls),
      ...(gap === 0 ? {} : { pace: { isOpen: false, gap: () => gap } }),
      argument: (number) => new Uint8Array(requestBytes).fill(number),
      result: (argument) => new Uint8Array(replyBytes).fill(argument[0] ?? NO_BYTE),
      procedure: {
        step: { name: "Run the procedure", layer: "rpc", source: TODAY.procedure.source },
        duration: serverTime,
      },
    },
    series: { window: "congestion window" },
    progress,
  });
  return { ...ran, ...seen.counts, agreed };
}

/** Of a result whose argument is empty. */
const NO_BYTE = 0;

/** Rule 2. */
function lossOf({ lossShare, isPeriodic }: Transfer, world: World): (frame: Frame) => boolean {
  if (lossShare === 0) return () => false;
  if (!isPeriodic) {
    const random = world.streams.stream("loss on the path");
    return () => random.float() < lossShare;
  }
  const every = Math.max(2, Math.round(1 / lossShare));
  let passed = 0;
  return ({ octets }) => octets.length > LONGEST_WITHOUT_DATA && ++passed % every === 0;
}

/** A frame with all options of TCP. */
const LONGEST_WITHOUT_DATA = 14 + 20 + 60;

/** What a run counts until its last answer. */
class Seen {
  private readonly world: World;
  private readonly requests = new Map<number, { readonly first: Nanos; readonly last: Nanos }>();
  private readonly windows = new Windows();
  private retransmissions = 0;
  private timeouts = 0;
  private probes = 0;
  private lost = 0;
  private ended: TransferRun["ended"] = null;
  private requestAt: Nanos | null = null;

  constructor(world: World) {
    this.world = world;
  }

  get watch() {
    return {
      recorded: ({ origin }: Frame): void => {
        if (!this.world.isAnswered && origin === "retransmission") this.retransmissions++;
      },
      lost: (): void => {
        if (!this.world.isAnswered) this.lost++;
      },
      left: ({ kind, call, departs, origin }: Frame): void => {
        if (kind !== "call" || origin !== "first" || this.world.isAnswered) return;
        this.requestAt ??= departs;
        this.requests.set(call, { first: this.requests.get(call)?.first ?? departs, last: departs });
      },
    };
  }

  get counts() {
    const { retransmissions, timeouts, probes, lost, ended, requestAt, requests, windows } = this;
    const requestSpans = [...requests.values()].map(({ first, last }) => last - first);
    return { retransmissions, timeouts, probes, lost, meanWindow: windows.mean, ended, requestAt, requestSpans };
  }

  /** The same ends, whose time-outs and probes are counted. */
  counted<State extends { readonly host: Host }, Packet>(ends: Ends<State, Packet>): Ends<State, Packet> {
    const step: Ends<State, Packet>["step"] = (state, input, moment) =>
      ends.step(state, input, {
        ...moment,
        took: (taken) => {
          moment.took?.(taken);
          if (taken.machine.protocol !== "TCP" || this.world.isAnswered) return;
          const [before, after] = [taken.before as TcpState, taken.after as TcpState];
          this.windows.note(taken.instance, before, after, moment.now);
          if (state.host !== CLIENT) this.ended = after.flow ?? null;
          if (input.tag === "tick") this.ticked(before, after);
        },
      });
    return Object.assign(Object.create(ends) as Ends<State, Packet>, { step });
  }

  private ticked(before: TcpState, after: TcpState): void {
    if (after.timeouts > before.timeouts) this.timeouts++;
    else if (after.flow?.probe !== null && before.flow?.probe === null) this.probes++;
  }
}

/** From one cut of a connection’s window to the next. */
interface Cycle {
  readonly cut: number;
  readonly began: Nanos;
  readonly weighed: number; // windows by their times, up to `upTo`
  readonly upTo: Nanos;
}

/** The mean of windows over time, each from its second cut to its last: where slow start ended counts no more. */
class Windows {
  private readonly cycles = new Map<string, Cycle>();
  private weighed = 0;
  private time: Nanos = 0;

  note(instance: string, { flow: before }: TcpState, { flow: after }: TcpState, now: Nanos): void {
    if (before === undefined || after === undefined) return;
    const last = this.cycles.get(instance) ?? { cut: 0, began: now, weighed: 0, upTo: now };
    const weighed = last.weighed + before.window * (now - last.upTo);
    if (after.window >= before.window) return void this.cycles.set(instance, { ...last, weighed, upTo: now });
    if (last.cut >= 2) {
      this.weighed += weighed;
      this.time += now - last.began;
    }
    this.cycles.set(instance, { cut: last.cut + 1, began: now, weighed: 0, upTo: now });
  }

  get mean(): number | null {
    return this.time === 0 ? null : this.weighed / this.time;
  }
}

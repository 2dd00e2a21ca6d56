/** Runs the ends of a protocol on machines of one kind that are joined by an Ethernet: all that most systems need. */
import type { Fault, LossFault } from "../../faults/fault.ts";
import { stationOf, type StationTable } from "../../hardware/station.ts";
import type { RandomStreams } from "../../kernel/random.ts";
import type { SeriesLine } from "../../kernel/series.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Source } from "../../kernel/trace-data.ts";
import type { Keep } from "../../kernel/trace-keep.ts";
import type { TraceRecorder } from "../../kernel/trace.ts";
import type { Carrier } from "./carrier.ts";
import { runEnds } from "./ends-run.ts";
import type { EndsSystem } from "./ends-system.ts";
import { EthernetMedium } from "./ethernet-medium.ts";
import type { Frame } from "./frame.ts";
import type { PacketWork } from "./host.ts";
import { World } from "./world.ts";
import type { WorldRun } from "./world-run.ts";
import { tally } from "../../kernel/tally.ts";

/** What decides a run, besides the values of its parameters. */
export interface RunRequest {
  readonly seed: number;
  readonly keep: Keep;
  readonly progress?: (share: number) => void;
  /** The faults of the script. Throws FaultError for a machine that is none of these. */
  readonly faults: (machines: readonly string[]) => readonly Fault[];
}

type Left = "machine" | "program" | "work" | "busy" | "progress";

type Program = EndsSystem<unknown, unknown>["program"];

interface OnEthernet<State, Packet, Series extends string> extends Omit<EndsSystem<State, Packet, Series>, Left> {
  readonly machine: StationTable | EndsSystem<State, Packet>["machine"];
  /** One whose gaps or durations draw random numbers is made of the run's streams. */
  readonly program: Program | ((streams: RandomStreams) => Program);
  /** The work of a packet, where the machine's table does not say it. */
  readonly work?: (recorder: TraceRecorder) => PacketWork<Packet>;
  /** The network; left out: 10 Mbit/s, 100 m. */
  readonly mbps?: number;
  readonly metres?: number;
  /** Left out: one without broadcasts. */
  readonly carrier?: typeof Carrier;
  /** The share of all packets that chance loses; left out: none. */
  readonly loss?: number;
  /** Whether receivers find bytes that were damaged behind their controllers; left out: they do not look. */
  readonly garbles?: boolean;
  /** Events without a call that begins or ends, after which the run counts as endless; left out: 4 million. */
  readonly mostEvents?: number;
}

/** @typeParam Series the names of its series */
export interface EthernetRun<Series extends string = never> extends WorldRun {
  readonly series: Readonly<Record<Series, readonly SeriesLine[]>>;
  readonly faults: readonly Fault[]; // of the script
  readonly retransmissions: number; // packets that were sent again, in the whole run
  readonly sent: ReadonlyMap<string, number>; // packets by their kinds, in the whole run, whatever the trace keeps
}

const PERCENT = 100;

export function runOnEthernet<State, Packet, Series extends string = never>(
  request: RunRequest,
  given: OnEthernet<State, Packet, Series>,
): EthernetRun<Series> {
  const { seed, keep, progress } = request;
  const { machine, program, work, mbps = 10, metres = 100, carrier, loss = 0, garbles = false, ...others } = given;
  const { mostEvents, ...system } = others;
  const faults = request.faults(system.ends.hosts);
  const chance: readonly LossFault[] =
    loss === 0 ? [] : [{ what: "lose", percent: loss * PERCENT, kind: null, from: null, to: null }];
  const world = new World({
    faults: [...faults, ...chance],
    keep,
    seed,
    garbles,
    ...(mostEvents === undefined ? {} : { mostEvents }),
  });
  let retransmissions = 0;
  const sent = new Map<string, number>();
  const recorded = ({ origin, kind }: Frame): void => {
    tally(sent, kind);
    if (origin === "retransmission") retransmissions++;
  };
  const medium = new EthernetMedium(world, {
    mbps,
    metres,
    others: null,
    ...(carrier === undefined ? {} : { carrier }),
    watch: { recorded },
  });
  const run = runEnds<State, Packet, Series>(world, medium, {
    ...system,
    machine: "controller" in machine ? stationOf(machine) : machine,
    program: typeof program === "function" ? program(world.streams) : program,
    ...(work === undefined ? {} : { work: work(world.recorder) }),
    busy: () => [["ethernet", medium.ethernet.busyNs]],
    progress,
  });
  const unusedFaults = run.unusedFaults.filter((fault) => !chance.includes(fault as LossFault));
  return { ...run, faults, unusedFaults, retransmissions, sent };
}

/** A program whose arguments and results are so many bytes, all of them the number of the call. */
export const programOfBytes = ({
  calls,
  threads = 1,
  argumentBytes,
  resultBytes = argumentBytes,
  procedure,
}: ProgramOfBytes) => ({
  calls,
  threads,
  argument: (call: number) => new Uint8Array(argumentBytes).fill(call),
  result: (argument: Uint8Array) => new Uint8Array(resultBytes).fill(argument[0] ?? EMPTY),
  procedure: {
    step: { name: procedure.name, layer: "rpc" as const, source: procedure.source },
    duration: procedure.takes,
  },
});

/** The byte of a result where the argument has none to repeat. */
const EMPTY = 0;

interface ProgramOfBytes {
  readonly calls: number;
  /** Calls under way at once; left out: one. */
  readonly threads?: number;
  readonly argumentBytes: number;
  /** Left out: as many as the argument. */
  readonly resultBytes?: number;
  /** Its step in the trace, how long it runs, and where that comes from. */
  readonly procedure: { readonly name: string; readonly takes: Nanos; readonly source: Source };
}

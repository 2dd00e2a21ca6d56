/** The parts of a run's machines, from the tracks of its trace: what the figure has a place for. */
import { itemAt, numberAt } from "../../engine/kernel/reads.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { hasMany, machinesIn } from "../trace/lanes.ts";
import { analysis } from "../trace/analysis.ts";
import { indexTrace } from "../trace/trace-index.ts";

/** A machine; its parts are numbers of tracks. */
export interface Host {
  readonly machine: string;
  readonly processors: readonly number[]; // CPU 0 first
  /** The processor on which interrupts run; -1 where none ran. */
  readonly interrupted: number;
  readonly bus: number; // to the controllers; -1 for none
  /** Controllers by the way that packets go through them; one that works both ways stands in both. */
  readonly out: readonly number[];
  readonly into: readonly number[];
}

interface Hosts {
  readonly hosts: readonly Host[]; // one or two
  /** The network between them; -1 for none. */
  readonly medium: number;
}

const INTERRUPT = -1; // owner of its spans

/** null for a run of more than two machines, and for a trace without processors, such as that of a capture. */
export const hostsOf = analysis((trace: TraceData): Hosts | null => {
  const index = indexTrace(trace);
  if (trace.measured === true || hasMany(trace)) return null;
  const used = usedTracks(trace);
  const works = (track: number): boolean => used.has(track) || itemAt(index.tracks, track, "track").rows.length > 0;
  const hosts = machinesIn(trace).map((machine) => hostOf(trace, machine, works));
  const media = trace.tracks.flatMap(({ kind }, track) => (kind === "medium" ? [track] : []));
  const hasProcessors = hosts.length > 0 && hosts.every(({ processors }) => processors.length > 0);
  return hasProcessors ? { hosts, medium: media.find(works) ?? media[0] ?? -1 } : null;
});

/** Controllers that packets went through. */
function usedTracks({ packets }: TraceData): ReadonlySet<number> {
  const used = new Set<number>();
  for (let row = 0; row < packets.count; row++) {
    used.add(numberAt(packets.from, row));
    used.add(numberAt(packets.to, row));
  }
  return used;
}

function hostOf(trace: TraceData, machine: string, works: (track: number) => boolean): Host {
  const { tracks, spans } = trace;
  const own = (kind: string): readonly number[] =>
    tracks.flatMap((track, number) => (track.machine === machine && track.kind === kind ? [number] : []));
  const processors = own("processor");
  const controllers = own("controller");
  // Of several interfaces those that carried something; of those that carried nothing the first.
  const through = (way: "out" | "in"): readonly number[] => {
    const all = controllers.filter((number) => {
      const track = itemAt(tracks, number, "track");
      return track.way === way || track.way === "both";
    });
    const busy = all.filter(works);
    return busy.length > 0 ? busy : all.slice(0, 1);
  };
  let interrupted = -1;
  for (let row = 0; row < spans.count && interrupted < 0; row++) {
    const track = numberAt(spans.track, row);
    if (spans.owner[row] === INTERRUPT && processors.includes(track)) interrupted = track;
  }
  const [out, into] = [through("out"), through("in")];
  const bus = out.length + into.length === 0 ? -1 : (own("bus")[0] ?? -1);
  return { machine, processors, interrupted, bus, out, into };
}

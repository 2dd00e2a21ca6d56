/**
 * A file server of the Andrew campus tells the workstations that have a copy of a file of its change, in one of five
 * ways: MultiRPC, and those that its authors rejected (Satyanarayanan & Siegel 1990, Section II).
 */
import type { Fault } from "../faults/fault.ts";
import { CLIENT, placeServers, planCampus } from "../hardware/campus-plan.ts";
import { REJECTED_WAYS } from "../hardware/rt-pc-costs.ts";
import { itemAt } from "../kernel/reads.ts";
import { seconds, type Nanos } from "../kernel/time.ts";
import type { Keep } from "../kernel/trace-keep.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import { bindAgainTo, drawn, settingOf } from "./rpc2.ts";
import type { CampusUse } from "../hardware/campus.ts";
import { FileServer, type CallbackWay } from "./rpc2/file-server.ts";
import type { Rpc2Options } from "./rpc2/options.ts";
import { Workstation, type CacheOptions } from "./rpc2/workstation.ts";
import { World } from "./world/world.ts";

export interface CallbackWaysOptions {
  readonly way: CallbackWay;
  /** Whether calls to the workstations that have the file follow a notice. */
  readonly confirms: boolean;
  readonly filter: "software" | "hardware";
  /** Workstations of the campus beside the file server, and those of them that have the file at the beginning. */
  readonly campus: number;
  readonly holders: number;
  readonly dead: number; // of those that have it
  readonly cachedFiles: number;
  readonly replacementsPerHour: number; // of each workstation
  /** How long caches change before the file does, where that is told to anybody. */
  readonly watchS: number;
  /** The options of the calls. */
  readonly calls: Omit<Rpc2Options, "servers" | "mode" | "dead" | "placement" | "trials" | "waitFor" | "followUp">;
}

export interface CallbackWaysOutcome {
  /** From the change to the end of what the file server does. */
  readonly took: Nanos;
  readonly packets: number; // from the change on, to the end
  /** Workstations that have the file when it changes; those of them that learnt of it; those that said so. */
  readonly holders: number;
  readonly told: number;
  readonly known: number;
  /** Workstations that took in a packet about a file that they do not have. */
  readonly disturbed: number;
  /** Processor time of all workstations from the change on, and of those without the file. */
  readonly workstationNs: number;
  readonly disturbedNs: number;
  /** Packets about groups that were to be sent before the change, and those of them that the file server took in. */
  readonly joinsSent: number;
  readonly joinsTaken: number;
  /** Workstations of which the file server is wrong about the file’s group when it changes. */
  readonly wrongMembers: number;
  readonly threadBytes: number;
  readonly resources: ReadonlyMap<string, { readonly busyNs: number } | CampusUse>;
  readonly elapsed: Nanos;
  readonly allPackets: number; // until the end of what the file server does
  readonly laterPackets: number;
  readonly unusedFaults: readonly Fault[];
  readonly draws: number;
  readonly trace: TraceData;
}

const isCalls = (way: CallbackWay): way is Rpc2Options["mode"] => way !== "broadcast" && way !== "multicast";

/** The chance that keeps the number of copies as it is: as many are fetched as are replaced. */
const chanceOfFile = ({ holders, campus, cachedFiles }: CallbackWaysOptions): number =>
  holders >= campus ? 1 / cachedFiles : Math.min(1, holders / (cachedFiles * (campus - holders)));

function cacheOptions(options: CallbackWaysOptions, changesAt: Nanos): CacheOptions {
  const { way, filter, cachedFiles, replacementsPerHour } = options;
  const changes = way === "multicast" && replacementsPerHour > 0;
  return {
    filter: way === "multicast" ? filter : "none",
    files: cachedFiles,
    between: changes ? seconds(3600 / replacementsPerHour) : Infinity,
    chance: chanceOfFile(options),
    changesAt,
  };
}

const callOptions = ({ way, holders, dead, calls }: CallbackWaysOptions): Rpc2Options => ({
  ...calls,
  servers: holders,
  mode: isCalls(way) ? way : "multi",
  dead,
  placement: "campus",
  trials: 1,
  waitFor: holders,
  followUp: "same",
});

/** Where the run stands when the file changes. */
interface Before {
  readonly at: Nanos;
  readonly packets: number;
  readonly busy: readonly number[]; // of each workstation’s processor
  readonly holders: ReadonlySet<Workstation>;
  readonly wrongMembers: number;
  readonly joinsTaken: number;
}

/** All machines of a run, and what is noted when the file changes. */
function machinesOf(world: World, options: CallbackWaysOptions, progress?: (share: number) => void) {
  const { way, campus, holders, confirms, watchS } = options;
  const plan = planCampus({ workstations: campus + 1 });
  const changesAt = way === "multicast" ? seconds(watchS) : 0;
  const setting = settingOf(world, plan, callOptions(options), {}, progress);
  const at = placeServers(plan, isCalls(way) ? holders : campus, "campus");
  const state: { before: Before | null; joins: number } = { before: null, joins: 0 };
  const changed = (): void => {
    const has = workstations.filter(({ hasFile }) => hasFile);
    state.before = {
      at: world.sim.now,
      packets: setting.medium.carrier.packets,
      busy: workstations.map(({ processorBusyNs }) => processorBusyNs),
      holders: new Set(has),
      wrongMembers: workstations.filter(({ number, hasFile }) => server.members.has(number) !== hasFile).length,
      joinsTaken: server.joins,
    };
  };
  const server = new FileServer(setting, { way, confirms, plan, changesAt, changed }, at.slice(0, holders));
  const cache = cacheOptions(options, changesAt);
  const workstations = at.map(
    (station, number) =>
      new Workstation(setting, number, { station, fileServer: CLIENT }, number < holders, cache, (packets) => {
        state.joins += packets;
      }),
  );
  return { setting, server, workstations, state };
}

/** Processor time of all workstations since the file changed, and of those that had it. */
function workSince({ busy, holders }: Before, workstations: readonly Workstation[]) {
  const spent = { all: 0, holders: 0 };
  for (const [number, workstation] of workstations.entries()) {
    const work = workstation.processorBusyNs - itemAt(busy, number, "busy time");
    spent.all += work;
    if (holders.has(workstation)) spent.holders += work;
  }
  return spent;
}

/** Runs one change. `seed` names the run's random streams, `progress` is told the share of requests and results. */
export function simulateCallbackWays(
  options: CallbackWaysOptions,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): CallbackWaysOutcome {
  const { way, holders } = options;
  // One call reaches a whole campus, and each machine of it works for it.
  const world = new World({ faults, keep, seed, mostEvents: Infinity });
  const { sim, streams, script } = world;
  const { setting, server, workstations, state } = machinesOf(world, options, progress);
  const { carrier } = setting.medium;
  const dead = drawn(streams.stream("dead servers"), options.dead, holders);
  const parties = workstations.slice(0, holders).map(({ party }) => party);
  for (const host of [server, ...workstations]) host.listen();
  world.scheduleMachineEvents();
  server.start(parties, bindAgainTo(workstations, parties, dead));
  for (const number of dead) itemAt(workstations, number, "workstation").crash("dead");
  world.runUntilAnswered();
  const elapsed = sim.now;
  const { packets } = carrier;
  const resources = new Map<string, { readonly busyNs: number }>([
    ...[server, ...workstations].flatMap((host) =>
      [...host.busyNs()].map(([part, busyNs]) => [part, { busyNs }] as const),
    ),
    ...setting.medium.uses(),
  ]);
  world.runToEnd();
  carrier.close();
  const { before } = state;
  if (before === null) throw new Error("A run of callbacks ended before the file changed.");
  const spent = workSince(before, workstations);
  return {
    took: elapsed - before.at,
    packets: carrier.packets - before.packets,
    holders: before.holders.size,
    told: [...before.holders].filter(({ toldAt }) => toldAt !== null).length,
    known: workstations.filter((one, number) => before.holders.has(one) && server.hasHeard(number)).length,
    disturbed: workstations.filter(({ vain }) => vain > 0).length,
    workstationNs: spent.all,
    disturbedNs: spent.all - spent.holders,
    joinsSent: state.joins,
    joinsTaken: before.joinsTaken,
    wrongMembers: way === "multicast" ? before.wrongMembers : 0,
    threadBytes: way === "threads" ? holders * REJECTED_WAYS.stackBytes.value : 0,
    resources,
    elapsed,
    allPackets: packets,
    laterPackets: carrier.packets - packets,
    unusedFaults: script.unused(),
    draws: streams.draws,
    trace: world.finish(elapsed),
  };
}

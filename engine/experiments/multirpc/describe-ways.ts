/** The ways to tell workstations of a change that MultiRPC’s authors weighed, as an experiment. */
import { KINDS_OF } from "../../faults/packet-kinds.ts";
import { describeExperiment } from "../describe.ts";
import { WAYS_MEASURES, WAYS_PARAMS, type WaysValues } from "./ways-params.ts";

const BY_WAY = { parameter: "way", values: ["multi", "iterative", "threads", "broadcast", "multicast"] } as const;
const CAMPUSES = { over: "campus", values: [100, 200, 500, 1000] } as const;

/** Roughly what a workstation and a packet about a group take to compute: ms. */
const WORKSTATION_MS = 0.3;
const JOIN_MS = 0.7;

const joinsOf = ({ way, campus, replacementsPerHour, watchS }: WaysValues): number =>
  way === "multicast" ? 2 * campus * (replacementsPerHour / 3600) * watchS : 0;

export const callbackWays = describeExperiment({
  id: "multirpc/callback-ways",
  title: "Callback break: five ways to tell",
  question: "A file changes. Who is told by a broadcast, by multicast or by calls, who is disturbed, and who knows?",
  paper: "multirpc",
  packetKinds: KINDS_OF.rpc2,
  mustRun: "client",
  inWireshark: "Wireshark shows Ethernet, IP and UDP. It has no reader for RPC2 and shows the rest as data.",
  params: WAYS_PARAMS,
  measures: WAYS_MEASURES,
  machineWords: { client: "file server", server: "workstation" },
  sweep: { over: "workstations", values: [10, 20, 50, 100, 200] },
  charts: [
    { y: "elapsedMs", title: "Until the file server is done", points: [], series: BY_WAY },
    { y: "unknown", title: "Workstations not known to be told", points: [], series: BY_WAY },
    {
      id: "disturbed",
      y: "disturbedMs",
      title: "Work of workstations without the file, by the size of the campus",
      points: [],
      sweep: CAMPUSES,
      series: BY_WAY,
    },
    {
      id: "groups",
      y: "membershipPerS",
      title: "Packets about groups, by the size of the campus",
      points: [],
      sweep: { ...CAMPUSES, fixed: { way: "multicast" } },
    },
  ],
  models: [],
  answers: [],
  roughMs: (p) => {
    const machines = p.way === "broadcast" || p.way === "multicast" ? p.campus : p.workstations;
    return machines * WORKSTATION_MS + p.workstations * WORKSTATION_MS + joinsOf(p) * JOIN_MS;
  },
});

/**
 * The network of the Carnegie Mellon campus in 1987 as a table of numbers: what the paper says of it (Satyanarayanan &
 * Siegel 1990, Section VI-B1 and Appendix III), and what it leaves out.
 */
import type { CellAddress } from "../kernel/trace-data.ts";
import { assumed, calibrated, printed, standard, type Cost, type CostTable } from "./cost.ts";

const text = (name: string, value: number, unit: string, key: string, section: string): Cost => {
  const cell: CellAddress = { paper: "multirpc", table: "text", row: { key }, column: "value" };
  return printed(name, value, unit, section, cell);
};

export const CAMPUS = {
  workstations: text("Workstations", 500, "workstations", "environmentWorkstations", "Section VI-B1"),
  subnets: text("Subnets", 12, "subnets", "subnets", "Section VI-B1"),
  area: text("Area of the campus", 1, "square mile", "campusArea", "Section VI-B1"),
  ringServers: text("Servers on the test ring", 20, "servers", "singleRingMax", "Note to Table VIII"),
} as const;

export const CAMPUS_STANDARD = {
  ringMbps: standard("Token ring", 4, "Mbit/s", "IEEE 802.5; IBM Token-Ring Network of 1985"),
  ethernetMbps: standard("Ethernet", 10, "Mbit/s", "IEEE 802.3"),
  segmentMetres: standard("Cable of an Ethernet", 500, "m", "IEEE 802.3, 10BASE5: the longest coaxial segment"),
} as const;

/**
 * Costs that a simulation needs and the paper does not say. A router's time is fitted to iterative RPC2 calls of 50
 * servers (Table VIII, 10 ms), whose calls to other subnets take 26 to 28 ms more than those on the ring: three routers
 * each way, of which the machine room's is one. The others are assumed.
 */
export const CAMPUS_ASSUMED = {
  routerService: calibrated(
    "Forward a packet",
    4.5,
    "ms",
    "Fitted, to half a millisecond, to RPC2 calls to 50 servers, 10 ms, of Table VIII. Routers then took 0.7 to 5 ms.",
    { paper: "multirpc", table: "table-viii", row: { computeMs: 10, servers: 50 }, column: "rpc2Ms" },
  ),
  routerBuffers: assumed(
    "Buffers of each output of a router",
    8,
    "packets",
    "Routers of the time had 8 to 50. The paper suspects that replies overloaded theirs: so the fewest.",
  ),
  workstationsPerSubnet: assumed(
    "Workstations on a subnet, at most, where there are more than the paper’s",
    50,
    "workstations",
    "About as many as on the paper’s dozen subnets; 5000 workstations then need 101 subnets.",
  ),
  subnetsPerRouter: assumed(
    "Subnets of one router",
    2,
    "subnets",
    "A building’s; some subnets are joined directly, others by fibre (Section VI-B1). The test ring has its own.",
  ),
  fibreMetres: assumed(
    "Fibre from a building to the machine room",
    600,
    "m",
    "Three quarters of half a mile: the campus is about one square mile, and the machine room is taken as its middle.",
  ),
  hopMetres: assumed(
    "Cable from station to station of a token ring",
    40,
    "m",
    "To a wiring closet and back: 20 m each.",
  ),
  mixedEvery: assumed(
    "Of so many servers one off the test ring, where they are mixed",
    5,
    "servers",
    "Tables IX and X had servers on many segments; how many is not said.",
  ),
  loadByDay: assumed(
    "Load by other hosts on each subnet, by day",
    0.03,
    "of capacity",
    "The busiest hour of an office Ethernet: 3.6 per cent (Shoch and Hupp 1980).",
  ),
  loadByNight: assumed(
    "Load by other hosts on each subnet, in the early hours",
    0.005,
    "of capacity",
    "Below the mean of a day, 0.6 to 0.8 per cent (Shoch and Hupp 1980): the tests ran when least else did.",
  ),
  loadToOthers: assumed(
    "Share of that which goes to other subnets, through routers",
    0.1,
    "of packets",
    "File servers stood near their workstations; a round figure.",
  ),
} as const;

/** Every printed number of the campus: a test compares each with its cell. */
export const CAMPUS_COSTS: readonly Cost[] = Object.values(CAMPUS);

export const COST_TABLES: readonly CostTable[] = [
  {
    of: "The Andrew network",
    title: "What the paper says of the campus",
    note: "Repeated from the paper’s text; a test compares each with its cell.",
    costs: CAMPUS_COSTS,
    rules: "engine/hardware/campus-plan.ts",
  },
  {
    of: "The Andrew network",
    title: "Constants of its networks",
    note: "From the standards of its token rings and Ethernets.",
    costs: Object.values(CAMPUS_STANDARD),
    rules: "engine/hardware/token-ring.ts",
  },
  {
    of: "The Andrew network",
    title: "Assumed of the campus, one fitted",
    note: "What a simulation needs and the paper does not say.",
    costs: Object.values(CAMPUS_ASSUMED),
  },
];

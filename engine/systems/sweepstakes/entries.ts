/** The systems of the sweepstakes: machine, network and duties of each. */
import type { NetworkName } from "../../hardware/networks.ts";

export type { NetworkName };

interface EntryMachine {
  readonly title: string;
  readonly machine: string;
  readonly processors: number;
  /** Of each processor. */
  readonly mips: number;
  readonly network: NetworkName | null; // null: its calls stay on one machine
  /** Whether it was measured with checksums in software, between user processes, with generated stubs. */
  readonly sums: boolean;
  readonly user: boolean;
  readonly stubs: boolean;
  /** Callers at once, and bytes of a result, with which it moves most data: one of the two ways, many or long calls. */
  readonly callers: number;
  readonly bytes: number;
}

const FULL_PACKET = 1440;
const LONGEST = 16_384;
const FIREFLY = {
  machine: "Firefly",
  mips: 1,
  network: "ethernet-10",
  sums: true,
  user: true,
  stubs: false,
  callers: 4,
  bytes: FULL_PACKET,
} as const;

/** Machines and MIPS are those of Table XII. Of the last four systems they are ours. */
export const ENTRIES = {
  cedar: {
    title: "Cedar",
    machine: "Dorado",
    processors: 1,
    mips: 4,
    network: "ethernet-3",
    sums: false,
    user: true,
    stubs: true,
    callers: 4,
    bytes: 800,
  },
  amoeba: {
    title: "Amoeba",
    machine: "Tadpole",
    processors: 1,
    mips: 1.5,
    network: "ethernet-10",
    sums: false,
    user: true,
    stubs: false,
    callers: 1,
    bytes: 30_000,
  },
  v: {
    title: "V",
    machine: "Sun 3/75",
    processors: 1,
    mips: 2,
    network: "ethernet-10",
    sums: false,
    user: true,
    stubs: false,
    callers: 1,
    bytes: LONGEST,
  },
  sprite: {
    title: "Sprite",
    machine: "Sun 3/75",
    processors: 1,
    mips: 2,
    network: "ethernet-10",
    sums: false,
    user: false,
    stubs: false,
    callers: 1,
    bytes: LONGEST,
  },
  "amoeba-unix": {
    title: "Amoeba on UNIX",
    machine: "Sun 3/50",
    processors: 1,
    mips: 1.5,
    network: "ethernet-10",
    sums: false,
    user: true,
    stubs: false,
    callers: 1,
    bytes: 30_000,
  },
  "firefly-1": { title: "Firefly, one processor", processors: 1, ...FIREFLY },
  firefly: { title: "Firefly, five processors", processors: 5, ...FIREFLY },
  "sun-rpc": {
    title: "Sun RPC",
    machine: "Sun 3/50",
    processors: 1,
    mips: 1.5,
    network: "ethernet-10",
    sums: false,
    user: true,
    stubs: true,
    callers: 1,
    bytes: 1400,
  },
  rpc2: {
    title: "RPC2",
    machine: "IBM RT-PC",
    processors: 1,
    mips: 2,
    network: "ring-4",
    sums: false,
    user: true,
    stubs: true,
    callers: 1,
    bytes: 1400,
  },
  lrpc: {
    title: "LRPC",
    machine: "Firefly",
    processors: 5,
    mips: 1,
    network: null,
    sums: false,
    user: true,
    stubs: true,
    callers: 1,
    bytes: FULL_PACKET,
  },
  peregrine: {
    title: "Peregrine",
    machine: "Sun-3/60",
    processors: 1,
    mips: 3,
    network: "ethernet-10",
    sums: false,
    user: true,
    stubs: true,
    callers: 1,
    bytes: LONGEST,
  },
} as const satisfies Readonly<Record<string, EntryMachine>>;

export type SystemName = keyof typeof ENTRIES;
export const SYSTEM_NAMES = Object.keys(ENTRIES) as readonly SystemName[];

/** An entry without the words of its own type. */
export const entryOf = (system: SystemName): EntryMachine => ENTRIES[system];

/** Those whose calls may have a result of many packets, and those that make several calls at once. */
export const WITH_LONG_CALLS = ["amoeba", "v", "sprite", "amoeba-unix", "firefly-1", "firefly", "peregrine"] as const;
export const WITH_CALLERS = ["cedar", ...WITH_LONG_CALLS, "lrpc"] as const;

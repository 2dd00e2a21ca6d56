/**
 * What a call takes the machines of Table XII (Schroeder & Burrows 1990) that the lab does not simulate otherwise.
 *
 * Rules
 * 1. Each has one constant of its own: the work of a packet at each end. It is fitted to the row’s time of a null call.
 *    The row’s throughput fixes nothing.
 * 2. All else is the same for all machines, in µs at one MIPS, and goes by the MIPS that the row gives: the copy of a
 *    byte, and the duties that a reader lays on all of them.
 */
import { assumed, calibrated, type Cost, type CostTable } from "./cost.ts";
import { AMOEBA_COSTS } from "./amoeba-costs.ts";
import { FIREFLY } from "./firefly-costs.ts";
import { SPRITE_CROSSING } from "./sprite-costs.ts";
import { ACCOUNTS, type MachineAccount } from "./work-accounts.ts";

const derived = (name: string, value: number, unit: string, text: string): Cost => ({
  name,
  value: Number(value.toFixed(4)),
  unit,
  source: { kind: "derived", text },
});

const fitted = (system: string, ms: string, value: number): Cost =>
  calibrated(
    `${system}: packet, at each end`,
    value,
    "us",
    `Fitted to a null call of ${system} in Table XII: ${ms} ms`,
    {
      paper: "firefly",
      table: "table-xii",
      row: { system },
      column: "msPerCall",
    },
  );

/** Rule 1. */
const FITTED = {
  amoeba: fitted("Amoeba", "1.4", 241.2),
  v: fitted("V", "2.5", 589.2),
  sprite: fitted("Sprite", "2.8", 662.5),
  "amoeba-unix": fitted("Amoeba/UNIX", "7.0", 1365.7),
} as const;
export type FittedSystem = keyof typeof FITTED;

const SUN_3_60_MIPS = 3;
const MAX_RESULT_BYTES = 1440;

/** Rule 2. */
export const AT_ONE_MIPS = {
  copy: derived(
    "Copy a byte, at each end, at one MIPS",
    AMOEBA_COSTS.copy.value * SUN_3_60_MIPS,
    "us per byte",
    `A Sun-3/60 of 3 MIPS takes ${AMOEBA_COSTS.copy.value} µs. ${AMOEBA_COSTS.copy.source.text}`,
  ),
  crossing: derived(
    "Way between process and kernel, at one MIPS",
    AMOEBA_COSTS.crossing.value * SUN_3_60_MIPS,
    "us",
    `A Sun-3/60 of 3 MIPS takes ${AMOEBA_COSTS.crossing.value} µs. ${AMOEBA_COSTS.crossing.source.text}`,
  ),
  spriteCrossing: derived(
    "Way between process and kernel of Sprite, at one MIPS",
    SPRITE_CROSSING.value * SUN_3_60_MIPS,
    "us",
    `A Sun-3/60 of 3 MIPS takes ${SPRITE_CROSSING.value} µs. ${SPRITE_CROSSING.source.text}`,
  ),
  stubs: derived(
    "Generated stubs, at one MIPS",
    FIREFLY.exerciserNull.value / 2,
    "us",
    `Half at each end. ${FIREFLY.exerciserNull.source.text}`,
  ),
  stubByte: derived(
    "Generated stubs, by the byte, at one MIPS",
    (FIREFLY.exerciserMaxResult.value - FIREFLY.exerciserNull.value) / MAX_RESULT_BYTES / 2,
    "us per byte",
    `Half at each end. ${FIREFLY.exerciserMaxResult.source.text}`,
  ),
  procedure: assumed("Procedure that does nothing", 10, "us", "As Null() of the Firefly, at one MIPS."),
} as const;

/** What a system does besides what it was measured with. */
export interface Duties {
  readonly sums: boolean;
  /** Its calls go between kernels, and are to go between user processes. */
  readonly crosses: "amoeba" | "sprite" | null;
  readonly stubs: boolean;
}

/** A cost at so many MIPS, under a name in a trace. */
const at = (mips: number, name: string, cost: Cost): Cost => ({ ...cost, name, value: cost.value / mips });

/** An account with duties besides, of a machine of so many MIPS. */
export function withDuties(account: MachineAccount, mips: number, { sums, crosses, stubs }: Duties): MachineAccount {
  const { crossing, spriteCrossing, stubs: stub, stubByte } = AT_ONE_MIPS;
  const way = (name: string): readonly Cost[] =>
    crosses === null ? [] : [at(mips, name, crosses === "sprite" ? spriteCrossing : crossing)];
  const made = (name: string): readonly Cost[] => (stubs ? [at(mips, name, stub)] : []);
  const { copy } = account;
  const summed = sums ? ACCOUNTS.firefly.account.sum.map((cost) => at(mips, cost.name, cost)) : [];
  return {
    ...account,
    call: [...made("Caller’s stub"), ...way("Enter the kernel"), ...account.call],
    takeCall: [...account.takeCall, ...way("Leave the kernel for the server"), ...made("Server’s stub")],
    answer: [...way("Enter the kernel with the answer"), ...account.answer],
    takeAnswer: [...account.takeAnswer, ...way("Leave the kernel for the client")],
    send: [...summed, ...account.send],
    receive: [...account.receive, ...summed],
    copy: stubs && copy !== null ? { ...copy, value: copy.value + stubByte.value / mips } : copy,
  };
}

/** The account of a fitted system on its machine of Table XII. */
export function fittedAccount(system: FittedSystem, mips: number): MachineAccount {
  const packet = FITTED[system];
  return {
    localCall: null,
    of: "Table XII",
    controller: "LANCE",
    receiveRing: Infinity,
    network: "ethernet-10",
    call: [],
    takeCall: [],
    answer: [],
    takeAnswer: [],
    send: [{ ...packet, name: "Send a packet" }],
    receive: [{ ...packet, name: "Receive a packet" }],
    copy: at(mips, "Copy the data", AT_ONE_MIPS.copy),
    sum: [],
  };
}

/** Packets of a call, the bytes of their frames, and those of its data. */
interface CallSize {
  readonly packets: number;
  readonly frameBytes: number;
  readonly dataBytes: number;
}

/** What a call takes the machines of an account, both ends together, in µs. */
function workOf(
  { call, takeCall, answer, takeAnswer, send, receive, copy }: MachineAccount,
  { packets, frameBytes, dataBytes }: CallSize,
): number {
  const sum = (costs: readonly Cost[], byByte: boolean): number =>
    costs.filter(({ unit }) => (unit === "us per byte") === byByte).reduce((total, { value }) => total + value, 0);
  const ends = [...send, ...receive];
  const places = sum([...call, ...takeCall, ...answer, ...takeAnswer], false);
  return places + packets * sum(ends, false) + frameBytes * sum(ends, true) + 2 * dataBytes * (copy?.value ?? 0);
}

/** How much more work a call is with such duties, as a share of the work that it is without them. */
export function shareOfDuties(account: MachineAccount, mips: number, duties: Duties, size: CallSize): number {
  const without = workOf(account, size);
  return workOf(withDuties(account, mips, duties), size) / without - 1;
}

export const COST_TABLES: readonly CostTable[] = [
  {
    of: "Table XII",
    title: "Calibrated",
    note: "One constant a system, fitted to its time of a null call. Its throughput fixes nothing.",
    costs: Object.values(FITTED),
    rules: "engine/hardware/sweepstakes-costs.ts",
  },
  {
    of: "Table XII",
    title: "The same for all",
    note: "At one MIPS; a machine takes its share by the MIPS of its row.",
    costs: Object.values(AT_ONE_MIPS),
  },
];

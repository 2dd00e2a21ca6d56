/**
 * The IBM RT-PC as a table of costs: its clock, what its 4.2BSD kernel allows a packet, and what RPC2 and MultiRPC take
 * on it (Satyanarayanan & Siegel 1990, Table VI). The components are the paper's inputs and are repeated here with the
 * address of their cell; what the paper measured with them (Tables V and VIII to X) stands nowhere in this file, except
 * as the name of the cell that a constant is to be fitted to.
 */
import type { CellAddress } from "../kernel/trace-data.ts";
import { assumed, calibrated, printed, standard, type Cost, type CostTable } from "./cost.ts";

const component = (name: string, ms: number): Cost => {
  const cell: CellAddress = { paper: "multirpc", table: "table-vi", row: { component: name }, column: "ms" };
  return printed(name, ms, "ms", `Table VI, ${name}`, cell);
};

const CLOCK: CellAddress = { paper: "multirpc", table: "text", row: { key: "clockResolution" }, column: "value" };

export const RT_PC = {
  pack: component("pack", 0.56),
  cloh: component("cloh", 5.98),
  servoh: component("servoh", 13.69),
  clproc: component("clproc", 3.93),
  unpack: component("unpack", 0.2),
  sendtime: component("sendtime", 5.15),
  tick: printed("Clock tick", 16, "ms", "Section VI-B1", CLOCK),
} as const;

export const BSD = {
  ipQueue: standard("IP input queue", 50, "packets", "4.2BSD net/if.h: IFQ_MAXLEN"),
  interfaceQueue: standard("Output queue of an interface", 50, "packets", "4.2BSD net/if.h: IFQ_MAXLEN"),
  headerBytes: standard("IP and UDP headers", 28, "bytes", "RFC 791, RFC 768"),
} as const;

const tableViii = (servers: number): CellAddress => {
  return { paper: "multirpc", table: "table-viii", row: { computeMs: 10, servers }, column: "multiRpcMs" };
};

/**
 * Costs that a simulation needs and the paper does not say. The first two are fitted, each to one cell; the last two
 * are assumed.
 */
export const RT_PC_ASSUMED = {
  deviceInterrupt: calibrated(
    "Device interrupt for a packet, received or sent",
    0.3,
    "ms",
    "Fitted to 19 servers of 10 ms in Table VIII: about 0.6 ms a server are left there, two interrupts each.",
    tableViii(19),
  ),
  idleWake: calibrated(
    "Wake an idle process: select returns, two LWP switches, timers",
    1.8,
    "ms",
    "Fitted to the 10 ms column of Table VIII, 1 to 19 servers: with one, two such wake-ups are on the way.",
    tableViii(1),
  ),
  kernelInput: assumed(
    "IP and UDP input of a packet, in the software interrupt",
    1,
    "ms",
    "A part of clproc and servoh, which include it; how large a part is ours.",
  ),
  adapterBuffers: assumed(
    "Receive buffers of the network adapter",
    8,
    "packets",
    "Adapters of the time had a few kilobytes; only a burst from several servers at once comes near it.",
  ),
} as const;

/**
 * The time to encrypt or decrypt. The paper says nothing of it, so we assume that its tests sent in clear. DES is
 * written nowhere: only its time counts.
 */
export const RT_PC_CIPHERS = {
  xor: assumed("Exclusive or of a byte with the key", 1, "us", "Two or three instructions at about 2 MIPS."),
  des: assumed(
    "DES of a block of 8 bytes",
    0.5,
    "ms",
    "1 ms in C on a VAX-11/780 (D. Mitchell, net.crypt, April 1984), half of that at about 2 MIPS.",
  ),
} as const;

const ms = (cost: Cost): number => cost.value;

function rest(name: string, whole: Cost, parts: readonly Cost[]): Cost {
  const value = parts.reduce((left, part) => left - ms(part), ms(whole));
  const text = `${whole.name} less ${parts.map((part) => part.name).join(" and ")}`;
  return { name, value: Number(value.toFixed(6)), unit: "ms", source: { kind: "derived", text } };
}

/** Components less the parts that are steps of their own: `sendto`, and the work of the software interrupt. */
export const RT_PC_DERIVED = {
  prepareRequest: rest("Prepare a request", RT_PC.cloh, [RT_PC.sendtime]),
  takeReply: rest("Take a reply in", RT_PC.clproc, [RT_PC_ASSUMED.kernelInput]),
  takeRequest: rest("Take a request in and prepare the reply", RT_PC.servoh, [
    RT_PC.sendtime,
    RT_PC_ASSUMED.kernelInput,
  ]),
} as const;

/** The program that is measured calls all servers, waits, and calls them again. */
export const TEST_PROGRAM = {
  pause: assumed(
    "Pause between two trials",
    1000,
    "ms",
    "Long enough for late replies to have come and gone; a part of a clock tick, drawn at random, is added to it.",
  ),
} as const;

/**
 * What RPC2’s earlier code took, of which the paper tells and whose numbers it does not print (Section V-C). The code
 * that was measured does none of this, beside the tables, which grow.
 */
export const PROTOTYPE = {
  lwpSwitch: assumed(
    "Switch from one LWP to another",
    0.2,
    "ms",
    "A pass of the scheduler and a change of stacks: about 400 instructions at about 2 MIPS. The idle wake-up of " +
      "1.8 ms contains two.",
  ),
  eventLook: assumed(
    "Look at one outstanding event",
    10,
    "us",
    "A step along a list, and a comparison of handles or times: about twenty instructions at about 2 MIPS.",
  ),
  tableSites: assumed(
    "Sites for which the tables of fixed size have room",
    64,
    "sites",
    "More than the 20 workstations of the test ring. Fewer than the 100 servers of the tests with tables that grow.",
  ),
  tableEntryBytes: assumed(
    "What the tables hold for a site of a call",
    128,
    "bytes",
    "A copy of a request of 64 bytes, the record of its event, a return code, and pointers to them.",
  ),
} as const;

/** What the ways to tell workstations that MultiRPC’s authors rejected take beside packets (Section II). */
export const REJECTED_WAYS = {
  thread: assumed(
    "Make a thread, and end it",
    1,
    "ms",
    "Its stack and control block are allocated and freed: about 2,000 instructions at about 2 MIPS.",
  ),
  stackBytes: assumed(
    "Stack and control block of a thread",
    16_384,
    "bytes",
    "A small stack; programs asked for more.",
  ),
} as const;

/** Every printed number that an RT-PC repeats: a test compares each with its cell. */
export const RT_PC_COSTS: readonly Cost[] = Object.values(RT_PC);

export const COST_TABLES: readonly CostTable[] = [
  {
    of: "IBM RT-PC",
    title: "What the paper prints",
    note: "Repeated from cells of the paper; a test compares each with its cell.",
    costs: RT_PC_COSTS,
  },
  {
    of: "IBM RT-PC",
    title: "What 4.2BSD allows",
    note: "Limits of the operating system’s kernel, and headers.",
    costs: Object.values(BSD),
  },
  {
    of: "IBM RT-PC",
    title: "Fitted or assumed",
    note: "What a simulation needs and the paper does not say.",
    costs: Object.values(RT_PC_ASSUMED),
  },
  {
    of: "IBM RT-PC",
    title: "What MultiRPC’s prototype did",
    note: "Only runs that switch history on take this time. The size of the tables is a measure of every run.",
    costs: Object.values(PROTOTYPE),
  },
  {
    of: "IBM RT-PC",
    title: "A thread for each call",
    note: "Section II says only that threads would cost too much.",
    costs: Object.values(REJECTED_WAYS),
  },
];

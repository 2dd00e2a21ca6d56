/**
 * What a remote call takes each machine, whatever protocol it speaks: so that any protocol can run on any machine.
 *
 * Rules
 * 1. A call has work at four places: the caller makes it, the callee takes it in, the callee answers, and the caller
 *    takes the answer in. Each packet besides has work where it is sent and where it is taken in, partly by the byte.
 * 2. The work is that of the software that the machine was measured with. A protocol that comes from another machine
 *    brings its packets and its timers; it brings no work of its own.
 * 3. All work is the processor’s here, the controller’s too: in a call on its own they work one behind the other.
 * 4. A protocol that adds up its bytes in software takes the machine’s time for that, at both ends.
 */
import { assumed, type Cost, type CostTable, type SizedCost } from "./cost.ts";
import { DORADO, DORADO_ASSUMED, DORADO_CALIBRATED } from "./dorado-costs.ts";
import { FIREFLY } from "./firefly-costs.ts";
import { SAME_MACHINE } from "./firefly-marshal-costs.ts";
import { CLUSTER, CLUSTER_CALIBRATED, emptyRoundTrip, procedureCost, segmentWork } from "./linux-costs.ts";
import type { NetworkName } from "./networks.ts";
import { RT_PC, RT_PC_ASSUMED, RT_PC_DERIVED } from "./rt-pc-costs.ts";
import { SPRITE_COSTS, type SpriteMachine } from "./sprite-costs.ts";
import { TODAY } from "./today-costs.ts";
import { RPC_PROFILE, SUN3, SUN3_ASSUMED, SUN3_CALIBRATED, SUNOS } from "./sun3-costs.ts";

export interface MachineAccount {
  /** A call of a procedure on the same machine, in the same program; null where nobody measured it. */
  readonly localCall: Cost | null;
  /** The owner of its costs in the reference. */
  readonly of: string;
  /** Its controller, as a trace names it. */
  readonly controller: string;
  /** Buffers of the controller for packets that come. */
  readonly receiveRing: number;
  /** The network that it was measured on. */
  readonly network: NetworkName;
  /** Rule 1: the four places. */
  readonly call: readonly Cost[];
  readonly takeCall: readonly Cost[];
  readonly answer: readonly Cost[];
  readonly takeAnswer: readonly Cost[];
  /** Of each packet; "us per byte" counts the bytes of its frame. */
  readonly send: readonly Cost[];
  readonly receive: readonly Cost[];
  /** To copy a byte of the program’s data, at each end; null where the account has no such step. */
  readonly copy: Cost | null;
  /** Rule 4: of a frame, at each end. */
  readonly sum: readonly Cost[];
  /** A procedure that does nothing; left out: PROCEDURE. */
  readonly procedure?: Cost;
}

const derived = (name: string, value: number, unit: string, text: string): Cost => ({
  name,
  value: Number(value.toFixed(6)),
  unit,
  source: { kind: "derived", text },
});

/** A step with two printed points, as what it takes without a byte and what a byte adds. */
function line({ small, large, smallBytes, largeBytes }: SizedCost, name: string): readonly Cost[] {
  const slope = (large.value - small.value) / (largeBytes - smallBytes);
  const text = `The straight line through ${small.source.text} and ${large.source.text}`;
  return [
    derived(name, small.value - slope * smallBytes, "us", text),
    derived(`${name}, by its bytes`, slope, "us per byte", text),
  ];
}

const share = (name: string, cost: Cost, part: Cost): Cost =>
  derived(name, cost.value * part.value, cost.unit, `${part.name}: ${part.value}. ${cost.source.text}`);

const part = (name: string, cost: Cost, of: number, text: string): Cost =>
  derived(name, cost.value * of, cost.unit, `${text}. ${cost.source.text}`);

const DORADO_SUM = assumed(
  "Add a byte",
  0.5,
  "us per byte",
  "Two or three microcoded instructions for a word, at about 4 MIPS.",
);

const DORADO_ACCOUNT: MachineAccount = {
  of: "Dorado",
  localCall: DORADO.localCall,
  controller: "Ethernet",
  receiveRing: Infinity,
  network: "ethernet-3",
  call: [],
  takeCall: [share("Switch to the process that waits", DORADO_CALIBRATED.packet, DORADO_ASSUMED.switchShare)],
  answer: [],
  takeAnswer: [share("Switch to the process that waits", DORADO_CALIBRATED.packet, DORADO_ASSUMED.switchShare)],
  send: [share("Send a packet", DORADO_CALIBRATED.packet, DORADO_ASSUMED.sendShare)],
  receive: [share("Interrupt routine", DORADO_CALIBRATED.packet, DORADO_ASSUMED.receiveShare)],
  copy: derived(
    "Copy a byte of the data",
    DORADO_CALIBRATED.word.value / 4,
    "us per byte",
    `A quarter of a word’s time: two bytes, two ends. ${DORADO_CALIBRATED.word.source.text}`,
  ),
  sum: [DORADO_SUM],
};

const FIREFLY_ACCOUNT: MachineAccount = {
  of: "Firefly",
  localCall: SAME_MACHINE.localCall,
  controller: "DEQNA",
  receiveRing: 16,
  network: "ethernet-10",
  call: [FIREFLY.callingProgram, FIREFLY.callingStub, FIREFLY.starter, FIREFLY.transporterSend],
  takeCall: [FIREFLY.wakeUp, FIREFLY.receiverReceive, FIREFLY.serverStub],
  answer: [FIREFLY.receiverSend],
  takeAnswer: [FIREFLY.wakeUp, FIREFLY.transporterReceive, FIREFLY.ender],
  send: [
    FIREFLY.finishUdpHeader,
    FIREFLY.trapToNub,
    FIREFLY.queuePacket,
    FIREFLY.interruptCpu0,
    FIREFLY.handleInterprocessor,
    FIREFLY.prodController,
    ...line(FIREFLY.transmitLatency, "QBus and controller, out"),
  ],
  receive: [
    ...line(FIREFLY.receiveLatency, "QBus and controller, in"),
    FIREFLY.generalInterrupt,
    FIREFLY.handleReceived,
  ],
  copy: part(
    "Copy a byte of the data",
    line(FIREFLY.marshalFixed, "Copy")[1] as Cost,
    0.5,
    "One of the two stubs copies, and half of it stands at each end here",
  ),
  sum: line(FIREFLY.sendChecksum, "Calculate the checksum"),
};

const total = (costs: readonly Cost[]): number =>
  Number(costs.reduce((sum, { value, unit }) => sum + (unit === "us" ? value / 1e3 : value), 0).toFixed(6));
/** Costs of one place as one step of the account, in ms. */
const together = (name: string, costs: readonly Cost[], text: string): Cost =>
  derived(name, total(costs), "ms", `${text}: ${costs.map((cost) => cost.name).join("; ")}`);
const named = (name: string, cost: Cost): Cost => ({ ...cost, name });

const { callrpc, xdrOpaqueAuth, xdrUnion, xdrReplymsg, xdrEnum, xdrAcceptedReply, seterrReply } = RPC_PROFILE;
const library = [callrpc, xdrOpaqueAuth, xdrUnion, xdrReplymsg, xdrEnum];
const select = named("Wait in select", RPC_PROFILE.select);
const read = named("Read the datagram", RPC_PROFILE.recvfrom);
const interrupt = part(
  "Interrupt of the LANCE",
  SUN3_CALIBRATED.ethernet,
  SUN3_ASSUMED.interruptShare.value,
  "A third",
);
const SERVER_TOO = "The paper profiles the client alone; the server’s library is taken to need as much";

const SUN_3_50: MachineAccount = {
  of: "Sun 3/50",
  localCall: SUN3.noArgument,
  controller: "LANCE",
  receiveRing: SUNOS.receiveRing.value,
  network: "ethernet-10",
  call: [together("Library: make the call", library, "Routines of the profile")],
  takeCall: [select, read, together("Library: take the call in", library, SERVER_TOO)],
  answer: [],
  takeAnswer: [
    select,
    read,
    together("Library: take the answer in", [xdrAcceptedReply, seterrReply], "Routines of the profile"),
  ],
  send: [
    named("Send the datagram", RPC_PROFILE.sendto),
    named("IP handles the packet", SUN3_ASSUMED.ip),
    part("Driver of the LANCE", SUN3_CALIBRATED.ethernet, 1 - SUN3_ASSUMED.interruptShare.value, "The rest"),
  ],
  receive: [interrupt, named("IP handles the packet", SUN3_ASSUMED.ip), named("UDP input", SUN3_ASSUMED.udpInput)],
  copy: derived(
    "Copy a byte of the data",
    SUN3_ASSUMED.copyByte.value,
    "us per byte",
    SUN3_ASSUMED.copyByte.source.text,
  ),
  sum: [derived("Add a byte", SUN3_ASSUMED.sumByte.value, "us per byte", SUN3_ASSUMED.sumByte.source.text)],
};

const RT_PC_COPY = assumed(
  "Copy a byte of the data",
  0.4,
  "us per byte",
  "Moved twice at about 2 MIPS; a Sun 3/50 takes 0.5 at 1.5. The paper’s account has no copies by the byte.",
);

const RT_PC_ACCOUNT: MachineAccount = {
  of: "IBM RT-PC",
  localCall: null,
  controller: "Network adapter",
  receiveRing: RT_PC_ASSUMED.adapterBuffers.value,
  network: "ring-4",
  call: [named("Pack the argument", RT_PC.pack), RT_PC_DERIVED.prepareRequest],
  takeCall: [named("Wake the process", RT_PC_ASSUMED.idleWake), RT_PC_DERIVED.takeRequest],
  answer: [],
  takeAnswer: [
    named("Wake the process", RT_PC_ASSUMED.idleWake),
    RT_PC_DERIVED.takeReply,
    named("Unpack the result", RT_PC.unpack),
  ],
  send: [named("Send the datagram", RT_PC.sendtime)],
  receive: [named("Device interrupt", RT_PC_ASSUMED.deviceInterrupt), named("UDP input", RT_PC_ASSUMED.kernelInput)],
  copy: RT_PC_COPY,
  sum: [part("Add a byte", RT_PC_COPY, 0.5, "Half of a copy, as on a Sun 3/50")],
};

const QUARTER = "A quarter of the start of a call";
function spriteAccount(machine: SpriteMachine): MachineAccount {
  const { start, fragment, copies } = SPRITE_COSTS[machine];
  const quarter = (name: string): readonly Cost[] => [part(name, start, 1 / 4, QUARTER)];
  const copy = part("Copy a byte of the data", copies, 1 / 2, "Half of the copies stands at each end here");
  return {
    of: "Sprite",
    localCall: null,
    controller: "LANCE",
    receiveRing: 32,
    network: "ethernet-10",
    call: quarter("Begin the call"),
    takeCall: quarter("Wake the server’s process"),
    answer: quarter("Begin the answer"),
    takeAnswer: quarter("Wake the caller"),
    send: [part("Send a packet", fragment, 1, "As a fragment of Sprite")],
    receive: [part("Take a packet in", fragment, 1, "As a fragment of Sprite")],
    copy,
    sum: [part("Add a byte", copy, 0.5, "Half of a copy, as on a Sun 3/50")],
  };
}

/** The bytes of FlexRPC’s empty messages: the account of its cluster was measured with them. */
const EMPTY_MESSAGES = [24, 20] as const;

function clusterAccount(): MachineAccount {
  const process = procedureCost(CLUSTER.firstHop.value, emptyRoundTrip(...EMPTY_MESSAGES));
  const quarter = (name: string): readonly Cost[] => [
    part(name, process, 1 / 4, "A quarter of the software of a call"),
  ];
  const { source } = CLUSTER_CALIBRATED.relayCost;
  const segment = segmentWork(CLUSTER_CALIBRATED.relayCost.value) / 1e3;
  return {
    of: "Linux machines at switches",
    localCall: null,
    controller: "Link",
    receiveRing: Infinity,
    network: "gigabit",
    call: quarter("Make the call"),
    takeCall: quarter("Take the call in"),
    answer: quarter("Make the answer"),
    takeAnswer: quarter("Take the answer in"),
    send: [{ name: "Send a packet", value: segment, unit: "us", source }],
    receive: [{ name: "Take a packet in", value: segment, unit: "us", source }],
    copy: null,
    sum: [assumed("Add a byte", 0.001, "us per byte", "About a byte a nanosecond at 2 to 3 GHz.")],
  };
}

/** A server of today. Here the controller’s time is the processor’s, as rule 3 has it; systems/today has it apart. */
function todayAccount(isKernel: boolean): MachineAccount {
  const message = isKernel ? TODAY.library : TODAY.message;
  const waits = isKernel ? [TODAY.wakeUp, TODAY.systemCalls, message] : [message];
  const packet = isKernel ? [TODAY.tcp, TODAY.driver, TODAY.controller] : [TODAY.controller];
  return {
    of: "Machine of today",
    localCall: null,
    controller: "Controller",
    receiveRing: Infinity,
    network: "gigabit-25",
    call: [message],
    takeCall: waits,
    answer: [message],
    takeAnswer: waits,
    send: packet,
    receive: packet,
    copy: TODAY.copy,
    sum: [TODAY.sum],
    procedure: TODAY.procedure,
  };
}

/** The machines of the lab, by their names in an experiment. */
export const ACCOUNTS = {
  dorado: { title: "Dorado", account: DORADO_ACCOUNT },
  firefly: { title: "Firefly, five processors", account: FIREFLY_ACCOUNT },
  "sun3-50": { title: "Sun 3/50 under SunOS", account: SUN_3_50 },
  "rt-pc": { title: "IBM RT-PC under 4.2BSD", account: RT_PC_ACCOUNT },
  "sun3-75": { title: "Sun-3/75 under Sprite", account: spriteAccount("sun3-75") },
  "sun3-60": { title: "Sun-3/60 under Sprite", account: spriteAccount("sun3-60") },
  "sparcstation-1": { title: "SPARCstation 1 under Sprite", account: spriteAccount("sparcstation-1") },
  "decstation-3100": { title: "DECstation 3100 under Sprite", account: spriteAccount("decstation-3100") },
  cluster: { title: "Linux machine of 2009", account: clusterAccount() },
  "today-sockets": { title: "Server of today, through sockets", account: todayAccount(true) },
  "today-bypass": { title: "Server of today, past the kernel", account: todayAccount(false) },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly account: MachineAccount }>>;

export type AccountName = keyof typeof ACCOUNTS;

/** All costs of an account, in the order of a call. */
export const costsOf = ({ call, send, receive, takeCall, answer, takeAnswer, copy, sum }: MachineAccount) => [
  ...call,
  ...send,
  ...receive,
  ...takeCall,
  ...answer,
  ...takeAnswer,
  ...(copy === null ? [] : [copy]),
  ...sum,
];

/** The procedure of such a call. */
export const PROCEDURE = assumed("The procedure", 10, "us", "It does nothing, like Null() of the Firefly: 10 µs.");

export const COST_TABLES: readonly CostTable[] = Object.values(ACCOUNTS).map(({ title, account }) => ({
  of: account.of,
  title: `A call of any protocol: ${title}`,
  note: "Follows from its other costs: what a call takes at its four places, and a packet at each end.",
  costs: [...costsOf(account), account.procedure ?? PROCEDURE],
  rules: "engine/hardware/work-accounts.ts",
}));

/** The segments of a call: which routines of the profiles run in which order, and how the kernel's parts divide. */
import { durationOf, type Cost } from "../../hardware/cost.ts";
import { segment, type Segment, type TimedStep } from "../../hardware/processors.ts";
import type { Sun3Segments } from "../../hardware/sun3.ts";
import {
  BLOCKING_PROFILE,
  PROFILED_CALLS,
  RPC_PROFILE,
  SELECT_PROFILE,
  SUN3,
  SUN3_ASSUMED,
  SUN3_CALIBRATED,
} from "../../hardware/sun3-costs.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { TraceRecorder } from "../../kernel/trace.ts";
import type { Layer, Source } from "../../kernel/trace-data.ts";
import { fragmentsOf } from "../../wire/ipv4-fragments.ts";
import { TCP_BYTES } from "../../wire/tcp.ts";
import { UDP_BYTES } from "../../wire/udp.ts";
import type { ArgumentForm } from "./arguments.ts";
import { memoized } from "./memoized.ts";
import type { Place, RemoteProgram, Waiting } from "./options.ts";
import { ProfileBook, type ProfiledStep } from "./profile.ts";

const IP = durationOf(SUN3_ASSUMED.ip);
const UDP_INPUT = durationOf(SUN3_ASSUMED.udpInput);
const LOOP = durationOf(SUN3_ASSUMED.loopback);
const ETHERNET = durationOf(SUN3_CALIBRATED.ethernet);
const INTERRUPT = Math.round(ETHERNET * SUN3_ASSUMED.interruptShare.value);
const DRIVER = ETHERNET - INTERRUPT;
const TCP_INPUT = durationOf(SUN3_CALIBRATED.tcpInput);
const BYTE = durationOf(SUN3_ASSUMED.copyByte);
const SUM = durationOf(SUN3_ASSUMED.sumByte);

/** The time of sleeping: a read that blocks less a read that finds its datagram. Half before it, half after it. */
const SLEEP = durationOf(BLOCKING_PROFILE.recvfrom) - durationOf(SELECT_PROFILE.recvfrom);
const SLEEP_SOURCE: Source = {
  kind: "derived",
  text: "Tables 4a and 4b: recvfrom that blocks (0.69 ms) less recvfrom after select (0.40 ms). A half of it: ours",
};

export const NOTHING: Segment = { steps: [], ends: [], total: 0 };

const step = (name: string, layer: Layer, source: Source, duration: Nanos): TimedStep => ({
  step: { name, layer, source },
  duration,
});

/** The caller of each routine, where it is not main: from the library's text, and from the paper's words on gprof. */
const CALLERS: Readonly<Record<string, readonly string[]>> = {
  _strcmp: ["_callrpc"],
  _clntudp_create: ["_callrpc"],
  _xdrmem_create: ["_clntudp_create"],
  _bcopy: ["_xdrmem_create"],
  _xdr_replymsg: ["_clntudp_create"],
  _xdr_union: ["_xdr_replymsg"],
  _xdr_accepted_reply: ["_xdr_union"],
  _xdr_opaque_auth: ["_xdr_accepted_reply"],
  _xdr_bytes: ["_xdr_opaque_auth"],
  _xdr_enum: ["_xdr_replymsg", "_xdr_union", "_xdr_accepted_reply", "_xdr_opaque_auth"],
  _xdr_u_long: ["_xdr_replymsg", "_xdr_bytes"],
  _xdr_void: ["_clntudp_create"],
  _xdr_short: ["_clntudp_create"],
  seterr_reply: ["_clntudp_create"],
};
const MAIN = "_main";
/** prof charges clntudp_call, a static routine, to the one that stands before it. */
const CALL_UDP = "_clntudp_create";

/** A step of a routine. `calls` of the routine are counted in it: 0 where another step of the same call counts. */
const charged = (
  routine: string,
  calls: number,
  timed: TimedStep,
  calledBy: string | null = null, // null: as in the list of callers
): ProfiledStep => ({
  ...timed,
  routine,
  calls,
  calledBy: calledBy === null ? (CALLERS[routine] ?? [routine === MAIN ? "" : MAIN]) : [calledBy],
});

/** The same step, as one of the programs or of their stubs: the routines of XDR. */
const ofPart = <Timed extends TimedStep>(part: "program" | "stub", timed: Timed): Timed => ({
  ...timed,
  step: { ...timed.step, part },
});

const whole = (name: string, layer: Layer, cost: Cost, times = 1): TimedStep =>
  step(name, layer, cost.source, times * durationOf(cost));

/** A part of a profiled routine: the source names its cell and says what was taken off. */
function part(name: string, layer: Layer, cost: Cost, duration: Nanos, text: string): TimedStep {
  const { cell } = cost.source;
  return step(name, layer, { kind: "derived", text, ...(cell === undefined ? {} : { cell }) }, duration);
}

/** A row of one call and much time: prof charges a static routine, and a loop, to it. So it is divided by the calls. */
const perIteration = (name: string, cost: Cost): TimedStep =>
  part(
    name,
    "rpc",
    cost,
    Math.round(durationOf(cost) / PROFILED_CALLS),
    `${cost.name}: ${cost.value} ms in 3,000 calls`,
  );

/** Packets that an argument of so many bytes takes, with the headers of UDP and of Sun RPC. */
const piecesOf = (bytes: number): number => fragmentsOf(bytes + UDP_BYTES + CALL_BYTES);
const CALL_BYTES = 40;

/** sendto, to the moment at which the packet leaves the process's hands. */
function sendtoSteps({ sendto: cost, calledBy }: KernelCosts, bytes: number, way: Way): readonly ProfiledStep[] {
  const { place, isStream } = way;
  const { copyByte, sumByte, udpInput, ip, interruptShare } = SUN3_ASSUMED;
  const text = `${cost.name}, less ${udpInput.name}, which is in it locally`;
  const copy = step("sendto: copy the argument", "kernel", copyByte.source, bytes * BYTE);
  const name = isStream ? "sendto: socket and TCP" : "sendto: socket and UDP";
  const output = part(name, "kernel", cost, durationOf(cost) - UDP_INPUT, text);
  const before = [charged(SENDTO, 0, copy, calledBy), charged(SENDTO, 1, output, calledBy)];
  if (skipsIp(way)) return before;
  const summed = isSummed(way) ? (isStream ? bytes : bytes + UDP_BYTES + CALL_BYTES) : 0; // the fit has TCP’s headers
  const sum =
    summed === 0
      ? []
      : [charged(SENDTO, 0, step("sendto: checksum", "kernel", sumByte.source, summed * SUM), calledBy)];
  const pieces = place === "local" ? 1 : piecesOf(bytes);
  const packet = step("sendto: IP", "kernel", ip.source, pieces * IP);
  const { source } = SUN3_CALIBRATED.ethernet;
  const driverSource = { ...source, text: `${source.text}. ${interruptShare.source.text}` };
  const driver = step("sendto: driver of the LANCE", "kernel", driverSource, place === "local" ? 0 : pieces * DRIVER);
  return [...before, ...sum, charged(SENDTO, 0, packet, calledBy), charged(SENDTO, 0, driver, calledBy)];
}

/** The driver's part of the fitted time, for one packet. */
export function driverStep(name: string): TimedStep {
  const { source } = SUN3_CALIBRATED.ethernet;
  const text = `${source.text}. ${SUN3_ASSUMED.interruptShare.source.text}`;
  return step(name, "kernel", { ...source, text }, DRIVER);
}

/** The kernel's interrupts, and what it does for itself. */
export interface KernelSegments extends Sun3Segments {
  /** By the bytes behind the header of IP. */
  readonly udpInput: (bytes: number) => Segment;
  readonly tcpInput: (bytes: number) => Segment;
  /** TCP sends a segment that no process has asked for. */
  readonly ownSend: Segment;
}

export function kernelSegments(recorder: TraceRecorder, place: Place, udpChecksums: boolean): KernelSegments {
  const { source } = SUN3_CALIBRATED.ethernet;
  const shared = { ...source, text: `${source.text}. ${SUN3_ASSUMED.interruptShare.source.text}` };
  const one = (name: string, of: Source, duration: Nanos): Segment =>
    segment(recorder, [step(name, "kernel", of, duration)]);
  const { ip, udpInput, sumByte } = SUN3_ASSUMED;
  const sumOf = (bytes: number): TimedStep => step("The kernel checks the sum", "kernel", sumByte.source, bytes * SUM);
  const ipIn = step("IP takes a packet in", "kernel", ip.source, IP);
  const udpIn = step("UDP takes a packet in", "kernel", udpInput.source, UDP_INPUT);
  const unsummed = segment(recorder, [ipIn, udpIn]);
  return {
    received: one("Interrupt of the LANCE: packet received", shared, INTERRUPT),
    sent: one("Interrupt of the LANCE: packet sent", shared, INTERRUPT),
    udpInput: udpChecksums ? memoized((bytes) => segment(recorder, [ipIn, sumOf(bytes), udpIn])) : () => unsummed,
    tcpInput: memoized((bytes) =>
      segment(recorder, [
        ipIn,
        ...(bytes > TCP_BYTES ? [sumOf(bytes - TCP_BYTES)] : []), // the fit has the headers
        step("TCP finds the connection", "kernel", udpInput.source, UDP_INPUT),
        step("TCP takes a segment in", "kernel", SUN3_CALIBRATED.tcpInput.source, TCP_INPUT),
      ]),
    ),
    ownSend: segment(recorder, [
      step("TCP sends a segment by itself", "kernel", udpInput.source, UDP_INPUT),
      step("TCP’s segment: IP", "kernel", ip.source, IP),
      step("TCP’s segment: driver of the LANCE", "kernel", shared, place === "local" ? 0 : DRIVER),
    ]),
  };
}

/** The work of one process to wait for a datagram and to read it. */
export interface WaitSegments {
  /** Counts the routines that the segments stand for. */
  readonly book: ProfileBook;
  /** select looks at the socket; null for a process that blocks in its read. */
  readonly look: Segment | null;
  readonly doze: Segment;
  readonly rouse: Segment;
  /** By the bytes of its argument. */
  readonly read: (bytes: number) => Segment;
  /** The way of each message to a process of the own machine; without steps where it goes over the Ethernet. */
  readonly afterSend: Segment;
}

/** The work of the client for one call. Bytes are those of the argument. */
export interface ClientSegments extends WaitSegments {
  readonly request: (bytes: number) => Segment;
  readonly resend: (bytes: number) => Segment;
  /** Makes the message, for a program that sends it itself and has no loop of calls. */
  readonly message: (bytes: number) => Segment;
  readonly decode: Segment;
  /** The client's part of a call that is too long to be sent. */
  readonly refuse: (bytes: number) => Segment;
}

/** The work of the server for one request. */
export interface ServerSegments extends WaitSegments {
  readonly take: (compared: number) => Segment;
  /** By the bytes of its results. */
  readonly reply: (bytes: number) => Segment;
  /** The reply is in the cache; so far no program has one whose results have bytes. */
  readonly cached: Segment;
}

const SENDTO = "_sendto";
const RECVFROM = "_recvfrom";
const SELECT = "_select";

/** A process's costs in the kernel, from its own program's profile. */
interface KernelCosts {
  /** The routine that makes the system calls. */
  readonly calledBy: string;
  readonly sendto: Cost;
  readonly recvfrom: Cost;
  readonly select: Cost | null;
}

/** A read that blocks takes the time of a read that finds its datagram, and the time of sleeping. */
const MINIMAL_COSTS: Readonly<Record<Waiting, KernelCosts>> = {
  select: { ...SELECT_PROFILE, calledBy: MAIN },
  block: { calledBy: MAIN, sendto: BLOCKING_PROFILE.sendto, recvfrom: SELECT_PROFILE.recvfrom, select: null },
};

/** The paper has no profile of TCP: its system calls are taken to cost what UDP's cost. */
const COSTS: Readonly<Record<RemoteProgram, Readonly<Record<Waiting, KernelCosts>>>> = {
  "sun-rpc": {
    select: { ...RPC_PROFILE, calledBy: CALL_UDP },
    block: { ...RPC_PROFILE, calledBy: CALL_UDP, select: null },
  },
  udp: MINIMAL_COSTS,
  tcp: MINIMAL_COSTS,
};

function waitSegments(
  book: ProfileBook,
  { select, recvfrom, calledBy }: KernelCosts,
  { place, isStream }: Way,
): WaitSegments {
  const doze = Math.round(SLEEP / 2);
  const sleeping = (name: string, duration: Nanos): Segment =>
    book.segment([
      charged(select === null ? RECVFROM : SELECT, 0, step(name, "kernel", SLEEP_SOURCE, duration), calledBy),
    ]);
  const looking = (cost: Cost): TimedStep =>
    part("select looks at the socket", "kernel", cost, durationOf(cost) - SLEEP, `${cost.name}, less sleeping`);
  const copying = (bytes: number): TimedStep =>
    step("recvfrom: copy the argument", "kernel", SUN3_ASSUMED.copyByte.source, bytes * BYTE);
  const ofSendto = (name: string, { source }: Cost, duration: Nanos): ProfiledStep =>
    charged(SENDTO, 0, step(name, "kernel", source, duration), calledBy);
  const { loopback, udpInput } = SUN3_ASSUMED;
  const handed = ofSendto("sendto: into the other process’s socket", udpInput, UDP_INPUT);
  const looped = {
    ...ofSendto("sendto: loopback interface", loopback, LOOP),
    interrupt: IP + UDP_INPUT + TCP_INPUT,
  };
  return {
    book,
    look: select === null ? null : book.segment([charged(SELECT, 1, looking(select), calledBy)]),
    doze: sleeping("The process goes to sleep", doze),
    rouse: sleeping("The process wakes up", SLEEP - doze),
    read: memoized((bytes) =>
      book.segment([
        charged(RECVFROM, 1, whole("recvfrom", "kernel", recvfrom), calledBy),
        charged(RECVFROM, 0, copying(bytes), calledBy),
      ]),
    ),
    afterSend: book.segment(place === "remote" ? [] : isStream ? [looped] : [handed]),
  };
}

/** A routine of Table 5, called so many times. */
const ofXdr = (routine: string, name: string, cost: Cost, times = 1, calledBy: string | null = null): ProfiledStep =>
  charged(routine, times, ofPart("stub", whole(name, "rpc", cost, times)), calledBy);

/** The routine that encodes an argument of so many bytes. More than four are bytes that are only copied. */
function argumentStep(bytes: number): ProfiledStep {
  if (bytes === 0) return ofXdr("_xdr_void", "Encode the argument (xdr_void)", RPC_PROFILE.xdrVoid);
  if (bytes === 2) return ofXdr("_xdr_short", "Encode the argument (xdr_short)", RPC_PROFILE.xdrShort);
  return ofXdr("_xdr_long", "Encode the argument (xdr_long)", RPC_PROFILE.xdrLong, 1, CALL_UDP);
}

/** The routines for a struct's fields. A string is bytes behind their number, and a bool is an enumeration. */
const STRUCT_STEPS: readonly ProfiledStep[] = [
  ofXdr("_xdr_short", "Encode the struct’s short (xdr_short)", RPC_PROFILE.xdrShort),
  ofXdr("_xdr_bytes", "Encode the struct’s string (xdr_bytes)", RPC_PROFILE.xdrBytes, 1, CALL_UDP),
  ofXdr("_xdr_enum", "Encode the struct’s bool (xdr_enum)", RPC_PROFILE.xdrEnum, 1, CALL_UDP),
];

/** How often each routine runs for one reply: the calls of Table 5, divided by the 3,000 calls. */
const DECODE: readonly ProfiledStep[] = [
  ofXdr("_xdrmem_create", "Make a stream of the reply (xdrmem_create)", RPC_PROFILE.xdrmemCreate),
  ofXdr("_bcopy", "Copy bytes of the reply (bcopy)", RPC_PROFILE.bcopy),
  ofXdr("_xdr_replymsg", "Decode the reply (xdr_replymsg)", RPC_PROFILE.xdrReplymsg),
  ofXdr("_xdr_union", "Decode the reply (xdr_union)", RPC_PROFILE.xdrUnion),
  ofXdr("_xdr_accepted_reply", "Decode the reply (xdr_accepted_reply)", RPC_PROFILE.xdrAcceptedReply),
  ofXdr("_xdr_opaque_auth", "Decode the reply (xdr_opaque_auth)", RPC_PROFILE.xdrOpaqueAuth),
  ofXdr("_xdr_bytes", "Decode the reply (xdr_bytes)", RPC_PROFILE.xdrBytes),
  ofXdr("_xdr_enum", "Decode four enumerations (xdr_enum)", RPC_PROFILE.xdrEnum, 4),
  ofXdr("_xdr_long", "Decode four enumerations (xdr_long)", RPC_PROFILE.xdrLong, 4, "_xdr_enum"),
  ofXdr("_xdr_u_long", "Decode two numbers (xdr_u_long)", RPC_PROFILE.xdrULong, 2),
  ofXdr("_xdr_void", "Decode the result (xdr_void)", RPC_PROFILE.xdrVoid),
  charged("seterr_reply", 1, whole("See how the call ended (seterr_reply)", "rpc", RPC_PROFILE.seterrReply)),
];

/** The turns of a loop of C calls: the loop, and the calls in it. An argument of more than four bytes is an address. */
export function loopSegment(recorder: TraceRecorder, bytes: number, turns: number): Segment {
  const { emptyLoop, noArgument, twoBytes, fourBytes } = SUN3;
  const call = bytes === 0 ? noArgument : bytes <= 2 ? twoBytes : fourBytes;
  const text = `${call.source.text}, less the empty loop`;
  const turnNs = (cost: Cost): number => Math.round(turns * cost.value * 1000);
  return segment(recorder, [
    ofPart("program", step("The turns of the empty loop", "rpc", emptyLoop.source, turnNs(emptyLoop))),
    ofPart("program", part("The calls of the C function", "rpc", call, turnNs(call) - turnNs(emptyLoop), text)),
  ]);
}

/** The way of a message to the other process. */
interface Way {
  readonly place: Place;
  /** Whether it goes over a connection of TCP; else it is a datagram. */
  readonly isStream: boolean;
  readonly udpChecksums: boolean;
}

const isSummed = ({ isStream, udpChecksums }: Way): boolean => isStream || udpChecksums;

/** A datagram to the own machine is put into the other process's socket by sendto itself. */
const skipsIp = ({ place, isStream }: Way): boolean => place === "local" && !isStream;

/** The segments of a process depend on these. */
interface SegmentOptions extends Way {
  readonly program: RemoteProgram;
  readonly waiting: Waiting;
  readonly form: ArgumentForm;
  /** The parts of Sun RPC's work that the program does. */
  readonly dispatching: boolean;
  readonly xdr: boolean;
}

export function clientSegments(
  recorder: TraceRecorder,
  { program, waiting, place, isStream, udpChecksums, form, dispatching, xdr }: SegmentOptions,
): ClientSegments {
  const book = new ProfileBook(recorder);
  const isRpc = program === "sun-rpc";
  const way = { place, isStream, udpChecksums };
  const costs = COSTS[program][waiting];
  const main = isRpc ? RPC_PROFILE.main : waiting === "select" ? SELECT_PROFILE.main : BLOCKING_PROFILE.main;
  const { callrpc, strcmp, clntudpCreate } = RPC_PROFILE;
  const loop = charged(MAIN, 0, ofPart("program", perIteration("The program’s loop", main)));
  const dispatch: readonly ProfiledStep[] = [
    charged("_callrpc", 1, whole("Find the handle of the server’s program (callrpc)", "rpc", callrpc)),
    charged("_strcmp", 1, whole("Compare the server’s name (strcmp)", "rpc", strcmp)),
  ];
  const maker = isStream ? "clnttcp_call" : "clntudp_call";
  const make = charged("_clntudp_create", 0, perIteration(`Make the call message (${maker})`, clntudpCreate));
  const message = (bytes: number): readonly ProfiledStep[] => [
    ...(isRpc ? [make] : []),
    ...(xdr ? (form === "struct" ? STRUCT_STEPS : [argumentStep(bytes)]) : []),
  ];
  const stub = (bytes: number): readonly ProfiledStep[] => [loop, ...(dispatching ? dispatch : []), ...message(bytes)];
  return {
    ...waitSegments(book, costs, way),
    request: memoized((bytes) => book.segment([...stub(bytes), ...sendtoSteps(costs, bytes, way)])),
    resend: memoized((bytes) => book.segment(sendtoSteps(costs, bytes, way))),
    message: memoized((bytes) => book.segment(message(bytes))),
    decode: book.segment(xdr ? DECODE : []),
    refuse: memoized((bytes) => book.segment(stub(bytes))),
  };
}

const SERVER_TEXT = "The paper profiles the client alone. The server’s share is taken to be the client’s: ours";

/** XDR at the server: as much as at the client, half for the call and half for the reply. */
const CLIENT_XDR = DECODE.reduce((sum, { duration }) => sum + duration, durationOf(RPC_PROFILE.xdrVoid));
const SERVER_XDR = Math.round(CLIENT_XDR / 2);
const SERVER_XDR_SOURCE: Source = { kind: "assumed", text: `${SERVER_TEXT}. Half of it decodes, half encodes` };

export function serverSegments(
  recorder: TraceRecorder,
  { program, place, isStream, udpChecksums, dispatching, xdr }: Omit<SegmentOptions, "waiting" | "form">,
): ServerSegments {
  const book = new ProfileBook(recorder);
  const way = { place, isStream, udpChecksums };
  const costs = COSTS[program][program === "sun-rpc" ? "select" : "block"];
  const coding = (name: string): ProfiledStep =>
    charged("xdr", 1, ofPart("stub", step(name, "rpc", SERVER_XDR_SOURCE, xdr ? SERVER_XDR : 0)));
  const { compare, cacheLookup } = SUN3_ASSUMED;
  return {
    ...waitSegments(book, costs, way),
    take: memoized((compared) =>
      book.segment([
        coding("Decode the call (XDR)"),
        charged("svc_getreq", 1, whole("Search the list of procedures", "rpc", compare, dispatching ? compared : 0)),
      ]),
    ),
    reply: memoized((bytes) => book.segment([coding("Encode the reply (XDR)"), ...sendtoSteps(costs, bytes, way)])),
    cached: book.segment([
      charged("cache", 1, whole("Find the reply in the cache", "rpc", cacheLookup)),
      ...sendtoSteps(costs, 0, way),
    ]),
  };
}

/**
 * The Sun 3/50 as a table of costs: what prof found in the client's routines (Elliott & Nutt 1989, Tables 4a, 4b, 5)
 * and what a call of a C function takes (Table 2). The profiles were made of local calls and see the client's process
 * alone. What a packet takes on the Ethernet, and what the server takes, is fitted or assumed below.
 */
import type { CellAddress } from "../kernel/trace-data.ts";
import { assumed, calibrated, printed, standard, type Cost, type CostTable } from "./cost.ts";

type Profile = "4a" | "4b" | "5";

/** A routine's time for each of its calls, as prof prints it. */
const routine = (profile: Profile, name: string, ms: number): Cost =>
  printed(`Table ${profile}, ${name}`, ms, "ms", `Table ${profile}, ${name}`, {
    paper: "enutt",
    table: `table-${profile}`,
    row: { routine: name },
    column: "msPerCall",
  });

/** Table 4a: the minimal program over UDP, which blocks in its read. */
export const BLOCKING_PROFILE = {
  sendto: routine("4a", "_sendto", 1.72),
  recvfrom: routine("4a", "_recvfrom", 0.69),
  main: routine("4a", "_main", 60),
} as const;

/** Table 4b: the same program with select. */
export const SELECT_PROFILE = {
  sendto: routine("4b", "_sendto", 1.63),
  select: routine("4b", "_select", 0.67),
  recvfrom: routine("4b", "_recvfrom", 0.4),
  main: routine("4b", "_main", 60),
} as const;

/** Table 5: Sun RPC. */
export const RPC_PROFILE = {
  sendto: routine("5", "_sendto", 1.78),
  recvfrom: routine("5", "_recvfrom", 0.73),
  select: routine("5", "_select", 0.69),
  xdrmemCreate: routine("5", "_xdrmem_create", 0.17),
  clntudpCreate: routine("5", "_clntudp_create", 439.98),
  xdrLong: routine("5", "_xdr_long", 0.02),
  callrpc: routine("5", "_callrpc", 0.07),
  main: routine("5", "_main", 179.99),
  xdrAcceptedReply: routine("5", "_xdr_accepted_reply", 0.05),
  xdrEnum: routine("5", "_xdr_enum", 0.01),
  bcopy: routine("5", "_bcopy", 0.04),
  strcmp: routine("5", "_strcmp", 0.04),
  xdrBytes: routine("5", "_xdr_bytes", 0.03),
  xdrOpaqueAuth: routine("5", "_xdr_opaque_auth", 0.03),
  xdrUnion: routine("5", "_xdr_union", 0.03),
  seterrReply: routine("5", "seterr_reply", 0.02),
  xdrReplymsg: routine("5", "_xdr_replymsg", 0.01),
  xdrULong: routine("5", "_xdr_u_long", 0.01),
  xdrVoid: routine("5", "_xdr_void", 0.01),
  xdrShort: routine("5", "_xdr_short", 0.02),
} as const;

const CLOCK: CellAddress = { paper: "enutt", table: "text", row: { key: "clockGranularityUs" }, column: "value" };

/** The time of a turn of a loop in C, as the loop of a million turns gave it: empty, or with a call in it. */
const loop = (name: string, value: number, column: string): Cost =>
  printed(name, value, "us", `Table 2, a million turns, ${name.toLowerCase()}`, {
    paper: "enutt",
    table: "table-2",
    row: { iterations: 1_000_000 },
    column,
  });

export const SUN3 = {
  clockUnit: printed("Unit in which programs read their processor time", 16_667, "us", "Section 3.2", CLOCK),
  emptyLoop: loop("Empty loop", 1.233284, "emptyLoopUs"),
  noArgument: loop("Call without an argument", 4.133168, "noArgUs"),
  twoBytes: loop("Call with two bytes", 5.449782, "twoByteUs"),
  fourBytes: loop("Call with four bytes", 4.866472, "fourByteUs"),
} as const;

/** Every printed number that a Sun 3/50 repeats: a test compares each with its cell. */
export const SUN3_COSTS: readonly Cost[] = [
  ...Object.values(BLOCKING_PROFILE),
  ...Object.values(SELECT_PROFILE),
  ...Object.values(RPC_PROFILE),
  ...Object.values(SUN3),
];

/** The calls that each profile counts: three loops of 1000. */
export const PROFILED_CALLS = 3000;

/**
 * What the source of SunOS 3.4 says of its kernel and its library. The paper names no release; its dates fit 3.x.
 */
export const SUNOS = {
  clockInterrupt: standard(
    "Interrupt of the clock",
    20,
    "ms",
    "SunOS 3.4, conf.common/param.c: HZ is 50. Processor time is counted in these, and read in 60ths of a second",
  ),
  receiveRing: standard("LANCE: receive buffers", 32, "packets", "SunOS 3.4, sunif/if_le.c"),
  transmitRing: standard("LANCE: transmit buffers", 16, "packets", "SunOS 3.4, sunif/if_le.c"),
  sendQueue: standard("Packets that wait for a transmit buffer", 50, "packets", "4.2BSD, net/if.h: IFQ_MAXLEN"),
  udpSocket: standard("Receive buffer of a UDP socket", 9000, "bytes", "SunOS 3.4, netinet/udp_usrreq.c"),
  tcpSocket: standard("TCP: buffer of a socket, and so its window", 4096, "bytes", "SunOS 3.4, netinet/tcp_usrreq.c"),
  tcpSegment: standard("TCP: data in a segment, at most", 1024, "bytes", "4.2BSD, netinet/tcp_subr.c"),
  tcpDelayed: standard("TCP: an acknowledgement waits for data", 200, "ms", "SunOS 3.4, netinet/tcp_timer.h"),
  tcpLeast: standard("TCP: least time before a segment goes again", 1000, "ms", "SunOS 3.4, netinet/tcp_timer.h"),
  tcpRoundTrip: standard("TCP: round trip, as it is taken first", 3000, "ms", "SunOS 3.4, netinet/tcp_timer.h"),
  tcpBeta: standard("TCP: a segment goes again after so many round trips", 2, "", "RFC 793, section 3.7: beta"),
  tcpOpens: standard("TCP: a connection that does not open is given up after", 45_000, "ms", "SunOS 3.4, tcp_timer.h"),
  tcpLingers: standard("TCP: TIME-WAIT", 30_000, "ms", "SunOS 3.4, netinet/tcp_timer.h: twice 15 s"),
} as const;

/** The three fitted constants. */
export const SUN3_CALIBRATED = {
  ethernet: calibrated(
    "LANCE: driver, and interrupt of a packet sent",
    1.47,
    "ms",
    "Fitted to the remote call of the minimal program over UDP without arguments, with a blocking read. The clock " +
      "must show 3.9 ms of processor time there",
    {
      paper: "enutt",
      table: "table-3",
      row: { machine: "remote", mode: "block", program: 3, argument: "none" },
      column: "usPerIteration",
    },
  ),
  tcpInput: calibrated(
    "TCP takes a segment in, beyond what UDP takes for a datagram",
    0.634,
    "ms",
    "Fitted to the local call of the minimal program over TCP without arguments, with a blocking read",
    {
      paper: "enutt",
      table: "table-3",
      row: { machine: "local", mode: "block", program: 4, argument: "none" },
      column: "usPerIteration",
    },
  ),
  otherWorkEvery: calibrated(
    "Time from one file that others read or write by NFS to the next, in the mean",
    9000,
    "ms",
    "Fitted to the spread of 25 runs around their mean in Table 1",
    { paper: "enutt", table: "text", row: { key: "table1Spread" }, column: "value" },
  ),
} as const;

/** Costs that a simulation needs and the paper does not say. None of these was fitted. */
export const SUN3_ASSUMED = {
  ip: assumed(
    "IP: one packet, out or in",
    0.2,
    "ms",
    "A call of a program on the own machine skips IP (udp_fastloop), so no profile has it. Ours",
  ),
  udpInput: assumed(
    "UDP puts a datagram into its socket, and wakes the process that reads there",
    0.2,
    "ms",
    "On one machine sendto itself puts the datagram into the other process’s socket. How much of it that is, is ours",
  ),
  loopback: assumed(
    "Loopback interface",
    0.05,
    "ms",
    "It puts TCP’s packets into the input queue. UDP does without it (SunOS 3.4, netinet/udp_usrreq.c)",
  ),
  interruptShare: assumed(
    "Share of the interrupt in the fitted time of driver and interrupt",
    1 / 3,
    "of it",
    "The driver copies the packet into its ring, the interrupt only takes it out. The interrupt of a packet received " +
      "takes as long",
  ),
  compare: assumed(
    "The server compares one entry of its list of procedures",
    5,
    "us",
    "Seven or eight instructions at about 1.5 MIPS. The paper gives the law, not the time",
  ),
  cacheLookup: assumed("Look into the cache of replies", 50, "us", "About a hundred instructions at 1.5 MIPS"),
  copyByte: assumed(
    "Copy a byte of the argument into the kernel or out of it",
    0.5,
    "us",
    "It is moved twice, by way of the interface’s buffers. The profiles have no argument of more than four bytes",
  ),
  sumByte: assumed(
    "Add a byte into a checksum",
    0.25,
    "us",
    "Additions with carry on a 68020 at 15 MHz. TCP has it always, UDP only where its checksums are on",
  ),
  nfsBlocks: assumed(
    "NFS: blocks of 8 KB in a file that other programs of the client read or write",
    12,
    "blocks",
    "The machine is a client of NFS, the paper says. How large its files are is ours",
  ),
  nfsWrites: assumed(
    "NFS: share of the files that are written",
    0.25,
    "of them",
    "Ousterhout and others 1985 saw three to four times as many bytes read as written on 4.2BSD",
  ),
  nfsCall: assumed(
    "NFS: the kernel makes a call, or takes a reply, without the bytes",
    0.6,
    "ms",
    "XDR in the kernel: about what the profile has for the library’s",
  ),
  nfsRetry: assumed("NFS: a call is sent again after", 1000, "ms", "SunOS began with 0.7 s and doubled that"),
  nfsTotal: assumed("NFS: a file is left alone after", 1, "min", "A hard mount of SunOS would go on for ever"),
  diskAccess: assumed(
    "File server: one access to its disk",
    25,
    "ms",
    "A disk of the time: 18 ms to the track in the mean, half a turn of 17 ms",
  ),
  fileCache: assumed(
    "File server: share of the blocks read that lie in its memory",
    0.5,
    "of them",
    "We know no share. Half of them is ours",
  ),
  diskWrites: assumed(
    "File server: accesses to its disk before it answers a WRITE",
    2,
    "accesses",
    "RFC 1094: data must be on the disk before the reply. The data, and the file’s own block",
  ),
  networkMbps: assumed(
    "Ethernet",
    10,
    "Mbit/s",
    "The paper says Ethernet; the LANCE of a Sun 3/50 has this speed alone",
  ),
  cableMetres: assumed(
    "Cable between two machines",
    50,
    "m",
    "Both machines stand in one building. The cable adds less than a microsecond",
  ),
} as const;

export const COST_TABLES: readonly CostTable[] = [
  {
    of: "Sun 3/50",
    title: "What the paper prints",
    note: "Repeated from the profiles; a test compares each with its cell. All are the client’s.",
    costs: SUN3_COSTS,
    rules: "engine/hardware/sun3.ts",
  },
  {
    of: "Sun 3/50",
    title: "What SunOS says",
    note: "Facts of the system’s source. None of them was fitted.",
    costs: Object.values(SUNOS),
  },
  {
    of: "Sun 3/50",
    title: "Calibrated",
    note: "Fitted to one cell, so what that cell says is no prediction.",
    costs: Object.values(SUN3_CALIBRATED),
  },
  {
    of: "Sun 3/50",
    title: "Assumed",
    note: "What a simulation needs and the paper does not say. None was fitted.",
    costs: Object.values(SUN3_ASSUMED),
  },
];

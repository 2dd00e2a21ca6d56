/** The words of the lab, one or two sentences each, in our own words. */
export interface Term {
  readonly term: string;
  readonly what: string;
  /** The words in figures, lists and forms that it explains; left out where a figure's word means something else. */
  readonly in?: readonly string[];
}

export const GLOSSARY: readonly Term[] = [
  {
    term: "acknowledgement",
    what: "A packet that says only that another packet has come.",
    in: ["acknowledgement", "acknowledgements"],
  },
  { term: "activity", what: "One thread of a caller, as the server knows it. It has at most one call at a time." },
  {
    term: "ARG, argument descriptor",
    what: "What RP2Gen writes down of one parameter: its direction, type and size. MultiRPC reads it at run time.",
    in: ["descriptor", "descriptors"],
  },
  {
    term: "at most once",
    what: "The promise that a call runs once or not at all, and never twice, even when its fate is unknown.",
  },
  {
    term: "AWAITREQUEST",
    what: "A server’s connection of RPC2 that waits for the client’s next request.",
    in: ["AWAITREQUEST"],
  },
  {
    term: "BIND",
    what: "The procedure with which RPC2 opens a connection between a client and a server.",
    in: ["bind", "bound", "BIND", "INIT1", "INIT2"],
  },
  {
    term: "binding",
    what: "What a caller holds after it has found a server: the server’s place, and its incarnation.",
  },
  {
    term: "bundle",
    what: "In FlexRPC, the results of a callee and of all callees behind it, which it sends on together.",
    in: ["bundle", "bundles"],
  },
  { term: "BUSY", what: "A packet that says: I have your request and still work on it.", in: ["BUSY", "busy packet"] },
  {
    term: "calibrated",
    what: "Fitted to a published number, so agreement with this number proves nothing about the simulation.",
  },
  {
    term: "call table",
    what: "The table in which a run time notes the calls that it waits for or has served, one row for each.",
    in: ["call table", "register"],
  },
  {
    term: "callback",
    what: "The promise of a file server to tell a workstation when a file that it keeps a copy of has changed.",
    in: ["callback", "callbacks"],
  },
  { term: "callee", what: "A machine that is called. FlexRPC calls many at once.", in: ["callee", "callees"] },
  { term: "cancelled", what: "How a call ends that its caller gives up on purpose." },
  {
    term: "checksum",
    what: "A sum over all bytes of a packet, which shows whether a byte was changed on the way.",
    in: ["checksum", "checksums"],
  },
  { term: "closed loop", what: "A load where each caller makes its next call as soon as the last has returned." },
  {
    term: "controller",
    what: "The hardware between a machine’s bus and the network. The controller of a Firefly is called DEQNA.",
  },
  {
    term: "critical path",
    what: "The chain of steps and waits that makes up the time of a call: each one enables the next.",
    in: ["critical path"],
  },
  { term: "demultiplexing", what: "Finding the waiting thread that an arriving packet is for.", in: ["demultiplex"] },
  {
    term: "DEQNA",
    what: "The Ethernet controller of a Firefly. It moves packets between the QBus and the network.",
    in: ["DEQNA", "QBus/controller"],
  },
  { term: "DES", what: "A cipher of 1977, which encrypts blocks of 8 bytes.", in: ["DES"] },
  { term: "deviation", what: "How far an answer is from the paper’s answer, in percent of the paper’s." },
  {
    term: "DMA",
    what: "Direct memory access: a controller reads and writes memory by itself, without a processor.",
    in: ["DMA"],
  },
  { term: "Dorado", what: "A fast workstation at Xerox, for one person. Cedar ran on it.", in: ["Dorado", "Dorados"] },
  {
    term: "duplicate",
    what: "A packet that arrives a second time, because it was sent again or copied on the way.",
    in: ["duplicate"],
  },
  {
    term: "Ender",
    what: "The part of the caller’s run time that gives the packet buffer back when a call is over.",
    in: ["Ender"],
  },
  { term: "erratum", what: "A place where a paper’s numbers do not fit together. A computation shows it." },
  {
    term: "fast path",
    what: "The way of a packet that a thread waits for: the interrupt routine itself wakes this thread.",
    in: ["fast path"],
  },
  { term: "fault script", what: "The list of what goes wrong in a run, one line for each fault." },
  { term: "fragment", what: "One of the packets that carry a call or a result too large for a single one." },
  { term: "goodput", what: "The calls a second that come back with a result in time.", in: ["goodput"] },
  {
    term: "handle",
    what: "The number by which one side of RPC2 names a connection. Each side has its own; the peer is the other side.",
    in: ["remote handle", "local handle", "peer’s handle"],
  },
  {
    term: "hint",
    what: "A value that is often right and saves a search. Whoever uses it checks it first.",
    in: ["a hint", "hint"],
  },
  { term: "identity", what: "A number that follows from inputs by adding or dividing. It predicts nothing." },
  {
    term: "implicit acknowledgement",
    what: "A packet that is sent anyway, and that also shows that an earlier packet came.",
  },
  {
    term: "incarnation",
    what: "One life of a server, from its start to its end. All that it knew ends with it.",
    in: ["incarnation"],
  },
  { term: "input", what: "A published cost, count or size that models and simulations take from the paper." },
  {
    term: "interprocessor interrupt",
    what: "A signal by which one processor interrupts another in the same machine.",
    in: ["interprocessor interrupt", "interrupt CPU 0"],
  },
  {
    term: "interrupt",
    what: "A signal that makes a processor leave its work to handle an event, such as a packet that has come.",
    in: ["interrupt", "interrupts"],
  },
  {
    term: "Lamport clock",
    what: "A counter in each message that grows with each event. So an event counts less than what follows from it.",
    in: ["Lamport clock"],
  },
  {
    term: "LANCE",
    what: "The Ethernet controller of a Sun 3. It reads and writes packets in memory by itself.",
    in: ["LANCE"],
  },
  { term: "latency", what: "The time from the first instruction of a call to its return.", in: ["latency"] },
  {
    term: "load by other hosts",
    what: "The share of its time for which the network carries packets of machines that take no part in the call.",
    in: ["load by other hosts"],
  },
  {
    term: "LWP",
    what: "Lightweight process: one of several threads of control in one Unix process. RPC2 makes them by itself.",
    in: ["LWP", "LWPs"],
  },
  {
    term: "marshalling",
    what: "Putting arguments or results into a packet, and taking them out again.",
    in: ["marshal", "unmarshal", "marshalling"],
  },
  {
    term: "MaxArg",
    what: "The test procedure that takes one full packet of data and returns nothing.",
    in: ["MaxArg"],
  },
  {
    term: "MaxResult",
    what: "The test procedure that takes nothing and returns one full packet of data.",
    in: ["MaxResult"],
  },
  {
    term: "MIPS",
    what: "Millions of instructions a second: a rough speed of a machine.",
    in: ["MIPS"],
  },
  { term: "model", what: "The paper’s own arithmetic as a Python file that can be read, changed and run." },
  { term: "Modula-2+", what: "The language of the Firefly’s programs and stubs.", in: ["Modula-2+"] },
  {
    term: "NAK",
    what: "Negative acknowledgement: a packet by which RPC2 refuses a request or a connection.",
    in: ["NAK", "negative acknowledgement"],
  },
  { term: "Nub", what: "The kernel of a Firefly’s operating system. A program enters it by a trap.", in: ["Nub"] },
  {
    term: "Null()",
    what: "The procedure that does nothing. So a call of Null() costs only what calling costs.",
    in: ["Null", "Null()"],
  },
  { term: "offered load", what: "The calls a second that callers ask for.", in: ["offered load"] },
  {
    term: "opcode",
    what: "The number in a packet’s header that says which procedure is called, or what kind of packet it is.",
    in: ["opcode"],
  },
  {
    term: "p50, p95, p99",
    what: "Half of the calls take no longer than p50, 95 of 100 no longer than p95, and 99 of 100 no longer than p99.",
    in: ["p50", "p95", "p99"],
  },
  {
    term: "padding",
    what: "Bytes of zero that fill a value up to a whole unit. XDR and RPC2 have units of four bytes.",
    in: ["padding"],
  },
  { term: "pin", what: "A run that the bench keeps, so that other runs can be compared with it." },
  { term: "predicted", what: "Computed without the number that it is compared with." },
  { term: "probe", what: "A packet with which a caller asks whether the server still works on a call.", in: ["probe"] },
  {
    term: "prod",
    what: "To tell the Ethernet controller that a packet waits for it.",
    in: ["prod", "activate Ethernet controller"],
  },
  {
    term: "protocol",
    what: "The rules by which two machines send packets: which packets there are, and what answers each of them.",
    in: ["protocol"],
  },
  {
    term: "Pup",
    what: "The packet of Xerox’s networks. Its header says where it goes, and a checksum follows its data.",
    in: ["Pup"],
  },
  {
    term: "QBus",
    what: "The bus for input and output of a Firefly. Only CPU 0 reaches it.",
    in: ["QBus", "QBus/controller"],
  },
  {
    term: "Receiver",
    what: "The part of the server’s run time that takes a call’s packet and sends the result’s.",
    in: ["Receiver"],
  },
  {
    term: "recvfrom",
    what: "The system call with which a process takes a packet out of a socket.",
    in: ["recvfrom"],
  },
  { term: "refused", what: "How a call ends that a server, or a breaker before it, turns away." },
  { term: "reject", what: "The answer to a call whose binding belongs to an earlier incarnation." },
  {
    term: "relay efficiency",
    what: "The time in which a callee receives a packet, divided by the time in which it forwards it. One is ideal.",
    in: ["relay efficiency", "relay efficiencies"],
  },
  {
    term: "residual",
    what: "How far an answer is from the measured value, in percent.",
    in: ["residual", "residuals"],
  },
  {
    term: "retransmission",
    what: "Sending a packet again, because no answer came in time.",
    in: ["retransmission", "sent again"],
  },
  {
    term: "RP2Gen",
    what: "The stub compiler of RPC2. It reads a specification and writes stubs and argument descriptors.",
  },
  { term: "run", what: "One simulation. Experiment, parameters, seed and faults decide all of it." },
  { term: "run time", what: "The part of an RPC system between the stubs and the packets.", in: ["run time"] },
  { term: "saturation", what: "The load from which on more callers make no more calls a second." },
  { term: "seed", what: "The number that a run’s random streams start from.", in: ["seed"] },
  { term: "segment", what: "One packet of a TCP connection.", in: ["segment", "segments"] },
  {
    term: "select",
    what: "The system call with which a process waits for packets, or until a time has passed.",
    in: ["select"],
  },
  {
    term: "sequence number",
    what: "The count of an activity’s calls. It tells new calls, duplicates and late ones apart.",
  },
  { term: "SFTP", what: "The protocol of RPC2 that moves a whole file as a part of a call.", in: ["SFTP"] },
  { term: "simulated", what: "Computed by running the protocol on a machine whose every step has a cost." },
  {
    term: "slow path",
    what: "The way of a packet that no thread waits for: a thread of the operating system finds its receiver.",
    in: ["slow path"],
  },
  { term: "socket", what: "The place in the kernel where packets wait for a process.", in: ["socket"] },
  { term: "Starter", what: "The part of the caller’s run time that gets a packet buffer for a call.", in: ["Starter"] },
  { term: "step", what: "A piece of work with a name, a place and a cost whose source can be named." },
  { term: "store and forward", what: "Sending nothing on before all of it has come." },
  {
    term: "stub",
    what: "The procedure that stands for a remote one: it marshals, calls the run time, and unmarshals.",
    in: ["stub", "stubs"],
  },
  {
    term: "subsystem",
    what: "The procedures of RPC2 that are called over one connection. A program offers one subsystem or several.",
    in: ["subsystem", "Subsystem"],
  },
  {
    term: "Table I, Table II …",
    what: "The table of the paper that a time comes from. The papers place shows it in full.",
    in: ["Table", "Tables"],
  },
  {
    term: "Text.T",
    what: "The type of a text in Modula-2+. Its value is a pointer; NIL points to no text.",
    in: ["Text.T"],
  },
  { term: "throughput", what: "Application data carried each second, without headers.", in: ["throughput"] },
  {
    term: "token ring",
    what: "A network on which a machine may send only while it holds the token.",
    in: ["token ring"],
  },
  { term: "trace", what: "The record of a run: every step, packet and change of state, with what caused it." },
  { term: "trace hash", what: "Sixteen hexadecimal digits made of a whole trace; equal digits mean the same run." },
  {
    term: "transport control",
    what: "The byte of a Pup that counts the gateways which it has passed. On one network it stays zero.",
    in: ["transport control"],
  },
  {
    term: "Transporter",
    what: "The part of the caller’s run time that sends the call’s packet and takes the result’s.",
    in: ["Transporter"],
  },
  { term: "trap", what: "An instruction with which a program enters the kernel.", in: ["trap"] },
  {
    term: "trial",
    what: "One of several equal calls, or series of calls, that a run makes one after another to take their mean.",
    in: ["trial", "trials"],
  },
  {
    term: "twin",
    what: "A second run beside the first, step by step, to show what differs.",
    in: ["twin", "twins"],
  },
  {
    term: "UDP",
    what: "The protocol under these calls. Its header names sender and receiver and holds a checksum.",
    in: ["UDP"],
  },
  {
    term: "VAR IN, VAR OUT",
    what: "Arguments of Modula-2+ that stay in memory: one is only read by the procedure, the other only written.",
    in: ["VAR IN", "VAR OUT"],
  },
  {
    term: "wake-up",
    what: "Making a waiting thread ready to run. It is one of the most expensive steps of a call.",
    in: ["wake up", "wake-up", "wakes"],
  },
  {
    term: "wasted",
    what: "How a call ends whose caller has left without a result, and which a server serves all the same.",
  },
  { term: "waterfall", what: "The steps of one call under each other in time. They add up to the time of the call." },
];

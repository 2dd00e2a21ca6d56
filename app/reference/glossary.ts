/** The words of the lab, one sentence each, in our own words. */
interface Term {
  readonly term: string;
  readonly what: string;
}

export const GLOSSARY: readonly Term[] = [
  { term: "acknowledgement", what: "A packet that says only that another one has come." },
  { term: "activity", what: "One thread of a caller as the server knows it: it has at most one call under way." },
  { term: "at most once", what: "The promise that a call whose fate is unknown ran once or not at all, never twice." },
  {
    term: "binding",
    what: "What a caller holds after it has found a server: where it is, and which incarnation of it.",
  },
  {
    term: "calibrated",
    what: "Fitted to a published number, so agreement with this number proves nothing about the simulation.",
  },
  {
    term: "call table",
    what: "Where a run time notes the calls that it waits for, or that it has served, one row each.",
  },
  { term: "closed loop", what: "A load where each caller makes its next call as soon as the last has returned." },
  { term: "controller", what: "The hardware between a machine’s bus and the network; the Firefly’s is called DEQNA." },
  {
    term: "critical path",
    what: "The chain of steps and waits that a call’s time is made of, each enabled by the one before.",
  },
  { term: "demultiplexing", what: "Finding out which waiting thread an arriving packet is for." },
  { term: "deviation", what: "How far an answer is from the paper’s, in percent of the paper’s." },
  { term: "duplicate", what: "A packet that arrives a second time, sent again or copied on the way." },
  { term: "Ender", what: "The part of the caller’s run time that gives the packet buffer back when a call is over." },
  { term: "erratum", what: "A place where a paper’s numbers do not fit together, shown by a sum." },
  {
    term: "fast path",
    what: "The way of a packet that a waiting thread expects: the interrupt routine wakes that thread itself.",
  },
  { term: "fault script", what: "The list of what goes wrong in a run, one line for each fault." },
  { term: "fragment", what: "One of the packets that carry a call or a result too large for a single one." },
  {
    term: "identity",
    what: "A number that follows from inputs by adding or dividing; it tests the wiring and predicts nothing.",
  },
  { term: "implicit acknowledgement", what: "A packet that had to be sent anyway and shows that an earlier one came." },
  { term: "incarnation", what: "One life of a server between its start and its end; what it knew dies with it." },
  { term: "input", what: "A published cost, count or size that models and simulations are given." },
  { term: "latency", what: "The time from a call’s first instruction to its return." },
  { term: "marshalling", what: "Putting arguments or results into a packet, and taking them out again." },
  { term: "MaxArg", what: "The test procedure that takes one full packet of data and returns nothing." },
  { term: "MaxResult", what: "The test procedure that takes nothing and returns one full packet of data." },
  { term: "model", what: "The paper’s own arithmetic as a Python file that can be read, changed and run." },
  { term: "Null()", what: "The procedure that does nothing, so that a call of it costs only what calling costs." },
  { term: "predicted", what: "Computed without the number that it is compared with." },
  { term: "probe", what: "A packet by which a caller asks whether the server is still at work." },
  { term: "Receiver", what: "The part of the server’s run time that takes a call’s packet and sends the result’s." },
  { term: "reject", what: "The answer to a call whose binding belongs to an earlier incarnation." },
  { term: "retransmission", what: "Sending a packet again because nothing was heard of it in time." },
  { term: "run", what: "One simulation, decided wholly by experiment, parameters, seed and faults." },
  { term: "run time", what: "The part of an RPC system between the stubs and the packets." },
  { term: "saturation", what: "The load beyond which more callers bring no more calls a second." },
  { term: "seed", what: "The number that a run’s random streams start from." },
  {
    term: "sequence number",
    what: "The count of an activity’s calls, by which new ones, duplicates and late ones are told apart.",
  },
  { term: "simulated", what: "Computed by letting the protocol run on a machine whose every step has a cost." },
  {
    term: "slow path",
    what: "The way of a packet that no waiting thread expects: a thread of the operating system sorts it out.",
  },
  { term: "Starter", what: "The part of the caller’s run time that gets a packet buffer for a call." },
  { term: "step", what: "A piece of work with a name, a place and a cost whose source can be named." },
  { term: "store and forward", what: "Sending nothing on before all of it has arrived." },
  {
    term: "stub",
    what: "The procedure that stands for a remote one: it marshals, calls the run time, and unmarshals.",
  },
  { term: "throughput", what: "Application data carried per second, headers not counted." },
  { term: "trace", what: "The record of a run: every step, packet and change of state, with what caused it." },
  { term: "trace hash", what: "Sixteen hexadecimal digits made of a whole trace; equal digits mean the same run." },
  {
    term: "Transporter",
    what: "The part of the caller’s run time that sends the call’s packet and takes the result’s.",
  },
  { term: "wakeup", what: "Making a thread that waits ready to run, one of the dearest steps of a call." },
  { term: "waterfall", what: "The steps of one call under each other in time, which add up to what it took." },
];

/** The parameters and the measures of a broadcast of Sun RPC. */
import { bytes } from "../../common-params.ts";
import { number } from "../../params.ts";
import type { MeasureTable, Values } from "../../types.ts";

export const BROADCAST_PARAMS = {
  serverMs: number({
    group: "workload",
    label: "Procedure waits",
    unit: "ms",
    min: 0,
    max: 20_000,
    default: 0,
    why:
      "As for a disk. A portmapper waits 5 s for the program on its machine, so nobody answers where the procedure " +
      "waits longer.",
    stretches: { name: "procedure", wait: "end of the procedure" },
  }),
  argumentBytes: bytes({
    label: "Argument",
    max: 1500,
    default: 0,
    why: "Call and argument have to fit a message of 1,400 bytes. One that does not is refused and never sent.",
  }),
  machines: number({
    group: "machines",
    label: "Machines",
    min: 1,
    max: 50,
    default: 10,
    why: "Beside the client, on one Ethernet. Each runs a portmapper. The number is ours.",
  }),
  servers: number({
    group: "machines",
    label: "Machines with the program",
    min: 0,
    max: 50,
    default: 3,
    why: "The first so many of them; where there are fewer machines, all have the program.",
  }),
  dead: number({
    group: "machines",
    label: "Machines that are down",
    min: 0,
    max: 50,
    default: 0,
    why:
      "The first so many have no power, so those with the program are the first to be down. The client hears as " +
      "little of them as of machines without the program.",
  }),
  waitFor: number({
    group: "ending",
    label: "Replies waited for",
    min: 0,
    max: 50,
    default: 0,
    why: "The program says after each reply whether it wants more. With 0 it takes all replies, until the time is up.",
    needs: { with: { servers: 10 }, why: "Few machines give fewer replies than the program may want." },
  }),
} as const;

export const BROADCAST_MEASURES = {
  answered: { label: "Answered", unit: "machines", what: "machines of which the program got a reply" },
  replies: {
    label: "Replies",
    unit: "replies",
    what: "that the program was handed; a machine that gets the call again answers again",
  },
  firstReplyMs: {
    label: "First reply",
    unit: "ms",
    what: "from the broadcast’s beginning until the program had the first reply; none where none came",
  },
  allAnsweredMs: {
    label: "Last machine’s first reply",
    unit: "ms",
    what: "until the program had a reply of each machine that answered at all",
  },
  totalS: { label: "Time of the broadcast", unit: "s", what: "from its beginning until it ended" },
  sends: { label: "Sends", unit: "", what: "how often the call went out, to all machines each time" },
  executions: { label: "Executions", unit: "", what: "how often servers ran the procedure" },
  packets: {
    label: "Packets",
    unit: "packets",
    what: "all packets of the run, those of machines to themselves included",
  },
  bystanders: {
    label: "Bystanders",
    unit: "machines",
    what: "machines that took the call in, and of which the program got no reply",
  },
  bystanderUs: {
    label: "Time taken from bystanders",
    unit: "us",
    what: "processor time that all of them together spent from the first send on",
  },
  outcome: {
    label: "End",
    unit: "",
    what:
      "stopped (the program had the replies that it wanted), time is up (after the last wait), too long (the call " +
      "fits no message), or crashed (the client)",
  },
} satisfies MeasureTable;

export type BroadcastValues = Values<typeof BROADCAST_PARAMS>;
export type BroadcastMeasure = keyof typeof BROADCAST_MEASURES;

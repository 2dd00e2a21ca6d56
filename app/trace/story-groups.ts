/**
 * Machines of a call by their story: the packets that were sent to each, the fates of these packets, and whether the
 * machine answered. Where many machines have the same story, a figure tells it once. Read from calls, packets and
 * power, never from a label.
 */
import { NO_REF, ORIGINS, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { fateOf, itemAt, numberAt, originOf, timeAt } from "../../engine/kernel/reads.ts";
import { counted } from "../words/numbers.ts";
import { callStretch } from "./folds.ts";
import { machineNumbers, planLanes } from "./lanes.ts";
import { downTimes } from "./machine-events.ts";
import { machineKind } from "./machine-names.ts";
import { roleAt } from "./row-names.ts";
import { analysis } from "./analysis.ts";
import { pathOf } from "./path.ts";
import { gather } from "../../engine/kernel/tally.ts";

/** Machines with one story. */
export interface StoryGroup {
  /** Equal for the same story in any call, so that an open group stays open. */
  readonly key: string;
  /** By their numbers in the plan of lanes, in its order. */
  readonly machines: readonly number[];
  /** The machine whose work stands for that of all: the first. */
  readonly teller: number;
  /** "94 workstations", and what they have in common: "answered". */
  readonly title: string;
  readonly story: string;
  /** Whether nothing happens to them in the call. */
  readonly idle: boolean;
}

/** All machines of a call but its caller, each group where its first machine stands in the plan; idle ones last. */
interface StoryGroups {
  readonly groups: readonly StoryGroup[];
  /** By machine: whether it is on the critical path. */
  readonly onPath: Uint8Array;
}

/** The events of a machine in a call. */
interface Facts {
  /** The one machine that it exchanges packets with; -1 for none yet, -2 for several: then its story is its own. */
  partner: number;
  asked: boolean;
  again: boolean;
  lost: boolean;
  busy: boolean;
  answered: boolean;
  works: boolean;
  /** It takes in a broadcast: no packet goes to it alone, or from it. */
  hears: boolean;
  /** It sends packets of other calls while this one lasts. */
  others: boolean;
}

const SEVERAL = -2;

export const storyGroupsOf = analysis((trace: TraceData, call: number): StoryGroups => {
  const { machines } = planLanes(trace);
  const facts = factsOf(trace, call, machines);
  const onPath = new Uint8Array(machines.length);
  const machineOf = machineNumbers(trace, machines);
  for (const { ref } of pathOf(trace, call)) {
    for (const track of tracksOf(trace, ref)) onPath[numberAt(machineOf, track)] = 1;
  }
  const byStory = new Map<string, number[]>();
  for (const [machine, own] of facts.entries()) {
    if (machine === 0) continue;
    const key = keyOf(trace, call, itemAt(machines, machine, "machine"), own);
    const name = own.partner === SEVERAL ? `${machines[machine]}: ${key}` : key;
    gather(byStory, name, machine);
  }
  const groups = [...byStory].map(([key, members]): StoryGroup => {
    const first = itemAt(members, 0, "machine");
    const idle = [IDLE, DOWN, ELSEWHERE].includes(key);
    return {
      key,
      machines: members,
      teller: first,
      title: titleOf(
        trace,
        members.map((machine) => itemAt(machines, machine, "machine")),
      ),
      story: members.length === 1 && facts[first]?.partner === SEVERAL ? "" : key.slice(key.lastIndexOf(": ") + 2),
      idle,
    };
  });
  return { groups: [...groups.filter(({ idle }) => !idle), ...groups.filter(({ idle }) => idle)], onPath };
});

const titleOf = (trace: TraceData, names: readonly string[]): string =>
  counted(names.length, machineKind(trace, names));

function tracksOf({ spans, packets, marks }: TraceData, ref: number): readonly number[] {
  if (ref === NO_REF) return [];
  const row = refRow(ref);
  switch (refTable(ref)) {
    case "span":
      return [numberAt(spans.track, row)];
    case "packet":
      return [numberAt(packets.from, row), numberAt(packets.to, row)];
    case "mark":
      return [numberAt(marks.track, row)];
  }
}

const OTHER_TRAFFIC = ORIGINS.indexOf("other traffic");

function factsOf(trace: TraceData, call: number, machines: readonly string[]): readonly Facts[] {
  const { packets, spans } = trace;
  const machineOf = machineNumbers(trace, machines);
  const { from: begin, to: end } = callStretch(trace, call);
  const facts = machines.map((): Facts => {
    return {
      others: false,
      partner: -1,
      asked: false,
      again: false,
      lost: false,
      busy: false,
      answered: false,
      works: false,
      hears: false,
    };
  });
  const meet = (own: Facts | undefined, other: number): void => {
    if (own !== undefined) own.partner = own.partner === -1 || own.partner === other ? other : SEVERAL;
  };
  let toAll = false;
  for (let row = 0; row < packets.count; row++) {
    if (packets.origin[row] === OTHER_TRAFFIC) continue;
    const [from, to] = [
      numberAt(machineOf, numberAt(packets.from, row)),
      numberAt(machineOf, numberAt(packets.to, row)),
    ];
    const [sender, receiver] = [facts[from], facts[to]];
    if (packets.call[row] !== call) {
      const departs = timeAt(packets.departs, row);
      if (sender !== undefined && departs >= begin && departs <= end) sender.others = true;
      continue;
    }
    if (to === -1) toAll = true;
    meet(sender, to);
    meet(receiver, from);
    const role = roleAt(trace, row);
    const fate = fateOf(trace, row);
    if (receiver !== undefined && role === "request") {
      receiver.asked = true;
      receiver.again ||= originOf(trace, row) === "retransmission";
    }
    if (sender !== undefined && role === "busy") sender.busy = true;
    if (sender !== undefined && role === "reply" && fate === "delivered") {
      sender.answered ||= timeAt(packets.arrives, row) <= end;
    }
    if (fate !== "lost") continue;
    if (sender !== undefined) sender.lost = true;
    if (receiver !== undefined) receiver.lost = true;
  }
  for (let row = 0; row < spans.count; row++) {
    if (spans.call[row] !== call) continue;
    const own = facts[numberAt(machineOf, numberAt(spans.track, row))];
    if (own !== undefined) own.works = true;
  }
  for (const own of facts) own.hears = toAll && own.partner === -1;
  return facts;
}

const IDLE = "idle: take no part";
const ELSEWHERE = "elsewhere: work for other calls";
const DOWN = "down: down";

/** The digits are the facts, so that no two stories share a key; the words follow the colon. */
function keyOf(trace: TraceData, call: number, machine: string, own: Facts): string {
  const { from, to } = callStretch(trace, call);
  const down = downTimes(trace, machine).some((stretch) => stretch.from <= to && stretch.to >= from);
  const { asked, again, lost, busy, answered, works } = own;
  if (!asked && !works && !lost && own.partner === -1) return down ? DOWN : own.others ? ELSEWHERE : IDLE;
  const letters = [asked, !down && again, !down && lost, !down && busy, answered, down].map((is) => (is ? "1" : "0"));
  return `${letters.join("")}: ${storyOf(own, down)}`;
}

function storyOf({ hears, asked, again, lost, busy, answered }: Facts, down: boolean): string {
  if (!asked && !answered) return down ? "down" : hears ? "take packets in, send none" : "pass packets on";
  if (down) return answered ? "answered, then down" : "dead, asked in vain";
  const words = [lost ? "a packet lost" : "", again ? "asked again" : "", busy ? "said BUSY" : ""];
  return [...words, answered ? "answered" : "no answer before the call ended"].filter((text) => text !== "").join(", ");
}

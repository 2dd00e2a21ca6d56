/** What a packet of any protocol takes a machine, by the machine’s account (hardware/work-accounts.ts). */
import { packetDuration, type Cost } from "../../hardware/cost.ts";
import type { MachineAccount } from "../../hardware/work-accounts.ts";
import { segment, type Segment, type TimedStep } from "../../hardware/processors.ts";
import type { TraceRecorder } from "../../kernel/trace.ts";
import type { Layer } from "../../kernel/trace-data.ts";
import type { Frame } from "../world/frame.ts";
import type { PacketWork } from "../world/host.ts";
import type { Message, Portable } from "./portable.ts";

/** How the software of an account is run. */
export interface Pace {
  /** So many times as fast. */
  readonly faster: number;
  /** The software adds up the bytes of each packet, at both ends. */
  readonly sums: boolean;
}

/** The places of a call at which a machine works besides its packets. */
const BEFORE = { request: "call", reply: "answer" } as const;
const BEHIND = { request: "takeCall", reply: "takeAnswer" } as const;

const timed = (layer: Layer, { name, source }: Cost, duration: number, faster: number): TimedStep => ({
  step: { name, layer, source },
  duration: Math.round(duration / faster),
});

/** A packet that goes again costs its sender no new call and no new answer. */
export function portableWork<Packet>(
  recorder: TraceRecorder,
  account: MachineAccount,
  { dataOf, messageOf }: Pick<Portable<unknown, Packet>, "dataOf" | "messageOf">,
  { faster, sums }: Pace,
): PacketWork<Packet> {
  const known = new Map<string, Segment>();
  const made = (name: string, steps: () => readonly TimedStep[]): Segment => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const work = segment(recorder, steps());
    known.set(name, work);
    return work;
  };
  const calls = (costs: readonly Cost[]): readonly TimedStep[] =>
    costs.map((cost) => timed("rpc", cost, packetDuration(cost, 0), faster));
  const packets = (costs: readonly Cost[], { bytes }: Frame, data: number): readonly TimedStep[] => {
    const moved =
      account.copy === null || data === 0
        ? []
        : [timed("kernel", account.copy, packetDuration(account.copy, data), faster)];
    const worked = [...costs, ...(sums ? account.sum : [])];
    return [...moved, ...worked.map((cost) => timed("kernel", cost, packetDuration(cost, bytes), faster))];
  };
  const behind = (message: Message | null): readonly TimedStep[] =>
    message?.isLast === true ? calls(account[BEHIND[message.of]]) : [];
  return (packet, frame) => {
    const [data, message] = [dataOf(packet), messageOf(packet)];
    const begins = message?.isFirst === true && frame.origin === "first";
    const name = `${frame.bytes} ${data} ${message?.of ?? ""}`;
    return {
      send: made(`send ${name} ${begins}`, () => [
        ...(begins ? calls(account[BEFORE[message.of]]) : []),
        ...packets(account.send, frame, data),
      ]),
      receive: made(`receive ${name} ${message?.isLast ?? false}`, () => [
        ...packets(account.receive, frame, data),
        ...behind(message),
      ]),
    };
  };
}

/** The ends of Circus: a client, perhaps with a further replica, and the members of a troupe of servers. */
import { millis, type Nanos } from "../../kernel/time.ts";
import { CIRCUS_KINDS } from "../../wire/circus.ts";
import { CALLER, take, type Ends, type Host, type HostEffect, type HostInput, type Moment } from "../ends.ts";
import { keyText } from "../machine.ts";
import type { Property } from "../promises.ts";
import type { TraceSettings } from "../testing/ends-script.ts";
import { circusClient, type CircusClient, type ClientState } from "./client.ts";
import { COLLATORS, type Collator } from "./collator.ts";
import { circusMember, type MemberState } from "./member.ts";
import type { CircusPacket } from "./message.ts";

/** The step of the procedure in a trace. */
const PROCEDURE = "Run the procedure";

interface CircusOptions {
  /** The machines of the troupe, by name. */
  readonly members: readonly string[];
  readonly collator: Collator;
  readonly segmentBytes: number;
  /** A second replica of the client, which makes the same calls by itself; null for none. */
  readonly replica: {
    readonly name: string;
    readonly calls: number;
    readonly argument: (call: number) => Uint8Array;
    /** When its first call begins. */
    readonly begins: Nanos;
  } | null;
}

export type CircusHost =
  | { readonly host: "client"; readonly of: Host; readonly state: ClientState }
  | { readonly host: "member"; readonly of: Host; readonly state: MemberState };

type Step = readonly [CircusHost, readonly HostEffect<CircusPacket>[]];

export function circusEnds(options: CircusOptions): Ends<CircusHost, CircusPacket> {
  const { members, collator, segmentBytes, replica } = options;
  const places = members.map((_, i) => i + 1);
  const clients = replica === null ? 1 : 2;
  const client = circusClient({ members: places, collator, clients, segmentBytes });
  const second = circusClient({ members: places, collator, clients, segmentBytes }, replica);
  const member = circusMember(segmentBytes);
  const isClient = (host: Host): boolean => host === CALLER || host > members.length;
  const machineOf = (host: Host): CircusClient => (host === CALLER ? client : second);
  const born = (of: Host, life: number, begins: Nanos | null): CircusHost =>
    isClient(of)
      ? { host: "client", of, state: machineOf(of).start({ host: of, begins }) }
      : { host: "member", of, state: member.start({ host: of, isOutside: life > 1 }) };
  // Only the collator that waits for all ends the exchange with each member when it ends the call.
  const timers: readonly Property[] = collator === "unanimous" ? ["timers"] : [];
  return {
    hosts: ["client", ...members, ...(replica === null ? [] : [replica.name])],
    kinds: CIRCUS_KINDS,
    crashable: places, // the client runs the program that is measured
    promises: ["onceWhileUp", "atMostOnce", "ownResult", "ends", "returns", ...timers],
    procedure: { span: PROCEDURE },
    steps: {
      starts: { protocol: client.protocol, input: "call" },
      executes: { protocol: member.protocol, input: "call" },
      answers: { protocol: member.protocol, input: "done" },
      returns: { protocol: client.protocol, input: "return" },
    },
    start: () => [
      born(CALLER, 1, null),
      ...places.map((host) => born(host, 1, null)),
      ...(replica === null ? [] : [born(members.length + 1, 1, replica.begins)]),
    ],
    restart: (host, life) => born(host, life, null),
    deadline: (host) =>
      host.host === "client" ? machineOf(host.of).deadline(host.state) : member.deadline(host.state),
    key: (host) => (host.host === "client" ? machineOf(host.of).key(host.state) : member.key(host.state)),
    packetKey: keyText,
    step: (host, input, moment) =>
      host.host === "client"
        ? toClient(machineOf(host.of), host, input, moment)
        : toMember(member, host, input, moment),
  };
}

function toClient(
  machine: CircusClient,
  host: Extract<CircusHost, { host: "client" }>,
  input: HostInput<CircusPacket>,
  moment: Moment,
): Step {
  if (input.tag === "done") return [host, []];
  const instance = host.of === CALLER ? "caller" : "replica";
  const [state, effects] = take(machine, instance, host.state, input, moment);
  // What a further replica learns, the program does not hear.
  return [{ ...host, state }, host.of === CALLER ? effects : effects.filter(({ tag }) => tag === "send")];
}

function toMember(
  machine: ReturnType<typeof circusMember>,
  host: Extract<CircusHost, { host: "member" }>,
  input: HostInput<CircusPacket>,
  moment: Moment,
): Step {
  if (input.tag === "call") throw new Error("Circus: a member of the troupe makes no calls.");
  const given = input.tag === "done" ? ({ tag: "done", number: Number(input.work), data: input.data } as const) : input;
  const [state, effects] = take(machine, "member", host.state, given, moment);
  return [{ ...host, state }, effects];
}

/** For the scripts in traces/: two members and segments of one byte, unless a script says more. */
export function tracedEnds({ options }: TraceSettings): Ends<CircusHost, CircusPacket> {
  const { members = 2, segment = 1, collator = "unanimous", replica = 0 } = options;
  const names = Object.keys(COLLATORS) as Collator[];
  return circusEnds({
    members: Array.from({ length: Number(members) }, (_, i) => `member${i + 1}`),
    collator: names.find((name) => name === collator) ?? "unanimous",
    segmentBytes: Number(segment),
    replica:
      Number(replica) === 0
        ? null
        : {
            name: "client2",
            calls: Number(replica),
            argument: (call) => Uint8Array.of(96 + call), // "a", "b"
            begins: millis(3),
          },
  });
}

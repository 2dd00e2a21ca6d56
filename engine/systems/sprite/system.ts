/**
 * Sprite RPC between machines of one kind on an Ethernet of 10 Mbit/s: a server, and one client or several.
 *
 * Rules
 * 1. Each packet takes both ends the work of a fragment, and its data the time of the copies: a share at the sender,
 *    the rest at the receiver.
 * 2. The start of a call is four equal parts: the first fragment of the request at the client, its last at the server,
 *    the first fragment of the reply at the server, and its last at the client.
 * 3. A call is made in the kernel, and its procedure runs in the kernel. Between user processes of Sun-3/60s a call
 *    goes from a process into a kernel or back four times.
 */
import { durationOf, packetDuration, type Cost } from "../../hardware/cost.ts";
import { segment, type Segment, type TimedStep } from "../../hardware/processors.ts";
import { SPRITE_ASSUMED, SPRITE_COSTS, SPRITE_CROSSING, type SpriteMachine } from "../../hardware/sprite-costs.ts";
import { spriteStation } from "../../hardware/sprite-station.ts";
import { millis } from "../../kernel/time.ts";
import type { TraceRecorder } from "../../kernel/trace.ts";
import { clientsOf } from "../../protocols/clients.ts";
import { spriteEnds, SPRITE_PROCEDURE } from "../../protocols/sprite/ends.ts";
import type { Rule } from "../../protocols/rules.ts";
import { SPRITE_FRAGMENT, type SpritePacket } from "../../wire/sprite.ts";
import type { PacketWork } from "../world/host.ts";
import { programOfBytes, runOnEthernet, type EthernetRun, type RunRequest } from "../world/run-on-ethernet.ts";
import { FORMAT, messageOf } from "./portable.ts";

interface SpriteCall {
  readonly machine: SpriteMachine;
  /** Whether calls go between user processes: of Sun-3/60s alone. */
  readonly isUser: boolean;
  readonly calls: number;
  /** Calls under way at once, each on a channel; 8 at most. */
  readonly threads: number;
  /** Machines that call the server. */
  readonly clients: number;
  readonly argumentBytes: number;
  readonly resultBytes: number;
  readonly serverMs: number;
  readonly gapUs: number;
  readonly receiveBuffers: number;
  readonly without: readonly Rule[];
}

/** The four parts of the start, by the kind of the packet. */
const STARTS = { request: "Begin the call", reply: "Begin the reply" } as const;
const ENDS = { request: "Wake the server’s process", reply: "Wake the caller" } as const;
const PARTS_OF_START = 4;

/** Rule 3. */
const CROSSING = "Go between process and kernel";

/** Rules 1 to 3. */
function spriteWork(recorder: TraceRecorder, machine: SpriteMachine, isUser: boolean): PacketWork<SpritePacket> {
  const { start, fragment, copies } = SPRITE_COSTS[machine];
  const share = SPRITE_ASSUMED.senderShare.value;
  const timed = ({ source }: Cost, name: string, duration: number): TimedStep => ({
    step: { name, layer: "kernel", source },
    duration: Math.round(duration),
  });
  const part = (name: string): TimedStep => timed(start, name, durationOf(start) / PARTS_OF_START);
  const crossing = isUser ? [timed(SPRITE_CROSSING, CROSSING, durationOf(SPRITE_CROSSING))] : [];
  const known = new Map<string, Segment>();
  const workOf = (name: string, steps: () => readonly TimedStep[]): Segment => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const made = segment(recorder, steps());
    known.set(name, made);
    return made;
  };
  return (packet) => {
    const {
      kind,
      data: { length },
    } = packet;
    const message = messageOf(packet);
    const [isFirst, isLast] = [message?.isFirst ?? false, message?.isLast ?? false];
    const bytes = packetDuration(copies, length);
    return {
      send: workOf(`send ${kind} ${length} ${isFirst}`, () => [
        ...(message !== null && isFirst ? [...crossing, part(STARTS[message.of])] : []),
        timed(fragment, "Send a fragment", durationOf(fragment)),
        timed(copies, "Copy a fragment out", bytes * share),
      ]),
      receive: workOf(`receive ${kind} ${length} ${isLast}`, () => [
        timed(fragment, "Receive a fragment", durationOf(fragment)),
        timed(copies, "Copy a fragment in", bytes * (1 - share)),
        ...(message !== null && isLast ? [part(ENDS[message.of]), ...crossing] : []),
      ]),
    };
  };
}

export function runSprite(call: SpriteCall, request: RunRequest): EthernetRun {
  const { machine, isUser, clients, serverMs, gapUs, receiveBuffers, without } = call;
  const { cable, procedure } = SPRITE_ASSUMED;
  return runOnEthernet(request, {
    ends: clientsOf(spriteEnds({ fragmentBytes: SPRITE_FRAGMENT, gapUs, without }), clients),
    machine: spriteStation(receiveBuffers),
    metres: cable.value,
    format: FORMAT,
    work: (recorder) => spriteWork(recorder, machine, isUser),
    program: programOfBytes({
      ...call,
      procedure: {
        name: SPRITE_PROCEDURE,
        takes: serverMs === 0 ? durationOf(procedure) : millis(serverMs),
        source: procedure.source,
      },
    }),
  });
}

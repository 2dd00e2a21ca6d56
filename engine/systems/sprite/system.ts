/**
 * Sprite RPC between two machines of one kind on an Ethernet of 10 Mbit/s.
 *
 * Rules
 * 1. Each packet takes both ends the work of a fragment, and its data the time of the copies: a share at the sender,
 *    the rest at the receiver.
 * 2. The start of a call is four equal parts: the first fragment of the request at the client, its last at the server,
 *    the first fragment of the reply at the server, and its last at the client.
 * 3. A call is made in the kernel, and its procedure runs in the kernel. Between user processes of Sun-3/60s a call
 *    goes from a process into a kernel or back four times.
 */
import type { Fault } from "../../faults/index.ts";
import { durationOf, packetDuration, type Cost } from "../../hardware/cost.ts";
import { segment, type Segment, type TimedStep } from "../../hardware/processors.ts";
import { SPRITE_ASSUMED, SPRITE_COSTS, SPRITE_CROSSING, type SpriteMachine } from "../../hardware/sprite-costs.ts";
import { spriteStation } from "../../hardware/sprite-station.ts";
import { millis } from "../../kernel/time.ts";
import type { TraceRecorder } from "../../kernel/trace.ts";
import type { Keep } from "../../kernel/trace-keep.ts";
import { spriteEnds, SPRITE_PROCEDURE } from "../../protocols/sprite/ends.ts";
import type { Rule } from "../../protocols/rules.ts";
import { SPRITE_FRAGMENT, type SpritePacket } from "../../wire/sprite.ts";
import { EthernetMedium } from "../world/ethernet-medium.ts";
import { runEnds } from "../world/ends-run.ts";
import type { Frame } from "../world/frame.ts";
import type { PacketWork } from "../world/host.ts";
import { World } from "../world/world.ts";
import type { WorldRun } from "../world/world-run.ts";
import { FORMAT, messageOf } from "./portable.ts";

interface SpriteCall {
  readonly machine: SpriteMachine;
  /** Whether calls go between user processes: of Sun-3/60s alone. */
  readonly isUser: boolean;
  readonly calls: number;
  /** Calls under way at once, each on a channel; 8 at most. */
  readonly threads: number;
  readonly argumentBytes: number;
  readonly resultBytes: number;
  readonly serverMs: number;
  readonly gapUs: number;
  readonly receiveBuffers: number;
  readonly without: readonly Rule[];
}

export interface SpriteRun extends WorldRun {
  readonly retransmissions: number; // packets that a client or a server sent again
}

const MBPS = 10;
/** The bytes of a result where the argument has none to repeat. */
const EMPTY = 0;

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

export function simulateSprite(
  { machine, isUser, calls, threads, argumentBytes, resultBytes, serverMs, gapUs, receiveBuffers, without }: SpriteCall,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): SpriteRun {
  const world = new World({ faults, keep, seed });
  let retransmissions = 0;
  const recorded = ({ origin }: Frame): void => {
    if (origin === "retransmission") retransmissions++;
  };
  const metres = SPRITE_ASSUMED.cable.value;
  const medium = new EthernetMedium(world, { mbps: MBPS, metres, others: null, watch: { recorded } });
  const { procedure } = SPRITE_ASSUMED;
  const run = runEnds(world, medium, {
    ends: spriteEnds({ fragmentBytes: SPRITE_FRAGMENT, gapUs, without }),
    machine: spriteStation(receiveBuffers),
    format: FORMAT,
    work: spriteWork(world.recorder, machine, isUser),
    program: {
      calls,
      threads,
      argument: (call) => new Uint8Array(argumentBytes).fill(call),
      result: (argument) => new Uint8Array(resultBytes).fill(argument[0] ?? EMPTY),
      procedure: {
        step: { name: SPRITE_PROCEDURE, layer: "rpc", source: procedure.source },
        duration: serverMs === 0 ? durationOf(procedure) : millis(serverMs),
      },
    },
    busy: () => [["ethernet", medium.ethernet.busyNs]],
    progress,
  });
  return { ...run, retransmissions };
}

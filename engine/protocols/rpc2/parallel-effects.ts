/** What the steps of parallel calls do to the connections of their process, and ask of its surroundings. */
import type { ClientInput } from "./client-state.ts";
import type { Handle } from "./connection.ts";
import { mapRemove } from "./int-map.ts";
import type { MultiEffect } from "./multi.ts";
import { handleAt, resultAt, type CallEffects, type ParallelStep } from "./parallel.ts";
import type { Draft } from "./process-state.ts";
import type { SideEffect, StepEffect } from "./process-types.ts";

type Effects = readonly StepEffect[];

/** A process in the middle of a step, as far as parallel calls need it. */
interface Connections {
  readonly draft: Draft;
  /** The client's end of a connection takes a step. */
  client(handle: Handle, input: ClientInput): Effects;
  /** Starts the transfer of the call that a connection is about to make. */
  startTransfer(handle: Handle, sideEffect: SideEffect): Effects;
}

/** Keeps what a step has made of the parallel calls, and carries out what it asks for. */
export function parallelEffects(process: Connections, [parallel, call]: ParallelStep): Effects {
  process.draft.parallel = parallel;
  return call === null ? [] : call.effects.flatMap((effect) => parallelEffect(process, call, effect));
}

function parallelEffect(process: Connections, of: CallEffects, effect: MultiEffect): Effects {
  const { call } = of;
  switch (effect.tag) {
    case "prepare":
      return effect.indices.flatMap((index) => prepare(process, of, index));
    case "transmit":
    case "retransmit":
      return [{ ...effect, call, handle: handleAt(of, effect.index) }];
    case "multicast": {
      const { group, indices } = effect;
      return [{ tag: "multicast", call, group, handles: indices.map((index) => handleAt(of, index)) }];
    }
    case "yield":
      return [{ tag: "yield", call }];
    case "handle": {
      const { reply, file } = resultAt(of, effect.index) ?? NOTHING_HEARD;
      return [{ ...effect, call, handle: handleAt(of, effect.index), reply, file }];
    }
    case "abandon": {
      const handle = handleAt(of, effect.index);
      process.draft.sideEffects = mapRemove(process.draft.sideEffects, handle);
      return process.client(handle, { tag: "abandon" });
    }
    case "returned":
      return [{ ...effect, tag: "multi returned", call }];
  }
}

function prepare(process: Connections, of: CallEffects, index: number): Effects {
  const { opcode, body, sideEffects } = of.request;
  const handle = handleAt(of, index);
  const sideEffect = sideEffects?.[index];
  const started = sideEffect === undefined ? [] : process.startTransfer(handle, sideEffect);
  return [...started, ...process.client(handle, { tag: "prepare", call: { opcode, body, limit: null } })];
}

/** Of a connection on which no request could be sent. */
const NOTHING_HEARD = { reply: null, file: null };

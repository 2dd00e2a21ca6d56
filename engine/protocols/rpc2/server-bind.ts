/** The server's part in a bind: what answers INIT1 and INIT3 (server rule 9). */
import type { Nanos } from "../../kernel/time.ts";
import { RPC2_OPCODE, type Rpc2Packet } from "../../wire/rpc2.ts";
import { RPC2_RETURN } from "../../wire/rpc2-codes.ts";
import {
  encodeInit2,
  encodeInit4,
  INIT_BYTES,
  maskXRandom,
  openInit2,
  parseInit1,
  parseInit3,
} from "../../wire/rpc2-init.ts";
import { compose, identity, type StepOptions } from "./connection.ts";
import { firstSend, unsent } from "./reliable.ts";
import { echoed, hold } from "./server-state.ts";
import type { Acceptance, IdleState, ProvingState, ServerSecret, ServerStep, StartingState } from "./server-state.ts";

/** The bind was taken by a thread: lets the client in, or gives a code that it is refused with, or gives it up. */
export function acceptBind(
  state: StartingState | ProvingState,
  decision: Acceptance | number | "silence",
  now: Nanos,
  options: StepOptions,
): ServerStep {
  if (decision === "silence" || state.tag === "AWAITINIT3") return failBind(state, RPC2_RETURN.notAuthenticated);
  if (typeof decision === "number") return refuse(state, "init2", decision, options);
  const { version, xRandom, sideEffectType } = parseInit1(state.init1.body);
  const known = { ...identity(state), sideEffectType };
  const returnCode = version === options.library.version ? RPC2_RETURN.success : RPC2_RETURN.oldVersion;
  const timeStamp = echoed(state.echo, now, options);
  const head = { opcode: RPC2_OPCODE.init2, seqNumber: 0, returnCode, timeStamp };
  if (decision === null) {
    const packet = compose(known, options, { ...head, body: openInit2() });
    const open: IdleState = { ...known, tag: "AWAITENABLE", nextSeq: 0, held: hold(packet, false, now, options) };
    return done(open, returnCode, packet, options);
  }
  const secret: ServerSecret = {
    acceptance: decision,
    xRandom: maskXRandom(xRandom, decision.sharedKey),
    code: returnCode,
  };
  const body = encodeInit2(secret.xRandom, decision.yRandom, decision.sharedKey);
  const packet = compose(known, options, { ...head, body });
  const limit = options.library.limitsBinds ? options.timing.keepAlive : null;
  const sending = firstSend(unsent(packet, limit), now, options, false);
  const proving: ProvingState = { ...known, tag: "AWAITINIT3", secret, sending };
  return [proving, [{ tag: "send", packet, send: 1, seal: null }]];
}

/** The library of 2025 answers a client that uses another library, and drops the connection. */
function done(state: IdleState, code: number, packet: Rpc2Packet, { library }: StepOptions): ServerStep {
  const send = { tag: "send", packet, send: 1, seal: null } as const;
  if (code === RPC2_RETURN.oldVersion && library.dropsOldVersions) {
    const [broken, effects] = failBind(state, code);
    return [broken, [send, ...effects]];
  }
  return [state, [send, { tag: "new connection", code }]];
}

function failBind(state: StartingState | ProvingState | IdleState, code: number): ServerStep {
  return [{ ...identity(state), tag: "HARDERROR", code }, [{ tag: "bind failed", code }]];
}

/** INIT2 or INIT4 with the reason in its ReturnCode, its body zeros. */
function refuse(
  state: StartingState | ProvingState,
  kind: "init2" | "init4",
  returnCode: number,
  options: StepOptions,
): ServerStep {
  const body = new Uint8Array(INIT_BYTES[kind]);
  const packet = compose(state, options, { opcode: RPC2_OPCODE[kind], seqNumber: 0, returnCode, body });
  const [broken, effects] = failBind(state, returnCode);
  return [broken, [{ tag: "send", packet, send: 1, seal: null }, ...effects]];
}

/** INIT3 proves that the client has the shared key: it could read YRandom. */
export function onInit3(state: ProvingState, packet: Rpc2Packet, now: Nanos, options: StepOptions): ServerStep {
  const { acceptance, xRandom, code } = state.secret;
  const { sharedKey, sessionKey, yRandom, firstSequence } = acceptance;
  const isWhole = packet.body.length >= INIT_BYTES.init3;
  const isProven = isWhole && parseInit3(packet.body, sharedKey).yRandomPlusOne === (yRandom + 1) >>> 0;
  if (!isProven) return refuse(state, "init4", RPC2_RETURN.notAuthenticated, options);
  const xRandomPlusTwo = options.library.provesInit4 ? (xRandom + 2) >>> 0 : 0;
  const init4 = compose(state, options, {
    opcode: RPC2_OPCODE.init4,
    seqNumber: 0,
    timeStamp: echoed({ stamp: packet.timeStamp, at: now }, now, options),
    body: encodeInit4({ firstSequence, sessionKey, xRandomPlusTwo }, sharedKey),
  });
  const held = hold(init4, false, now, options);
  const bound: IdleState = { ...identity(state), key: sessionKey, tag: "AWAITENABLE", nextSeq: firstSequence, held };
  return done(bound, code, init4, options);
}

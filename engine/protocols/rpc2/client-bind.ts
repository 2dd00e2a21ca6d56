/** The client's part in a bind: INIT1 and what answers it (client rule 7). */
import type { Nanos } from "../../kernel/time.ts";
import { NO_SEQUENCE, RPC2_OPCODE, type Rpc2Packet } from "../../wire/rpc2.ts";
import { needKey, type EncryptionKey } from "../../wire/rpc2-cipher.ts";
import { ENCRYPTION, RPC2_RETURN, type SecurityLevel } from "../../wire/rpc2-codes.ts";
import { encodeInit1, encodeInit3, INIT_BYTES, maskXRandom, parseInit2, parseInit4 } from "../../wire/rpc2-init.ts";
import type { BindingState, ClientEffect, ClientStep } from "./client-state.ts";
import { compose, timed, type Handle, type Peer, type StepOptions } from "./connection.ts";
import { firstSend, keptAlive, unsent } from "./reliable.ts";

/** What BIND asks for. */
export interface BindRequest {
  readonly peer: Peer;
  readonly subsystem: number;
  readonly level: SecurityLevel;
  readonly encryptionType: number;
  readonly authenticationType: number;
  readonly identity: Uint8Array; // of the client, for the server to look its key up by
  readonly sharedKey: EncryptionKey | null; // of the three levels that authenticate
  readonly sideEffectType: number; // 0: none
}

/** A bind's names: the new handle of the connection, and two random words. */
interface BindNames {
  readonly handle: Handle;
  readonly uniquefier: number;
  readonly xRandom: number;
}

const INIT1_OPCODE = {
  openKimono: RPC2_OPCODE.init1OpenKimono,
  authOnly: RPC2_OPCODE.init1AuthOnly,
  headersOnly: RPC2_OPCODE.init1HeadersOnly,
  secure: RPC2_OPCODE.init1Secure,
} as const;

/** Starts a bind. Throws where the request asks for a cipher that is not written, or has no key where one is needed. */
export function startBind(request: BindRequest, names: BindNames, now: Nanos, options: StepOptions): ClientStep {
  const sharedKey = checkedKey(request);
  const { library } = options;
  const body = encodeInit1({
    sideEffectType: request.sideEffectType,
    securityLevel: request.level,
    encryptionType: sharedKey === null ? ENCRYPTION.none : request.encryptionType,
    authenticationType: request.authenticationType,
    xRandom: sharedKey === null ? names.xRandom : maskXRandom(names.xRandom, sharedKey),
    spare: [library.aesVersion, 0, 0],
    version: library.version,
    identity: request.identity,
  });
  const connection = {
    handle: names.handle,
    peer: request.peer,
    peerHandle: 0,
    subsystem: request.subsystem,
    uniquefier: names.uniquefier,
    level: request.level,
    sideEffectType: request.sideEffectType,
    key: null,
  };
  const packet = compose(connection, options, { opcode: INIT1_OPCODE[request.level], seqNumber: 0, body });
  const sending = firstSend(unsent(packet, bindLimit(options)), now, options, true);
  const secret = { sharedKey, xRandom: names.xRandom };
  const state: BindingState = { ...connection, tag: "AWAITINIT2", secret, sending };
  return [state, [{ tag: "send", packet: sending.packet, send: 1, seal: null }]];
}

/** Where binds have a limit, it counts for each of the two exchanges by itself. */
const bindLimit = ({ library, timing }: StepOptions): Nanos | null => (library.limitsBinds ? timing.keepAlive : null);

function checkedKey({ level, sharedKey, encryptionType }: BindRequest): EncryptionKey | null {
  if (level === "openKimono") return null;
  if (sharedKey === null) throw new Error(`A bind at level ${level} needs the key that client and server share.`);
  needKey(sharedKey);
  if (encryptionType !== ENCRYPTION.xor) {
    const des = encryptionType === ENCRYPTION.des ? "DES is a cost here, in a machine’s table, and no cipher. " : "";
    throw new Error(
      `Encryption type ${encryptionType} is not written. ${des}Bind with ${ENCRYPTION.xor}, exclusive or.`,
    );
  }
  return sharedKey;
}

/** How a bind ends, if it does. */
type BindEnd =
  | {
      readonly tag: "bound";
      readonly code: number;
      readonly peerHandle: Handle;
      readonly key: EncryptionKey | null;
      readonly nextSeq: number;
    }
  | { readonly tag: "failed"; readonly code: number };

export interface Bound {
  readonly state: BindingState;
  readonly effects: readonly ClientEffect[];
  readonly ends: BindEnd | null;
}

/** A packet for a connection that is being bound. */
export function onBindPacket(state: BindingState, packet: Rpc2Packet, now: Nanos, options: StepOptions): Bound {
  const { opcode } = packet;
  const isAwaited = opcode === (state.tag === "AWAITINIT2" ? RPC2_OPCODE.init2 : RPC2_OPCODE.init4);
  if (isAwaited)
    return state.tag === "AWAITINIT2" ? onInit2(state, packet, now, options) : onInit4(state, packet, options);
  // A BUSY has no number as long as there is no sequence.
  const isBusy = opcode === RPC2_OPCODE.busy && packet.seqNumber === NO_SEQUENCE && state.tag === "AWAITINIT2";
  if (!isBusy) return { state, effects: [], ends: null };
  return { state: { ...state, sending: keptAlive(state.sending, now, options) }, effects: [], ends: null };
}

const failed = (state: BindingState, code: number): Bound => ({ state, effects: [], ends: { tag: "failed", code } });

/** Codes of errors; the warnings between them and 0 leave a bind going. */
const isError = (code: number): boolean => code <= -1000;

function onInit2(state: BindingState, packet: Rpc2Packet, now: Nanos, options: StepOptions): Bound {
  if (isError(packet.returnCode)) return failed(state, packet.returnCode);
  const effects = timed(packet, options);
  const { sharedKey, xRandom } = state.secret;
  const peerHandle = packet.localHandle;
  if (sharedKey === null) {
    const ends: BindEnd = { tag: "bound", code: packet.returnCode, peerHandle, key: null, nextSeq: 0 };
    return { state, effects, ends };
  }
  if (packet.body.length < INIT_BYTES.init2) return failed(state, RPC2_RETURN.notAuthenticated);
  const proof = parseInit2(packet.body, sharedKey);
  if (proof.xRandomPlusOne !== (xRandom + 1) >>> 0) return failed(state, RPC2_RETURN.notAuthenticated);
  const known = { ...state, peerHandle };
  const init3 = compose(known, options, {
    opcode: RPC2_OPCODE.init3,
    seqNumber: 0,
    body: encodeInit3(proof.yRandom, sharedKey),
  });
  const sending = firstSend(unsent(init3, bindLimit(options)), now, options, true);
  const next: BindingState = { ...known, tag: "AWAITINIT4", sending };
  return {
    state: next,
    effects: [{ tag: "send", packet: sending.packet, send: 1, seal: null }, ...effects],
    ends: null,
  };
}

function onInit4(state: BindingState, packet: Rpc2Packet, options: StepOptions): Bound {
  const { sharedKey, xRandom } = state.secret;
  if (packet.returnCode !== RPC2_RETURN.success) return failed(state, packet.returnCode);
  const isShort = packet.body.length < INIT_BYTES.init4;
  if (sharedKey === null || isShort) return failed(state, RPC2_RETURN.notAuthenticated);
  const init4 = parseInit4(packet.body, sharedKey);
  const isProven = !options.library.provesInit4 || init4.xRandomPlusTwo === (xRandom + 2) >>> 0;
  if (!isProven) return failed(state, RPC2_RETURN.notAuthenticated);
  const { firstSequence: nextSeq, sessionKey: key } = init4;
  const ends: BindEnd = { tag: "bound", code: RPC2_RETURN.success, peerHandle: state.peerHandle, key, nextSeq };
  return { state, effects: timed(packet, options), ends };
}

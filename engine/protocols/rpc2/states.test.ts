/** Holds the machines that the reference draws to what the step functions do, and the step functions to being pure. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seconds, type Nanos } from "../../kernel/time.ts";
import { isInit1, RPC2_OPCODE, rpc2Kind, type Rpc2Packet } from "../../wire/rpc2.ts";
import { SECURITY_LEVELS } from "../../wire/rpc2-codes.ts";
import { encodeInit2, encodeInit3, encodeInit4 } from "../../wire/rpc2-init.ts";
import { stepClient } from "./client.ts";
import type { ClientInput, ClientState } from "./client-state.ts";
import { startBind } from "./client-bind.ts";
import type { StepOptions } from "./connection.ts";
import { LIBRARY_1987, LIBRARY_2025 } from "./library.ts";
import { NO_ESTIMATE } from "./round-trip.ts";
import { newServer, type ServerInput, type ServerState } from "./server-state.ts";
import { stepServer } from "./server.ts";
import { freeze, numbered } from "../testing/plain-data.ts";
import { rulesAtHead } from "../testing/rules.ts";
import { linesOf } from "../testing/state-machine.ts";
import { CLIENT_MACHINE, SERVER_MACHINE } from "./states.ts";

const PEER = { host: 1, port: 2 };
const KEY = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
const X_RANDOM = 77;
const Y_RANDOM = 88;

const optionsOf = ({ is2025, acks }: Drawn, now: Nanos): StepOptions => ({
  library: is2025 ? LIBRARY_2025 : LIBRARY_1987,
  timing: { retries: 1, keepAlive: seconds(2) },
  history: { replyAcks: acks, naks: true },
  without: [],
  lamport: 5,
  stamp: Math.floor(now / 1000) % 2 ** 32,
  estimate: NO_ESTIMATE,
});

/** What happens at one step; which of it counts depends on the state. */
interface Drawn {
  readonly is2025: boolean; // of the first of a drive
  readonly acks: boolean;
  readonly level: number;
  readonly what: number;
  readonly ahead: number; // of the sequence number that is expected
  readonly good: boolean; // proofs hold, limits are long, libraries agree
  readonly wait: Nanos;
}

const drive = fc.array(
  fc.record({
    is2025: fc.boolean(),
    acks: fc.boolean(),
    level: fc.nat(3),
    what: fc.nat(30),
    ahead: fc.constantFrom(-4, -2, -1, 0, 0, 1, 1, 2, 3, 4),
    good: fc.boolean(),
    wait: fc.constantFrom(0, 0, 0.05, 0.5, 1, 3).map(seconds),
  }),
  { minLength: 80, maxLength: 120 },
);

const blank = (opcode: number, seqNumber: number, body: Uint8Array, returnCode = 0): Rpc2Packet => ({
  protoVersion: 8,
  remoteHandle: 1000,
  localHandle: 2000,
  flags: 0,
  seqNumber: seqNumber >>> 0,
  opcode,
  seFlags: 0,
  seDataOffset: 0,
  subsysId: 1,
  returnCode,
  lamport: 1,
  uniquefier: 3,
  timeStamp: 0,
  bindTime: 0,
  body,
});
const NO_BODY = new Uint8Array(0);
const other = KEY.map((byte) => byte ^ 1);
const asPacket = (packet: Rpc2Packet) => ({ tag: "packet", packet }) as const;

/** A step that was taken. */
interface Step<State, Input> {
  readonly before: State;
  readonly input: Input;
  readonly now: Nanos;
  readonly options: StepOptions;
  readonly after: State;
  readonly effects: readonly { readonly tag: string; readonly packet?: Rpc2Packet }[];
}
type ClientTaken = Step<ClientState, ClientInput>;
type ServerTaken = Step<ServerState, ServerInput>;

function newClient(drawn: Drawn, now: Nanos): ClientState {
  const level = SECURITY_LEVELS[drawn.level] ?? "openKimono";
  const bind = { peer: PEER, subsystem: 1, level, encryptionType: 2, authenticationType: 0, identity: NO_BODY };
  const request = { ...bind, sharedKey: level === "openKimono" ? null : KEY, sideEffectType: 0 };
  return startBind(request, { handle: 1000, uniquefier: 3, xRandom: X_RANDOM }, now, optionsOf(drawn, now))[0];
}

function clientInput(state: ClientState, { what, ahead, good }: Drawn): ClientInput | null {
  const next = "nextSeq" in state ? state.nextSeq : -2; // a bind's BUSY has the number -1
  const call = { opcode: 1, body: NO_BODY, limit: good ? null : seconds(1.5) };
  const isReady = state.tag === "THINK";
  const isPrepared = state.tag === "AWAITREPLY" && state.sending.sends === 0;
  if (isPrepared && what < 20) return { tag: "transmit" };
  const sessionKey = KEY;
  const inputs: readonly (ClientInput | null)[] = [
    isReady ? { tag: "call", call } : null,
    isReady ? { tag: "prepare", call } : null,
    asPacket(blank(RPC2_OPCODE.reply, next + ahead, NO_BODY)),
    asPacket(blank(RPC2_OPCODE.reply, next + (good ? 1 : -1), NO_BODY)),
    asPacket(blank(RPC2_OPCODE.busy, next + (good ? 1 : ahead), NO_BODY)),
    good ? null : asPacket(blank(RPC2_OPCODE.nak, 0, NO_BODY)),
    asPacket(blank(RPC2_OPCODE.init2, 0, encodeInit2(X_RANDOM, Y_RANDOM, good ? KEY : other), ahead === 4 ? -2009 : 0)),
    asPacket(
      blank(
        RPC2_OPCODE.init4,
        0,
        encodeInit4({ firstSequence: 6, sessionKey, xRandomPlusTwo: X_RANDOM + 2 }, good ? KEY : other),
        ahead === 4 ? -2009 : 0,
      ),
    ),
    { tag: "tick" },
    { tag: "tick" },
    { tag: "expire" },
    good ? null : { tag: "abandon" },
    { tag: "side effect heard" },
    ahead === 4 ? { tag: "break", code: -2015 } : null,
  ];
  return inputs[what % inputs.length] ?? null;
}

function driveClient(events: readonly Drawn[]): ClientTaken[] {
  const taken: ClientTaken[] = [];
  let [now, setting] = [0, events[0]];
  if (setting === undefined) return taken;
  let state = newClient(setting, now);
  for (const drawn of events) {
    now += drawn.wait;
    const options = optionsOf(setting, now);
    const input = clientInput(state, drawn);
    if (input === null) continue;
    const [after, effects] = stepClient(state, input, now, options);
    taken.push({ before: state, input, now, options, after, effects });
    if (after.tag === "HARDERROR") setting = drawn;
    state = after.tag === "HARDERROR" && drawn.good ? newClient(drawn, now) : after;
  }
  return taken;
}

const INIT1S = [-2, -3, -4, -5];
function newBind(drawn: Drawn, now: Nanos): ServerState {
  const level = SECURITY_LEVELS.indexOf(SECURITY_LEVELS[drawn.level] ?? "openKimono");
  const [client] = [newClient({ ...drawn, is2025: drawn.what === 7 ? !drawn.is2025 : drawn.is2025 }, now)];
  const body = "sending" in client ? client.sending.packet.body : NO_BODY;
  return newServer(blank(INIT1S[level] ?? -2, 0, body), PEER, 2000, now);
}

function serverInput(state: ServerState, { what, ahead, good }: Drawn): ServerInput | null {
  const next = "nextSeq" in state ? state.nextSeq : 0;
  const isOpen = state.level === "openKimono";
  const acceptance = isOpen ? null : { sharedKey: KEY, sessionKey: KEY, yRandom: Y_RANDOM, firstSequence: 6 };
  const forState: Partial<Record<ServerState["tag"], ServerInput>> = {
    STARTBIND: ahead === 3 ? { tag: "refuse", code: -2009 } : { tag: "accept", acceptance },
    AWAITENABLE: { tag: "enable" },
    REQINQUEUE: { tag: "take" },
    PROCESS: ahead > 1 ? { tag: "side effect begins" } : { tag: "respond", returnCode: 0, body: NO_BODY },
    INSE: { tag: "side effect ends" },
  };
  const inputs: readonly (ServerInput | null)[] = [
    forState[state.tag] ?? null,
    good ? (forState[state.tag] ?? null) : null,
    asPacket(blank(1, next, NO_BODY)),
    asPacket({ ...blank(1, next + ahead, NO_BODY), flags: good ? 8 : 0 }),
    asPacket(blank(1, next - 2, NO_BODY)),
    asPacket("init1" in state ? state.init1 : blank(-2, 0, NO_BODY)),
    asPacket(blank(RPC2_OPCODE.init3, 0, encodeInit3(Y_RANDOM, good ? KEY : other))),
    asPacket(blank(RPC2_OPCODE.lastAck, next - 1, NO_BODY)),
    { tag: "tick" },
    { tag: "tick" },
    ahead === 4 ? { tag: "break", code: -2015 } : null,
  ];
  return inputs[what % inputs.length] ?? null;
}

function driveServer(events: readonly Drawn[]): ServerTaken[] {
  const taken: ServerTaken[] = [];
  let [now, setting] = [0, events[0]];
  if (setting === undefined) return taken;
  let state = newBind(setting, now);
  for (const drawn of events) {
    now += drawn.wait;
    const options = optionsOf(setting, now);
    const input = serverInput(state, drawn);
    if (input === null) continue;
    const [after, effects] = stepServer(state, input, now, options);
    taken.push({ before: state, input, now, options, after, effects });
    if (after.tag === "HARDERROR") setting = drawn;
    state = after.tag === "HARDERROR" && drawn.good ? newBind(drawn, now) : after;
  }
  return taken;
}

const kindOf = ({ opcode }: Rpc2Packet): string => (isInit1(opcode) ? "INIT1" : (rpc2Kind(opcode) ?? String(opcode)));

/** A step as the line that lists it: "AWAITREPLY REPLY THINK returned"; undefined where nothing came of it. */
function lineOf<State extends { readonly tag: string }>({
  before,
  input,
  after,
  effects,
}: Step<State, ClientInput | ServerInput>): string | undefined {
  const told = effects.filter(({ tag }) => tag !== "measured");
  if (after === before && told.length === 0) return undefined;
  const on = input.tag === "packet" ? kindOf(input.packet) : input.tag;
  const gives = told.map(({ tag, packet }) =>
    tag === "send" && packet !== undefined ? `send ${kindOf(packet)}` : tag,
  );
  return [before.tag, on, after.tag, ...gives].join(" ");
}

describe.each([
  {
    name: "the client’s end",
    machine: CLIENT_MACHINE,
    run: driveClient as (events: readonly Drawn[]) => Step<ClientState | ServerState, ClientInput | ServerInput>[],
    again: ({ before, input, now, options }: Step<ClientState | ServerState, ClientInput | ServerInput>) =>
      stepClient(freeze(before) as ClientState, freeze(input) as ClientInput, now, options),
  },
  {
    name: "the server’s end",
    machine: SERVER_MACHINE,
    run: driveServer as (events: readonly Drawn[]) => Step<ClientState | ServerState, ClientInput | ServerInput>[],
    again: ({ before, input, now, options }: Step<ClientState | ServerState, ClientInput | ServerInput>) =>
      stepServer(freeze(before) as ServerState, freeze(input) as ServerInput, now, options),
  },
])("the machine of $name", ({ machine, run, again }) => {
  it("lists all that the step function does, and the step function does all that is listed", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(drive, (events) => {
        for (const step of run(events)) {
          const line = lineOf(step);
          if (line !== undefined) seen.add(line);
        }
      }),
      { numRuns: 1500, seed: 1 },
    );
    expect([...seen].sort()).toEqual([...new Set(linesOf(machine))].sort());
  });

  it("gives the same output for the same input, leaves that as it was, and keeps states that are plain data", () => {
    fc.assert(
      fc.property(drive, (events) => {
        for (const step of run(events)) {
          const input = structuredClone([step.before, step.input]);
          expect(again(step)).toEqual([step.after, step.effects]);
          expect([step.before, step.input]).toEqual(input);
          // `undefined`, functions and infinities would not come through.
          const plain = numbered(step.after);
          expect(JSON.parse(JSON.stringify(plain))).toEqual(plain);
        }
      }),
      { numRuns: 15 },
    );
  });
});

it.each([
  ["client", CLIENT_MACHINE],
  ["server", SERVER_MACHINE],
] as const)("the %s’s machine names rules of its file, and every rule that a state shows", (party, { transitions }) => {
  const named = new Set(transitions.flatMap(({ rules }) => rules.map(String)));
  const text = readFileSync(new URL(`./${party}.ts`, import.meta.url), "utf8");
  // Rule 5 of the server is what it does not answer.
  const shown = rulesAtHead(text).filter((rule) => party === "client" || rule !== "5");
  expect([...named].sort()).toEqual(shown.toSorted());
});

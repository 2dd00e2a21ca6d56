/** The segments of a Cedar RPC: which steps run in which order, on whose time. */
import { durationOf } from "../../hardware/cost.ts";
import { DORADO, DORADO_ASSUMED, DORADO_CALIBRATED } from "../../hardware/dorado-costs.ts";
import { segment, type Segment, type TimedStep } from "../../hardware/processors.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { TraceRecorder } from "../../kernel/trace.ts";
import type { Layer, Source } from "../../kernel/trace-data.ts";

import { sealedPacketBytes } from "../../wire/cedar-sizes.ts";
import type { Transport } from "./options.ts";
import { wordsIn } from "./words.ts";

/** The end of the procedure's exception, where it raises one. */
export type ExceptionEnd = "none" | "resume" | "unwind";

const PACKET = durationOf(DORADO_CALIBRATED.packet);
const WORD = durationOf(DORADO_CALIBRATED.word);
const LOCAL = durationOf(DORADO.localCall);

const sourceOf = (share: { readonly source: Source }): Source => ({
  ...DORADO_CALIBRATED.packet.source,
  text: `${DORADO_CALIBRATED.packet.source.text}. ${share.source.text}`,
});

const step = (name: string, layer: Layer, source: Source, duration: Nanos): TimedStep => ({
  step: { name, layer, source },
  duration,
});

/** A step of the programs that call and are called, or of a stub between them and the run time. */
const stepOf = (part: "program" | "stub", name: string, source: Source, duration: Nanos): TimedStep => ({
  step: { name, layer: "rpc", part, source },
  duration,
});

const { sendShare, receiveShare, switchShare } = DORADO_ASSUMED;
const SEND = Math.round(PACKET * sendShare.value);
const RECEIVE = Math.round(PACKET * receiveShare.value);
const SWITCH = PACKET - SEND - RECEIVE;

const sending = (name: string): TimedStep => step(name, "rpc", sourceOf(sendShare), SEND);
const receive = (): TimedStep => step("Interrupt routine takes a packet in", "kernel", sourceOf(receiveShare), RECEIVE);
const change = (): TimedStep => step("Switch to the process that waits", "kernel", sourceOf(switchShare), SWITCH);

/** The stub puts words into a packet, or takes them out: half of a word's time at each end. */
const words = (name: string, count: number): TimedStep =>
  stepOf("stub", name, DORADO_CALIBRATED.word.source, Math.round((count * WORD) / 2));

/** The local cost of an exception beyond that of a call: half where it is raised, half where it is caught. */
function exception(end: ExceptionEnd, name: string): TimedStep {
  const cost = end === "unwind" ? DORADO.localUnwind : DORADO.localResume;
  const source: Source = { ...cost.source, kind: "derived", text: `${cost.source.text}, less a local call: a half` };
  return stepOf("program", name, source, end === "none" ? 0 : Math.round((durationOf(cost) - LOCAL) / 2));
}

/** All segments of a run, by the words that a packet or a message has. Made once, because calls are alike. */
export interface CedarSegments {
  /** The user's stub and the run time, to the first packet of a call. */
  readonly call: (words: number) => Segment;
  /**
   * A further packet, an acknowledgement or a probe, sent by the interrupt routine.
   * @param sealed words of data in a packet that is encrypted; null for one in clear
   */
  readonly send: (words: number, sealed: number | null) => Segment;
  /** A packet that was sent before: the stub does nothing. `sealed` as above. */
  readonly sendAgain: (sealed: number | null) => Segment;
  /** By the words of cipher text that are in the packet; none for one in clear. */
  readonly receive: (cipherWords: number) => Segment;
  /**
   * From the switch to the server process to the end of the procedure.
   * @param keyWords of a key in cipher text, which the process decrypts before it
   */
  readonly serve: (words: number, keyWords?: number) => Segment;
  /**
   * The server stub and the run time, to the first packet of a result.
   * @param keyWords of keys, which the process encrypts before it
   */
  readonly reply: (words: number, keyWords?: number) => Segment;
  /** The procedure raises its exception, and the run time sends it. */
  readonly raise: Segment;
  /** The caller's handler, to the packet that says how it ended. */
  readonly handle: Segment;
  /** The procedure goes on, or unwinds. */
  readonly resume: Segment;
  /**
   * From the switch to the calling process to the return of its stub.
   * @param keyWords of a key in cipher text, which the process decrypts after it
   */
  readonly finish: (words: number, keyWords?: number) => Segment;
}

/** The names of the steps of a call, by transport: with messages the two programs do the work themselves. */
interface Words {
  readonly call: string;
  readonly send: string;
  readonly sendAgain: string;
  readonly serve: string;
  readonly reply: string;
  readonly finish: string;
}

const OF_STUBS: Omit<Words, "send" | "sendAgain"> = {
  call: "User stub puts the arguments into the packet",
  serve: "Server stub takes the arguments out of the packet",
  reply: "Server stub puts the results into the packet",
  finish: "User stub takes the results out of the packet",
};

const WORDS: Readonly<Record<Transport, Words>> = {
  exchange: {
    ...OF_STUBS,
    send: "RPC run time sends a packet",
    sendAgain: "RPC run time sends the packet again",
  },
  stream: { ...OF_STUBS, send: "Byte stream sends a packet", sendAgain: "Byte stream sends the packet again" },
  messages: {
    call: "Calling program puts words into a message",
    send: "Message system sends a packet",
    sendAgain: "Message system sends the packet again",
    serve: "Serving program takes the words out of a message",
    reply: "Serving program puts words into a message",
    finish: "Calling program takes the words out of a message",
  },
};

const MORE_WORDS = "Stub puts more words into a packet";
const DECRYPT_KEY = "Decrypt the key";

/** No packet and no message has as many. */
const MOST_WORDS = 0x10000;

/** An exception has its name and an argument: two words. */
const EXCEPTION_WORDS = 2;

const { cipherWord } = DORADO_ASSUMED;
const cipher = (name: string, cipherWords: number): TimedStep =>
  step(name, "rpc", cipherWord.source, Math.round(cipherWords * durationOf(cipherWord)));
const cipherWordsOf = (bytes: number): number => wordsIn(sealedPacketBytes(bytes));
const encryption = (count: number): TimedStep => cipher("Encrypt the packet from word 12", cipherWordsOf(2 * count));

/** The time of encrypting a packet with so many bytes of data, or of decrypting it. */
export const cipherTime = (bytes: number): Nanos => Math.round(cipherWordsOf(bytes) * durationOf(cipherWord));

/** The segments of a run depend on these. */
interface SegmentOptions {
  readonly end: ExceptionEnd;
  readonly transport: Transport;
  readonly isSecure: boolean; // calls are encrypted
}

export function cedarSegments(recorder: TraceRecorder, { end, transport, isSecure }: SegmentOptions): CedarSegments {
  const of = WORDS[transport];
  const send = (): TimedStep => sending(of.send);
  const sealed = (count: number): readonly TimedStep[] => (isSecure ? [encryption(count)] : []);
  const made = (parts: readonly TimedStep[]): Segment => segment(recorder, parts);
  const byWords = (parts: (count: number, keyWords: number) => readonly TimedStep[]) => {
    const known = new Map<number, Segment>();
    return (count: number, keyWords = 0): Segment => {
      const key = keyWords * MOST_WORDS + count;
      const before = known.get(key);
      if (before !== undefined) return before;
      const after = made(parts(count, keyWords));
      known.set(key, after);
      return after;
    };
  };
  const ofKey = (name: string, count: number): readonly TimedStep[] => (count === 0 ? [] : [cipher(name, count)]);
  const clear = made([receive()]);
  const more = byWords((count) => [words(MORE_WORDS, count), send()]);
  const moreSealed = byWords((count) => [words(MORE_WORDS, count), encryption(count), send()]);
  const again = made([sending(of.sendAgain)]);
  const againSealed = byWords((count) => [encryption(count), sending(of.sendAgain)]);
  const cipherText = byWords((count) => [receive(), cipher("Decrypt the packet from word 12", count)]);
  return {
    call: byWords((count) => [words(of.call, count), ...sealed(count), send()]),
    send: (count, hidden) => (hidden === null ? more(count) : moreSealed(count)),
    sendAgain: (hidden) => (hidden === null ? again : againSealed(hidden)),
    receive: (count) => (count === 0 ? clear : cipherText(count)),
    serve: byWords((count, keyWords) => [
      change(),
      words(of.serve, count),
      ...ofKey(DECRYPT_KEY, keyWords),
      stepOf("program", "The procedure", DORADO.localCall.source, LOCAL),
    ]),
    reply: byWords((count, keyWords) => [
      ...ofKey("Encrypt the key", keyWords),
      words(of.reply, count),
      ...sealed(count),
      send(),
    ]),
    raise: made([exception(end, "The procedure raises an exception"), ...sealed(EXCEPTION_WORDS), send()]),
    handle: made([change(), exception(end, "The caller’s handler runs"), ...sealed(EXCEPTION_WORDS), send()]),
    resume: made([change()]),
    finish: byWords((count, keyWords) => [change(), words(of.finish, count), ...ofKey(DECRYPT_KEY, keyWords)]),
  };
}

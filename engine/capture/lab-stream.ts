/**
 * Messages of the lab’s own systems on a TCP connection, wherever segments begin and end. Behind bytes that are missing
 * the next message is one that a segment begins with.
 */
import { joined } from "../wire/bytes.ts";
import type { CallPacket, MessageStream } from "../wire/layer.ts";
import { costOf, type Budget } from "./budget.ts";
import type { Sighting } from "./call.ts";

/** Bytes of a message that are kept: its header with a list, and what tells equal results from others. */
const KEPT = 4096;
/** Those where all streams together keep as much as they may: a header without a list. */
const SURE = 64;

interface LabMessage {
  readonly part: CallPacket;
  readonly bytes: Uint8Array; // the first ones of the message
  readonly seen: Sighting;
}

interface Begun {
  head: Uint8Array;
  length: number | null; // null while its header is not whole
  come: number; // bytes of it, the unseen ones among them
  unseen: number;
  readonly firstFrame: number;
  readonly firstNs: number;
}

export class LabStream {
  /** Bytes of no message that could be read. */
  unread = 0;
  private readonly format: MessageStream;
  private readonly budget: Budget;
  private readonly give: (message: LabMessage) => void;
  private begun: Begun | null = null;
  private isLost = false;
  private messages = 0;
  private latestFrame = 0;
  private latestNs = 0;

  constructor(format: MessageStream, budget: Budget, give: (message: LabMessage) => void) {
    this.format = format;
    this.budget = budget;
    this.give = give;
  }

  data(bytes: Uint8Array, frame: number, timeNs: number): void {
    this.reach(frame, timeNs);
    if (this.isLost && this.format.lengthOf(bytes.subarray(0, this.format.headBytes)) === null) {
      this.unread += bytes.length;
      return;
    }
    this.isLost = false;
    for (let at = 0; at < bytes.length;) {
      const begun = (this.begun ??= this.begin(frame, timeNs));
      const most = begun.length ?? this.format.headBytes;
      const end = Math.min(bytes.length, at + most - begun.come);
      if (begun.unseen === 0) this.keep(begun, bytes.subarray(at, end));
      begun.come += end - at;
      at = end;
      if (begun.length === null && !this.isMessage(begun)) {
        this.unread += bytes.length - at;
        return;
      }
      if (begun.come === begun.length) this.end();
    }
  }

  /** So many bytes are missing here; null where nobody knows how many. */
  gap(bytes: number | null, frame: number, timeNs: number): void {
    this.reach(frame, timeNs);
    const { begun } = this;
    if (bytes !== null && begun !== null && begun.length !== null && bytes <= begun.length - begun.come) {
      begun.come += bytes;
      begun.unseen += bytes;
      if (begun.come === begun.length) this.end();
    } else {
      this.finish();
      this.isLost = true;
    }
  }

  /** What is left of a message is given as cut. */
  finish(): void {
    const { begun } = this;
    if (begun === null) return;
    if (begun.length === null) {
      this.unread += begun.come;
      this.budget.kept -= begun.head.length;
    } else {
      begun.unseen += begun.length - begun.come;
      this.end();
    }
    this.begun = null;
  }

  /** Keeps the first bytes of a message. */
  private keep(begun: Begun, bytes: Uint8Array): void {
    const most = this.budget.has(costOf(KEPT)) ? KEPT : SURE;
    const kept = Math.min(bytes.length, most - begun.head.length);
    // Only what is whole from the start on is of use.
    if (kept <= 0 || begun.head.length < begun.come) return;
    begun.head = joined(begun.head, bytes.subarray(0, kept));
    this.budget.kept += kept;
  }

  private begin(firstFrame: number, firstNs: number): Begun {
    return { head: new Uint8Array(0), length: null, come: 0, unseen: 0, firstFrame, firstNs };
  }

  /** Whether what has begun may still be a message; learns its length. */
  private isMessage(begun: Begun): boolean {
    const length = this.format.lengthOf(begun.head);
    if (length === "more") return true;
    if (length !== null) {
      begun.length = length;
      return true;
    }
    this.unread += begun.come;
    this.budget.kept -= begun.head.length;
    this.begun = null;
    this.isLost = true;
    return false;
  }

  private end(): void {
    const { begun } = this;
    this.begun = null;
    if (begun === null || begun.length === null) return;
    const { head, length, unseen, firstFrame, firstNs } = begun;
    this.budget.kept -= head.length;
    const part = this.format.callPacket(head);
    if (part === null) return;
    const seen = { frame: this.latestFrame, timeNs: this.latestNs, firstFrame, firstNs, bytes: length, unseen };
    // TCP gives each message once: those with one number are the pieces of one.
    this.give({ part: { ...part, place: this.messages++ }, bytes: head, seen });
  }

  /** Holes are filled late: a message is there when the last of its bytes has come, and of those before it. */
  private reach(frame: number, timeNs: number): void {
    if (frame <= this.latestFrame) return;
    this.latestFrame = frame;
    this.latestNs = timeNs;
  }
}

/** For tests: what happens on a net, as the lines of a trace. */
import { u32 } from "../../wire/bytes.ts";
import { parseRpc2, RPC2_AT, type Rpc2Packet } from "../../wire/rpc2.ts";
import { openRpc2 } from "../../wire/rpc2-cipher.ts";
import { parseSftp, SFTP_VERSION, type SftpPacket } from "../../wire/sftp.ts";
import { sealOf, type Handle } from "./connection.ts";
import type { NetEvent } from "./net.ts";
import type { Rpc2Process } from "./primitives.ts";
import type { ProcessEffect } from "./process-types.ts";
import { formatTime, type Faults } from "../testing/script.ts";
import { formatEffect, formatEnd, formatPacket, type Shown } from "./trace-format.ts";

interface Line {
  readonly head: string;
  readonly effects: readonly ProcessEffect[];
}

/** Steps that are left out of a trace where they have no effect. */
const SILENT = ["getrequest", "looks", "handled", "sends", "has control again"];

export class Lines {
  private readonly servers: number;
  private readonly shown: Shown;
  private readonly only: "client" | "server" | null;
  private readonly numbers = new Map<string, number>(); // of connections, by host and handle
  private readonly counts = new Map<number, number>(); // of connections that a host ever had
  private readonly states = new Map<string, string>(); // as they were shown last
  private readonly faults: Faults;
  private lines: Line[] = [];

  constructor(servers: number, shown: Shown, only: "client" | "server" | null, faults: Faults) {
    this.faults = faults;
    this.servers = servers;
    this.shown = shown;
    this.only = only;
  }

  say(text: string): void {
    this.lines.push({ head: text, effects: [] });
  }

  /** What has happened since it was asked last. */
  take(): string[] {
    const { lines } = this;
    this.lines = [];
    return lines.flatMap(({ head, effects }) => [head, ...effects.flatMap((effect) => this.effect(effect))]);
  }

  private effect(effect: ProcessEffect): string[] {
    const note = "packet" in effect ? this.faults.noteOf(effect.packet) : "";
    const line = formatEffect(effect, note, this.shown);
    return line === null ? [] : [`  ${line}`];
  }

  add({ at, host, process, what, effects }: NetEvent): void {
    const isForRpc2 = what.tag === "receive" && u32(what.bytes, 0) !== SFTP_VERSION;
    const changed = this.changed(host, process, isForRpc2 ? u32(what.bytes, RPC2_AT.remoteHandle) : 0);
    const isSilent = what.tag === "ask" && SILENT.includes(what.text) && effects.length === 0 && changed.length === 0;
    const isWatched = this.only === null || (this.only === "client") === (host === 0);
    if (isSilent || !isWatched) return;
    const who = host === 0 ? "client" : this.servers === 1 ? "server" : `server ${host}`;
    const text =
      what.tag === "receive" ? `<- ${this.packet(what.bytes, process)}` : what.tag === "ask" ? what.text : "tick";
    const state = changed.length === 0 ? "" : `: ${changed.join("; ")}`;
    this.lines.push({ head: `${formatTime(at)} ${who} ${text}${state}`, effects });
  }

  private packet(bytes: Uint8Array, process: Rpc2Process): string {
    const end = process.end(u32(bytes, RPC2_AT.remoteHandle));
    const isSealed = (u32(bytes, RPC2_AT.flags) & 2) !== 0;
    if (isSealed && end === null) return `a packet of ${bytes.length} bytes, encrypted for no connection`;
    const clear = openRpc2(bytes, isSealed && end !== null ? sealOf(end.state) : null);
    const packet: Rpc2Packet | SftpPacket = u32(bytes, 0) === SFTP_VERSION ? parseSftp(clear) : parseRpc2(clear);
    return formatPacket(packet, this.shown);
  }

  /** The connections whose states are another than they were, and the one that a packet was for. */
  private changed(host: number, process: Rpc2Process, concerned: Handle): string[] {
    const ends = process.ends;
    const gone = this.forgotten(
      host,
      ends.map(({ state }) => state.handle),
    );
    for (const { state } of ends) this.number(host, state.handle);
    const shown = ends.flatMap((end) => {
      const key = `${host} ${end.state.handle}`;
      const text = formatEnd(end);
      const isNew = this.states.get(key) !== text;
      this.states.set(key, text);
      if (!isNew && end.state.handle !== concerned) return [];
      return [this.numbered(host, key, text)];
    });
    return [...shown, ...gone];
  }

  private numbered(host: number, key: string, text: string): string {
    return (this.counts.get(host) ?? 0) > 1 ? `#${this.numbers.get(key) ?? 0} ${text}` : text;
  }

  /** Connections that the process has forgotten since the last line about it. */
  private forgotten(host: number, handles: readonly Handle[]): string[] {
    const known = new Set(handles.map((handle) => `${host} ${handle}`));
    const gone = [...this.states.keys()].filter((key) => key.startsWith(`${host} `) && !known.has(key));
    for (const key of gone) this.states.delete(key);
    return gone.map((key) => this.numbered(host, key, "forgotten"));
  }

  private number(host: number, handle: Handle): void {
    const key = `${host} ${handle}`;
    if (this.numbers.has(key)) return;
    const count = (this.counts.get(host) ?? 0) + 1;
    this.counts.set(host, count);
    this.numbers.set(key, count);
  }
}

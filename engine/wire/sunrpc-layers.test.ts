/** Recorded traffic of Sun RPC, taken apart: the messages that tshark finds, and no others. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Capture } from "./captured.ts";
import type { Layer } from "./layer.ts";
import { dissect } from "./layers.ts";
import { isPcapng, readPcapng } from "./pcapng.ts";
import { readPcap } from "./pcap.ts";
import { encodeCallit, PORTMAP, PORTMAP_PORT, PORTMAP_PROGRAM } from "./portmap.ts";
import { station } from "./station.ts";
import { encodeRpc, NO_AUTH } from "./sunrpc.ts";
import { encodeUdpFrame } from "./udp-frame.ts";
import expected from "./sunrpc-fixtures/expected.json" with { type: "json" };

interface Told {
  readonly frame: number; // from 1
  readonly xid: number;
  readonly message: string;
  readonly program?: number;
  readonly procedure?: number;
}

function capture(name: string): Capture {
  const bytes = new Uint8Array(readFileSync(new URL(`./sunrpc-fixtures/${name}`, import.meta.url)));
  return isPcapng(bytes) ? readPcapng(bytes) : readPcap(bytes);
}

const fieldOf = (layers: readonly Layer[], name: string): number | undefined => {
  const text = layers.find((layer) => layer.name === "Sun RPC")?.fields.find((field) => field.name === name)?.text;
  return text === undefined ? undefined : Number(text);
};

/** What this room finds in a capture. */
function found(name: string): readonly Told[] {
  return capture(name).packets.flatMap(({ bytes }, i) => {
    const layers = dissect(bytes);
    expect(layers.map((layer) => layer.name)).not.toContain("malformed");
    expect(layers.reduce((sum, { length }) => sum + length, 0)).toBe(bytes.length);
    const xid = fieldOf(layers, "transaction identifier");
    if (xid === undefined) return [];
    const isCall = fieldOf(layers, "message type") === 0;
    const called = { program: fieldOf(layers, "program") ?? -1, procedure: fieldOf(layers, "procedure") ?? -1 };
    return [{ frame: i + 1, xid, message: isCall ? "call" : "reply", ...(isCall ? called : {}) }];
  });
}

describe.each(Object.entries(expected.captures))("%s", (name, { frames, rpcMessages }) => {
  it("has the messages that tshark finds", () => {
    expect(capture(name).packets).toHaveLength(frames);
    const wanted = rpcMessages.map(({ frame, xid, message, program, procedure }) => ({
      ...{ frame, xid, message },
      ...(message === "call" ? { program, procedure } : {}),
    }));
    expect(found(name)).toEqual(wanted);
  });
});

it("an indirect call has a layer for the portmapper, and the program’s arguments behind it", () => {
  const head = { kind: "call", xid: 1, program: PORTMAP_PROGRAM, version: 2, procedure: PORTMAP.callit } as const;
  const indirect = encodeCallit({ program: 100_001, version: 3, procedure: 1, data: new Uint8Array(8) });
  const message = encodeRpc({ ...head, credentials: NO_AUTH, verifier: NO_AUTH }, indirect);
  const [from, to] = [
    { ...station(1), port: 1024 },
    { ...station(2), port: PORTMAP_PORT },
  ];
  const layers = dissect(encodeUdpFrame(message, from, to)).slice(-2);
  expect(layers.map(({ name, length }) => [name, length])).toEqual([
    ["portmapper’s indirect call", 16],
    ["data", 8],
  ]);
  expect(layers[0]?.fields.map(({ name, text }) => `${name} ${text}`)).toEqual([
    "program 100001",
    "version 3",
    "procedure 1",
    "length 8",
  ]);
});

/** Wireshark reads our formats by the dissectors that we make for it: each field has our place and our value. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { toPcapng } from "../experiments/export/index.ts";
import { runOf } from "../experiments/testing.ts";
import type { ParamValues } from "../experiments/types.ts";
import { readCapture } from "../wire/capture.ts";
import type { Field } from "../wire/layer.ts";
import { dissect } from "../wire/layers.ts";
import { luaDissectors } from "../wire/lua.ts";

const hasTshark = spawnSync("tshark", ["--version"]).status === 0;

/** Layers that Wireshark reads by itself, and bytes that nobody takes apart. */
const ITS_OWN: ReadonlySet<string> = new Set([
  ...["Ethernet", "Experimental Ethernet", "IPv4", "UDP", "TCP", "data", "padding", "file data", "SFTP parameters"],
  ...["encrypted words", "Pup checksum", "trailer"],
]);

const RUNS: readonly (readonly [id: string, set: ParamValues])[] = [
  ["amoeba/call", { calls: 2, bytes: 3000, direction: "both" }],
  ["amoeba/call", { calls: 2, hint: "none" }],
  ["cedar/call", { calls: 3, arguments: 20, argumentPackets: 3 }],
  ["cedar/call", { calls: 2, exception: "resume" }],
  ["cedar/call", { calls: 2, security: "encrypted" }],
  ["cedar/call", { calls: 2, binding: "broadcast", networkMbps: "10" }],
  ["firefly/max-result", { calls: 2 }],
  ["firefly/null", { calls: 2, header: "redesigned" }],
  ["firefly/null", { calls: 2, layering: "ethernet" }],
  ["flexrpc/multicast", {}],
  ["machine/call", { calls: 2, protocol: "v", bytes: 1400 }],
  ["machine/call", { calls: 2, protocol: "peregrine", bytes: 1400 }],
  ["machine/call", { calls: 2, protocol: "rpc2" }],
  ["many/call", { way: "circus" }],
  ["many/call", { way: "gemini" }],
  ["many/call", { way: "mercury" }],
  ["multirpc/call", { trials: 1, servers: 2, security: "secure" }],
  ["multirpc/specification", {}],
  ["sprite/call", { calls: 2, bytes: 5000 }],
  ["sun-rpc/call", { iterations: 2, program: "udp", argumentBytes: 30 }],
  ["sun-rpc/call", { iterations: 2, program: "tcp", argumentBytes: 30 }],
  ["tcp/transfer", {}],
  ["today/call", { calls: 2 }],
  ["today/call", { calls: 2, stack: "bypass", bytes: 5000 }],
  ["today/hedge", { calls: 5 }],
  ["written/call", {}],
];

interface Shown {
  readonly at: number;
  readonly length: number;
  readonly show: string;
}

/** The fields of our dissectors in each packet, as tshark prints them. */
function shownBy(file: Uint8Array): { readonly fields: readonly (readonly Shown[])[]; readonly isMalformed: boolean } {
  const folder = mkdtempSync(join(tmpdir(), "lua-"));
  try {
    const [script, capture] = [join(folder, "roundtrip.lua"), join(folder, "run.pcapng")];
    writeFileSync(script, luaDissectors());
    writeFileSync(capture, file);
    // Connections of several runs have the same addresses: the second is no retransmission of the first.
    const alone = ["-o", "tcp.analyze_sequence_numbers:FALSE"];
    const args = ["-X", `lua_script:${script}`, ...alone, "-r", capture, "-T", "pdml"];
    const { status, stdout, stderr } = spawnSync("tshark", args, { encoding: "utf8", maxBuffer: 2 ** 28 });
    expect({ status, lua: /lua/i.test(stderr.replaceAll(folder, "")) ? stderr : "" }).toEqual({ status: 0, lua: "" });
    const packets = stdout.split("<packet>").slice(1);
    const fields = packets.map((packet) =>
      [...packet.matchAll(/<field name="rt_[^>]*? size="(\d+)" pos="(\d+)" show="([^"]*)"/g)].map(
        ([, length, at, show = ""]) => ({ at: Number(at), length: Number(length), show }),
      ),
    );
    return { fields, isMalformed: stdout.includes("_ws.malformed") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Of a Pup our reader shows the bits of Cedar RPC’s type and process as fields of their own, and the checksum behind
 * the data; their bytes have one field in Lua. What is encrypted has none.
 */
const isOfBits = (layer: string, { name, text }: Field): boolean =>
  name === "encrypted" || (layer === "Pup" && (text in YES || /^(subtype|source process|checksum)/.test(name)));

/** Several flags share their bytes, and have a show of "True" or "1", by the version. */
const YES: Readonly<Record<string, readonly string[]>> = { yes: ["True", "1"], no: ["False", "0"] };

const isSame = ({ at, length, text }: Field, shown: Shown): boolean => {
  if (shown.at !== at || shown.length !== length) return false;
  const flag = YES[text];
  if (flag !== undefined) return flag.includes(shown.show);
  return !/^-?\d+$/.test(text) || Number(shown.show) === Number(text);
};

it.skipIf(!hasTshark)("in captures of every system, by tshark", () => {
  const files = RUNS.map(([id, set]) => ({ name: `${id} ${JSON.stringify(set)}`, file: toPcapng(runOf(id, { set })) }));
  const { fields, isMalformed } = shownBy(Buffer.concat(files.map(({ file }) => file)));
  const ours = files.flatMap(({ name, file }) =>
    readCapture(file).packets.map(({ bytes }) => {
      const layers = dissect(bytes).filter((layer) => !ITS_OWN.has(layer.name));
      return { name, fields: layers.flatMap((of) => of.fields.filter((one) => !isOfBits(of.name, one))) };
    }),
  );
  expect(fields).toHaveLength(ours.length);
  const wrong = ours.flatMap(({ name, fields: some }, i) =>
    some
      .filter((one) => fields[i]?.some((shown) => isSame(one, shown)) !== true)
      .map((one) => `${name}, frame ${i + 1}: ${one.name} at ${one.at}, ${one.length} bytes: ${one.text}`),
  );
  expect(wrong).toEqual([]);
  expect(isMalformed).toBe(false);
  const silent = files.filter(({ name }) => ours.every((one) => one.name !== name || one.fields.length === 0));
  expect(silent.map(({ name }) => name)).toEqual([]);
});

/** Side effects, whatever the wires do to their packets. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import { SFTP_DEFAULTS } from "../../wire/sftp.ts";
import { LIBRARY_1987, LIBRARY_2025, type Library } from "./library.ts";
import type { Fate } from "../testing/net.ts";
import { CLIENT, clientOf } from "./net.ts";
import { encodePacket } from "./process.ts";
import type { ProcessEffect, SideEffect } from "./process-types.ts";

const SMART_FTP = 1189;
const file = (length: number, seed: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + seed * 17) & 0xff);

/** As toEqual would say, in a fraction of its time. */
const isSame = (a: Uint8Array | null | undefined, b: Uint8Array): boolean =>
  a?.length === b.length && a.every((byte, index) => byte === b[index]);

interface Transferred {
  readonly ends: readonly ProcessEffect[]; // what the client was told
  readonly arrived: readonly (Uint8Array | null)[]; // at whichever end wanted the file
  readonly data: number; // data packets that were sent
  readonly acks: number;
  readonly outstanding: number; // at most, beyond what was acknowledged
}

/** Calls with a side effect, one after another on one connection; after the fates nothing goes wrong. */
function transfer(
  library: Library,
  transfers: readonly { readonly fetches: boolean; readonly length: number }[],
  fates: readonly Fate[],
): Transferred {
  let current: SideEffect = { direction: "server to client", file: null };
  let sent = 0;
  const ends: ProcessEffect[] = [];
  const arrived: (Uint8Array | null)[] = [];
  const counts = { data: 0, acks: 0, outstanding: 0, acknowledged: 0 };
  const client = clientOf({
    library,
    fateOf: ({ packet: { packet } }) => {
      if ("protoVersion" in packet) return [millis(1)];
      if (packet.opcode === "DATA") counts.data++;
      if (packet.opcode === "DATA")
        counts.outstanding = Math.max(counts.outstanding, packet.seqNumber - counts.acknowledged);
      if (packet.opcode === "ACK") counts.acks++;
      if (packet.opcode === "ACK") counts.acknowledged = Math.max(counts.acknowledged, packet.gotEmAll);
      return fates[sent++] ?? [millis(1)];
    },
    runsFor: () => millis(1),
  });
  const { net, processes } = client;
  processes.sideEffectOf = () => current;
  client.watch = ({ host, effects }) => {
    for (const effect of effects) {
      if (host === CLIENT && (effect.tag === "returned" || effect.tag === "failed")) ends.push(effect);
      if (host === CLIENT && effect.tag === "returned" && effect.file !== null) arrived.push(effect.file);
      const isStored = effect.tag === "side effect over" && current.direction === "client to server";
      if (isStored) arrived.push(effect.file);
    }
  };
  const handle = client.bind(1, { sideEffectType: SMART_FTP });
  net.run(millis(10));
  transfers.forEach(({ fetches, length }, index) => {
    const content = file(length, index);
    const direction = fetches ? "server to client" : "client to server";
    current = { direction, file: fetches ? content : null };
    const sideEffect = { direction, file: fetches ? null : content } as const;
    client.makeRpc(handle, { opcode: 1, body: new Uint8Array(0), limit: null, sideEffect });
    net.settle(seconds(300));
  });
  return { ends, arrived, ...counts };
}

const delay = fc.integer({ min: 1, max: 30 }).map((n) => n * millis(1));
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  { weight: 4, arbitrary: fc.tuple(delay) },
  { weight: 1, arbitrary: fc.tuple(delay, delay) },
);
/** No more than eight in a row are lost: ten silences would be the end of the transfer. */
const fates = (maxLength: number): fc.Arbitrary<readonly Fate[]> =>
  fc
    .array(fate, { maxLength })
    .map((all) => all.map((one, index) => (index % 9 === 8 && one.length === 0 ? [millis(1)] : one)));
const some = fc.array(fc.record({ fetches: fc.boolean(), length: fc.nat(70_000) }), { minLength: 1, maxLength: 3 });
const libraries = fc.constantFrom(LIBRARY_1987, LIBRARY_2025);

describe("a side effect", () => {
  it("brings each file whole and once, in either direction, whatever is lost, copied and overtaken meanwhile", () => {
    fc.assert(
      fc.property(libraries, some, fates(60), (library, transfers, drawn) => {
        const { ends, arrived } = transfer(library, transfers, drawn);
        expect(ends.map((end) => (end.tag === "returned" ? end.code : end.tag))).toEqual(transfers.map(() => 0));
        expect(arrived.map((content, index) => isSame(content, file(transfers[index]?.length ?? 0, index)))).toEqual(
          transfers.map(() => true),
        );
      }),
      { numRuns: 150 },
    );
  });

  it("without faults sends each packet once, and one acknowledgement a set of eight", () => {
    fc.assert(
      fc.property(libraries, fc.nat(200_000), fc.boolean(), (library, length, fetches) => {
        const { data, acks } = transfer(library, [{ fetches, length }], []);
        const packets = Math.max(1, Math.ceil(length / SFTP_DEFAULTS.packetSize));
        expect(data).toBe(packets);
        expect(acks).toBe(Math.ceil(packets / SFTP_DEFAULTS.sendAhead));
      }),
      { numRuns: 40 },
    );
  });

  it("never has more packets outstanding than the window, whatever is lost", () => {
    fc.assert(
      fc.property(libraries, fates(80), (library, drawn) => {
        const { outstanding } = transfer(library, [{ fetches: true, length: 100_000 }], drawn);
        expect(outstanding).toBeLessThanOrEqual(SFTP_DEFAULTS.windowSize);
      }),
      { numRuns: 60 },
    );
  });

  it("of a whole megabyte comes over, too", () => {
    const { arrived } = transfer(LIBRARY_1987, [{ fetches: true, length: 1 << 20 }], []);
    expect(isSame(arrived[0], file(1 << 20, 0))).toBe(true);
  });

  it("on a secure connection comes over whole, and nobody on the way can read it; at headers alone anybody can", () => {
    const key = Uint8Array.of(7, 6, 5, 4, 3, 2, 1, 9);
    const content = new TextEncoder().encode("a file that should be read by its owner alone ".repeat(60));
    for (const [level, isReadable] of [
      ["secure", false],
      ["headersOnly", true],
    ] as const) {
      const copied: Uint8Array[] = [];
      let brought: Uint8Array | null = null;
      const client = clientOf({ library: LIBRARY_1987, keyOf: () => key });
      const { net, processes } = client;
      processes.sideEffectOf = () => ({ direction: "server to client", file: content });
      client.watch = ({ effects }) => {
        for (const effect of effects) {
          if (effect.tag === "send data" && effect.packet.opcode === "DATA") copied.push(encodePacket(effect));
          if (effect.tag === "returned") brought = effect.file;
        }
      };
      const handle = client.bind(1, { level, sharedKey: key, encryptionType: 2, sideEffectType: SMART_FTP });
      net.run(millis(20));
      const sideEffect = { direction: "server to client", file: null } as const;
      expect(client.makeRpc(handle, { opcode: 1, body: new Uint8Array(0), limit: null, sideEffect }).code).toBe(0);
      net.settle(seconds(10));
      expect(isSame(brought, content), level).toBe(true);
      expect(copied.length).toBe(3);
      const text = copied.map((bytes) => new TextDecoder("latin1").decode(bytes)).join("");
      expect(text.includes("its owner alone"), level).toBe(isReadable);
    }
  });
});

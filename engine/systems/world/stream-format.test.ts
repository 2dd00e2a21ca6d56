/** Segments of TCP in frames, and what a reader of a frame sees of the messages in it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dissect } from "../../wire/layers.ts";
import { MERCURY } from "../../wire/mercury.ts";
import { decodeTcpFrame } from "../../wire/tcp-frame.ts";
import { overTcp } from "./stream-format.ts";

describe("a segment of TCP in a frame", () => {
  it("comes back as it was, whatever it is for", () => {
    const segments = fc.record({
      control: fc.constantFrom(
        "none" as const,
        "open" as const,
        "accept" as const,
        "finish" as const,
        "reset" as const,
      ),
      sequence: fc.integer({ min: -1, max: 2 ** 31 }),
      acknowledgement: fc.nat(2 ** 31),
      data: fc.uint8Array({ maxLength: 1448 }),
    });
    fc.assert(
      fc.property(segments, ({ control, data: bytes, ...rest }) => {
        const isBegin = control === "open" || control === "accept";
        const data = control === "none" ? bytes : new Uint8Array(0);
        const segment = {
          control,
          sequence: isBegin ? 0 : rest.sequence,
          length: control === "finish" ? 1 : data.length,
          acknowledgement: control === "open" ? 0 : rest.acknowledgement,
        };
        const packet = { from: 3, fromPort: 50_000, toPort: 2051, segment, data, isEnd: data.length > 5 };
        const format = overTcp(65_535);
        expect(format.read(format.write(packet, 3, 1))).toEqual(packet);
      }),
    );
  });

  it("shows each message that begins in it, and other bytes as those of one that has begun before", () => {
    const one = (number: number): number[] => [
      ...MERCURY.write({ kind: "call", number, flags: 0, data: Uint8Array.of(5) }),
    ];
    const frame = (data: Uint8Array): Uint8Array =>
      overTcp(4096).write(
        {
          from: 0,
          fromPort: 49_152,
          toPort: 2051,
          segment: { control: "none", sequence: 0, length: data.length, acknowledgement: 0 },
          data,
          isEnd: true,
        },
        0,
        1,
      );
    const names = (bytes: Uint8Array): readonly string[] => dissect(bytes).map(({ name }) => name);
    expect(names(frame(Uint8Array.of(...one(1), ...one(2))))).toEqual([
      "Ethernet",
      "IPv4",
      "TCP",
      "Mercury",
      "data",
      "Mercury",
      "data",
    ]);
    expect(names(frame(Uint8Array.of(1, 2, 3)))).toEqual(["Ethernet", "IPv4", "TCP", "data"]);
  });
});

it("the first byte of a stream has the number behind SYN’s, as RFC 793 wants it", () => {
  const numberOf = (control: "open" | "none"): number => {
    const segment = { control, sequence: 0, length: 0, acknowledgement: 0 } as const;
    const ports = { fromPort: 49_152, toPort: 2051 };
    return decodeTcpFrame(
      overTcp(4096).write({ from: 0, ...ports, segment, data: new Uint8Array(0), isEnd: false }, 0, 1),
    ).header.sequence;
  };
  expect(numberOf("none")).toBe(numberOf("open") + 1);
});

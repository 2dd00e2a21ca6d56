import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeFlexHeader, FLEXRPC_PORT } from "./flexrpc.ts";
import type { Field, Layer } from "./layer.ts";
import { dissect } from "./layers.ts";
import { station } from "./station.ts";
import { TCP_FLAG, type TcpHeader } from "./tcp.ts";
import { emitTcpFrame, tcpFrameDataAt } from "./tcp-frame.ts";
import { flip } from "./test-bytes.ts";

const HEADER: TcpHeader = {
  from: 49152,
  to: FLEXRPC_PORT,
  sequence: 1,
  acknowledgement: 1,
  flags: TCP_FLAG.psh | TCP_FLAG.ack,
  window: 65535,
  maxSegment: null,
  timeStamps: { value: 5, echo: 4 },
};

function frameOf(data: Uint8Array, header: TcpHeader = HEADER): Uint8Array {
  const at = tcpFrameDataAt(header);
  const frame = new Uint8Array(at + data.length);
  frame.set(data, at);
  emitTcpFrame(header, { from: station(1), to: station(2) }, frame);
  return frame;
}

const sizesOf = (layers: readonly Layer[]): readonly (readonly [string, number])[] =>
  layers.map(({ name, length }) => [name, length]);

function fieldOf(layers: readonly Layer[], layer: string, name: string): Field {
  const found = layers.find((one) => one.name === layer)?.fields.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no field ${name} in layer ${layer}`);
  return found;
}

const REQUEST = encodeFlexHeader({
  type: "request",
  call: 3,
  pipelined: false,
  position: 1,
  callees: [station(3).ip, station(4).ip],
  argumentBytes: 9,
});

describe("dissect, of TCP", () => {
  it("shows the header, its options and the FlexRPC message that starts in the segment", () => {
    const layers = dissect(frameOf(Uint8Array.of(...REQUEST, 1, 2, 3)));
    expect(sizesOf(layers)).toEqual([
      ["Ethernet", 14],
      ["IPv4", 20],
      ["TCP", 32],
      ["FlexRPC", 24],
      ["data", 3],
    ]);
    expect(fieldOf(layers, "IPv4", "protocol").note).toBe("TCP");
    expect(fieldOf(layers, "TCP", "flags").text).toBe("PSH, ACK");
    expect(fieldOf(layers, "TCP", "options")).toMatchObject({ text: "time stamp 5, echo 4", at: 54, length: 12 });
    expect(fieldOf(layers, "TCP", "checksum").note).toBe("right");
    expect(fieldOf(layers, "FlexRPC", "callee 3")).toMatchObject({ text: "192.0.2.4", at: 86, length: 4 });
    expect(fieldOf(layers, "data", "bytes").note).toBe("argument, or as much as fits");
  });

  it("shows results with what became of each callee", () => {
    const results = encodeFlexHeader({
      type: "results",
      call: 3,
      position: 1,
      results: [{ callee: 2, status: "unreachable", bytes: 0 }],
    });
    const layers = dissect(frameOf(results));
    expect(fieldOf(layers, "FlexRPC", "status")).toMatchObject({ text: "unreachable", at: 84, length: 2 });
    expect(fieldOf(layers, "FlexRPC", "position").note).toBe("of the sender");
  });

  it("says of other data on FlexRPC’s port that it is the middle of a message, and nothing of other ports", () => {
    const middle = dissect(frameOf(Uint8Array.of(0, 0, 0, 1)));
    expect(fieldOf(middle, "data", "bytes").note).toBe("the middle of a message");
    const other = dissect(frameOf(REQUEST, { ...HEADER, to: 80 }));
    expect(sizesOf(other).at(-1)).toEqual(["data", 24]);
    const cut = dissect(frameOf(REQUEST.subarray(0, 20)));
    expect(fieldOf(cut, "data", "bytes").note).toMatch(/^no whole FlexRPC header: .* got 20 bytes/);
  });

  it("notes a wrong checksum and still reads the rest; a header that is none is malformed", () => {
    const damaged = dissect(flip(frameOf(Uint8Array.of(1, 2)), 8 * 67));
    expect(fieldOf(damaged, "TCP", "checksum").note).toMatch(/^wrong, want 0x/);
    const frame = frameOf(Uint8Array.of(1, 2));
    frame[46] = 0x10;
    expect(fieldOf(dissect(frame), "malformed", "reason").text).toMatch(/header length: got 4, want 20…34/);
  });

  it("tiles the frame, whatever its data and options", () => {
    const option = fc.option(fc.record({ value: fc.nat(0xffffffff), echo: fc.nat(0xffffffff) }));
    const data = fc.oneof(fc.uint8Array({ maxLength: 60 }), fc.constant(REQUEST));
    fc.assert(
      fc.property(data, option, fc.option(fc.nat(0xffff)), (payload, timeStamps, maxSegment) => {
        const frame = frameOf(payload, { ...HEADER, timeStamps, maxSegment });
        const layers = dissect(frame);
        expect(layers.reduce((sum, { length }) => sum + length, 0)).toBe(frame.length);
        for (const { at, length } of layers.flatMap(({ fields }) => fields)) {
          expect(at + length).toBeLessThanOrEqual(frame.length);
        }
      }),
    );
  });
});

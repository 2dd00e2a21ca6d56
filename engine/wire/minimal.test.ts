import fc from "fast-check";
import { expect, it } from "vitest";
import { WireError } from "./error.ts";
import { dissect } from "./layers.ts";
import { encodeMinimalCall, encodeMinimalReply, MINIMAL_PORT, parseMinimalCall, parseMinimalReply } from "./minimal.ts";
import { encodeUdpFrame } from "./udp-frame.ts";

const u32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const CLIENT = { mac: 0x0200_0000_0001, ip: 0xc000_0201, port: 1024 };
const SERVER = { mac: 0x0200_0000_0002, ip: 0xc000_0202, port: MINIMAL_PORT };

it("a minimal message is read as it was written, and one that is cut short is refused", () => {
  fc.assert(
    fc.property(u32, u32, fc.uint8Array({ maxLength: 40 }), (number, second, argument) => {
      const call = encodeMinimalCall({ number, procedure: second, argument });
      expect(parseMinimalCall(call)).toEqual({ number, procedure: second, argument });
      const reply = encodeMinimalReply({ number, result: second });
      expect(parseMinimalReply(reply)).toEqual({ number, result: second });
      expect(() => parseMinimalCall(call.subarray(0, 7))).toThrow(WireError);
      expect(() => parseMinimalReply(reply.subarray(0, 7))).toThrow(WireError);
    }),
  );
});

it("the server’s port says which way a minimal message goes", () => {
  const call = encodeMinimalCall({ number: 7, procedure: 2, argument: new Uint8Array(2) });
  const reply = encodeMinimalReply({ number: 7, result: 0 });
  const shown = (frame: Uint8Array): readonly string[] =>
    dissect(frame)
      .slice(3)
      .map(({ name, fields }) => `${name}: ${fields.map((field) => `${field.name} ${field.text}`).join(", ")}`);
  expect(shown(encodeUdpFrame(call, CLIENT, SERVER))).toEqual([
    "Minimal protocol: number 7, procedure 2",
    "data: bytes 2",
  ]);
  expect(shown(encodeUdpFrame(reply, SERVER, CLIENT))).toEqual(["Minimal protocol: number 7, result 0"]);
});

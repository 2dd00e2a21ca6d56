import { expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { sentenceOf } from "../timeline/events/Story.tsx";
import { packetRef } from "../../engine/kernel/trace-data.ts";
import { fateText, garbledByteOf, rowOfPacket } from "./packet-facts.ts";

it("a packet says which byte of it was damaged behind the controller, and that its receiver threw it away", () => {
  const set = { iterations: 2, udpChecksums: "on" };
  const { trace } = runOf("sun-rpc/call", { set, faults: ["garble call#2 byte 65"] });
  const [first, second] = [1, 2].map((call) => rowOfPacket(trace, { kind: "call", call, send: 1 }));
  const tells = (row = -1) => [garbledByteOf(trace, row), fateText(trace, row), sentenceOf(trace, packetRef(row))];
  expect(tells(first)).toEqual([null, "delivered", "The call packet goes from the client to the server."]);
  expect(tells(second)).toEqual([
    65,
    "thrown away by its receiver: UDP checksum",
    "The call packet goes from the client to the server. A byte of it is damaged, and its receiver throws it away.",
  ]);
});

import { expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import type { ParamValues } from "../../engine/experiments/types.ts";
import { sentenceOf } from "../timeline/events/Story.tsx";
import { fateOf } from "../../engine/kernel/reads.ts";
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

it("a packet that comes to a machine that was down says so, as do one that is refused and one of no use", () => {
  const said = (id: string, faults: readonly string[], set: ParamValues = {}): readonly string[] => {
    const { trace } = runOf(id, { set: { calls: 2, ...set }, faults });
    const rows = Array.from({ length: trace.packets.count }, (_, row) => row);
    return [...new Set(rows.filter((row) => fateOf(trace, row) === "ignored").map((row) => fateText(trace, row)))];
  };
  expect(said("firefly/null", ["crash server at 1ms"])).toEqual(["came to a machine that was down"]);
  expect(said("firefly/null", ["duplicate result#1"])).toEqual(["arrived, and was ignored"]);
  expect(said("flexrpc/multicast", [], { failCallee: 1 })).toEqual(["arrived, and was refused"]);
});

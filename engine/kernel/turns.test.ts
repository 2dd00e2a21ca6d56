import { expect, it } from "vitest";
import { NO_REF } from "./trace-data.ts";
import { TraceRecorder } from "./trace.ts";
import { turnsOf } from "./turns.ts";

it("interrupted work is one turn; what a packet leads to is another, also where their rows are the same", () => {
  const made = new TraceRecorder("all");
  const track = made.track({ name: "CPU 0", machine: "server", kind: "processor" });
  const step = made.step({ name: "The procedure", layer: "rpc", source: { kind: "assumed", text: "a test’s" } });
  const call = made.beginCall(made.owner("caller thread 1"), 0);
  const [kind] = [made.packetKind("call")];
  const first = made.span(track, step, -1, 0, 5, NO_REF, call);
  made.span(track, step, -1, 7, 9, first, call);
  const packet = made.packet({
    from: track,
    to: track,
    departs: 10,
    arrives: 12,
    bytes: 60,
    kind,
    call,
    origin: "duplicate",
    delayed: 0,
    cause: NO_REF,
    frame: null,
  });
  made.span(track, step, -1, 12, 17, packet, call); // the row of the packet is the first span’s, 0
  made.endCall(call, 20, "returned", packet);
  expect(turnsOf(made.finish(20), "The procedure")).toEqual([
    { call, machine: "server", at: 0 },
    { call, machine: "server", at: 12 },
  ]);
});

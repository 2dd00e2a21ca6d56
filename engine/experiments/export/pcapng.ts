import { numberAt, timeAt } from "../../kernel/reads.ts";
import { asCaptured } from "../../wire/pup.ts";
import { writePcapng } from "../../wire/pcapng.ts";
import { byDeparture, factsOf, packetStory, type Exported } from "./facts.ts";
import { ENGINE_VERSION } from "./version.ts";

/**
 * The packets of a trace as a pcapng file, in order of departure; the time stamp is when the first bit went onto the
 * wire, counted from the start of the run. Lost packets are there too, because they were on the wire: the comment of a
 * packet says what became of it, and the comment of the section what was run. Packets whose bytes were not kept are
 * left out.
 */
export function toPcapng(exported: Exported): Uint8Array<ArrayBuffer> {
  const { trace } = exported;
  const { frameAt, frameLength, departs } = trace.packets;
  const kept = byDeparture(trace).filter((row) => numberAt(frameLength, row) > 0);
  const packets = kept.map((row) => ({
    timeNs: timeAt(departs, row),
    bytes: asCaptured(
      trace.frames.subarray(numberAt(frameAt, row), numberAt(frameAt, row) + numberAt(frameLength, row)),
    ),
    comment: packetStory(trace, row),
  }));
  const lines = factsOf(exported).map(({ name, value }) => `${name}: ${value}`);
  const counts = `packets: ${kept.length} of ${"packets" in exported ? exported.packets : trace.packets.count}`;
  const clock = "time: from the start of the run, when the first bit of a packet leaves";
  return writePcapng(packets, {
    comment: [...lines, counts, clock].join("\n"),
    application: `Roundtrip v${ENGINE_VERSION}`,
    interfaceName: trace.tracks.find(({ kind }) => kind === "medium")?.name ?? "medium",
  });
}

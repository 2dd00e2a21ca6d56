import { numberAt, timeAt } from "../../kernel/reads.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import { asCaptured } from "../../wire/pup.ts";
import { writePcapng } from "../../wire/pcapng.ts";
import { OPENING, openingsOf } from "./openings.ts";
import { byDeparture, factsOf, packetStory, type Exported } from "./facts.ts";
import { ENGINE_VERSION } from "./version.ts";

const mediumOf = ({ tracks }: TraceData): string => tracks.find(({ kind }) => kind === "medium")?.name ?? "medium";

/** "Ethernet", or "Loopback of host1" for a packet of a machine to itself that did not cross the run's medium. */
function interfaceOf(trace: TraceData, row: number): string {
  const { from, to } = trace.packets;
  const [sender, receiver] = [trace.tracks[numberAt(from, row)], trace.tracks[numberAt(to, row)]];
  const medium = mediumOf(trace);
  const isOwn = sender !== undefined && sender.machine === receiver?.machine;
  return isOwn && medium !== LOOPBACK ? `${LOOPBACK} of ${sender.machine}` : medium;
}

const LOOPBACK = "Loopback";
const isFirst = (name: string, at: number, all: readonly string[]): boolean => all.indexOf(name) === at;

/**
 * The packets of a trace as a pcapng file, in order of departure; the time stamp is when the first bit went onto the
 * wire, counted from the start of the run. Lost packets are there too, because they were on the wire: the comment of a
 * packet says what became of it, and the comment of the section what was run. Packets of a machine to itself have an
 * interface of their own. Packets whose bytes were not kept are left out.
 *
 * Connections of TCP that were open when the run began have their opening before it (openings.ts): at time 0, because
 * no file has an earlier one.
 * @param inWireshark how to open the file, for the comment of the section
 */
export function toPcapng(exported: Exported, inWireshark?: string): Uint8Array<ArrayBuffer> {
  const { trace } = exported;
  const { frameAt, frameLength, departs } = trace.packets;
  const kept = byDeparture(trace).filter((row) => numberAt(frameLength, row) > 0);
  const interfaces = [mediumOf(trace), ...kept.map((row) => interfaceOf(trace, row))].filter(isFirst);
  const packets = kept.map((row) => ({
    timeNs: timeAt(departs, row),
    bytes: asCaptured(
      trace.frames.subarray(numberAt(frameAt, row), numberAt(frameAt, row) + numberAt(frameLength, row)),
    ),
    comment: packetStory(trace, row),
    interface: interfaces.indexOf(interfaceOf(trace, row)),
  }));
  const lines = factsOf(exported).map(({ name, value }) => `${name}: ${value}`);
  const made = "packets" in exported ? exported.packets + exported.laterPackets : trace.packets.count;
  const openings = openingsOf(
    packets.map(({ bytes }) => bytes),
    trace.agreed,
  );
  const before = openings.map((bytes) => ({ timeNs: 0, bytes, comment: OPENING, interface: 0 }));
  const opened = before.length === 0 ? "" : `, behind ${before.length} that open connections before the run`;
  const counts = `packets: ${kept.length} of ${made}${opened}`;
  const clock = "time: from the start of the run, when the first bit of a packet leaves";
  return writePcapng([...before, ...packets], {
    comment: [...lines, counts, clock, ...(inWireshark === undefined ? [] : [`to open: ${inWireshark}`])].join("\n"),
    application: `Roundtrip v${ENGINE_VERSION}`,
    interfaces,
  });
}

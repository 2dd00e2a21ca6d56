/**
 * Faults as text. Writing is canonical, so equal faults have equal texts, in links and in file names. Reading
 * (parse-fault.ts) is forgiving, and comes by itself: whoever only shows a run reads no fault.
 */
import type { CutFault, Fault, LossFault, PacketName } from "./fault.ts";
import { formatTime } from "./time.ts";

/** The canonical text. `parseFault` gives the same fault back. */
export function formatFault(fault: Fault): string {
  switch (fault.what) {
    case "drop":
    case "reorder":
    case "corrupt":
      return `${fault.what} ${formatPacket(fault.packet)}`;
    case "garble":
      return `garble ${formatPacket(fault.packet)} byte ${fault.byte}`;
    case "duplicate":
      return `duplicate ${formatPacket(fault.packet)}${fault.afterNs === 0 ? "" : ` by ${formatTime(fault.afterNs)}`}`;
    case "delay":
      return `delay ${formatPacket(fault.packet)} by ${formatTime(fault.byNs)}`;
    case "lose":
      return `lose ${fault.percent}% of ${formatLosable(fault)}`;
    case "crash":
    case "restart":
      return `${fault.what} ${fault.machine} at ${formatTime(fault.at)}`;
    case "slow": {
      const { machine, times, at, forNs } = fault;
      const end = forNs === undefined ? "" : ` for ${formatTime(forNs)}`;
      return `slow ${machine} by ${times} at ${formatTime(at)}${end}`;
    }
    case "pause":
      return `pause ${fault.machine} at ${formatTime(fault.at)} for ${formatTime(fault.forNs)}`;
    case "cut":
      return `cut ${formatEnds(fault)} at ${formatTime(fault.at)} for ${formatTime(fault.forNs)}`;
  }
}

/** `caller-server`; with spaces where a name has a hyphen: `db-1 - front` */
export const formatEnds = ({ ends }: Pick<CutFault, "ends">): string =>
  ends.join(ends.some((name) => name.includes("-")) ? " - " : "-");

/** All kinds of packets. */
export const ALL = "packets";

/** `packets`, `call packets from caller to server` */
export const formatLosable = ({ kind, from, to }: LossFault): string =>
  [
    ...(kind === null ? [] : [kind]),
    ALL,
    ...(from === null ? [] : ["from", from]),
    ...(to === null ? [] : ["to", to]),
  ].join(" ");

/** `call#2`, `acknowledgement#2 send 3` */
export const formatPacket = ({ kind, call, send }: PacketName): string =>
  `${kind}#${call}${send === 1 ? "" : ` send ${send}`}`;

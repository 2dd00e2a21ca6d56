/**
 * The meaning of the place to which a thing is dragged: another setup, and the line that says so. The place alone
 * decides. A thing that stands where it stood means no change.
 */
import { formatFault, formatPacket } from "../../../engine/faults/text.ts";
import type { Fault, MachineFault, PacketFault } from "../../../engine/faults/fault.ts";
import { experimentOf } from "../../setup/setup.ts";
import type { Setup } from "../../setup/setup.ts";
import { capital } from "../../words/sentences.ts";
import { theMachine } from "../the-machine.ts";
import type { Fineness, Handle, Held, Meaning, Sets, Snap } from "./handle.ts";
import { changeLine, limitSentence, pulledOf, settingOf, valueNear } from "./parameters.ts";
import { isOfPacket, outagesOf, problemOf, replaced } from "./script-lines.ts";
import type { Outage } from "./script-lines.ts";
import { placeOf, valueAt } from "../../../engine/experiments/stretched.ts";

/** A delay of less than so many grains is none: a hand that moves a packet across moves a little along, too. */
const LEAST_DELAY = 2.5;

type Told = Pick<Meaning, "setup" | "line"> & { readonly refused?: string };

export function meaningOf(handle: Handle, held: Held, setup: Setup, fineness: Fineness): Meaning {
  if (held.zone === handle.rest && Math.abs(held.at - handle.to) <= fineness.grain / 2) return unchanged(setup);
  const snap = snapNear(handle, held, fineness);
  const told = toldBy(handle, held, snap, setup, fineness);
  const problem = told.setup === setup ? null : problemOf(told.setup);
  if (problem !== null) return { setup, line: "", snap: null, refused: problem };
  return { setup: told.setup, line: told.setup === setup ? "" : told.line, snap, refused: told.refused ?? null };
}

const unchanged = (setup: Setup): Meaning => ({ setup, line: "", snap: null, refused: null });

/** Across, a place that takes a thing away has no moment, and so no snap. */
const hasMoment = ({ kind }: Handle, { zone }: Held): boolean =>
  kind === "packet" || kind === "copy" ? zone === "middle" || zone === "lift" : zone === "middle";

function snapNear(handle: Handle, held: Held, { reach }: Fineness): Snap | null {
  if (reach <= 0 || !hasMoment(handle, held)) return null;
  const isCopying = handle.kind === "packet" && held.zone === "lift";
  const snaps = isCopying && handle.sets.tag === "packet" ? [behindFirst(handle.sets.behind)] : handle.snaps;
  const far = ({ at }: Snap): number => Math.abs(at - held.at);
  const [nearest] = snaps.filter((snap) => far(snap) <= reach).toSorted((a, b) => far(a) - far(b));
  return nearest ?? null;
}

const behindFirst = (at: number): Snap => ({ at, words: "right behind the first" });

/** A moment or a duration on the grain; exact where there is none. */
const onGrain = (nanos: number, { grain }: Fineness): number =>
  grain === 0 ? nanos : Math.round(nanos / grain) * grain;

/** Rounds to whole nanoseconds, as the fault script has them: to the grain, or to the snap. */
const momentOf = (nanos: number, snapped: number | null, fine: Fineness): number =>
  Math.round(snapped ?? onGrain(nanos, fine));

function toldBy(handle: Handle, held: Held, snap: Snap | null, setup: Setup, fineness: Fineness): Told {
  const { sets } = handle;
  switch (sets.tag) {
    case "packet":
      return handle.kind === "copy"
        ? copyTold(sets, held, snap, setup, fineness)
        : packetTold(sets, held, snap, setup, fineness);
    case "machine":
      return machineTold(handle, sets, held, snap, setup, fineness);
    case "parameter":
      return parameterTold(handle, held, snap, setup, fineness);
  }
}

type OfPacket = Extract<Sets, { tag: "packet" }>;
type OfMachine = Extract<Sets, { tag: "machine" }>;

/** All that a fault can do to a packet. */
const FATES: readonly PacketFault["what"][] = ["drop", "duplicate", "delay", "reorder", "corrupt", "garble"];
/** Faults that a delay replaces. Copies, and damage behind the controller, can be combined with a delay and stay. */
const NOT_WITH_DELAY: readonly PacketFault["what"][] = ["drop", "delay", "reorder", "corrupt"];
const NOT_WITH_COPY: readonly PacketFault["what"][] = ["drop", "duplicate", "corrupt"];

function packetTold(
  { packet, undelayed, behind }: OfPacket,
  held: Held,
  snap: Snap | null,
  setup: Setup,
  fine: Fineness,
): Told {
  const of = (...whats: readonly PacketFault["what"][]) => isOfPacket(packet, whats);
  const from = held.zone === "lift" ? behind : undelayed;
  const by = momentOf(held.at - from, snap === null ? null : snap.at - from, fine);
  const put = (isOld: (fault: Fault) => boolean, next: PacketFault): Told => ({
    setup: replaced(setup, isOld, [next]),
    line: formatFault(next),
  });
  if (held.zone === "ground") return put(of(...FATES), { what: "drop", packet });
  if (held.zone === "lift") {
    return put(of(...NOT_WITH_COPY), { what: "duplicate", packet, afterNs: Math.max(0, by) });
  }
  const least = LEAST_DELAY * fine.grain;
  if (by > 0 && (snap !== null || by >= least)) return put(of(...NOT_WITH_DELAY), { what: "delay", packet, byNs: by });
  const name = formatPacket(packet);
  const free = { setup: replaced(setup, of(...NOT_WITH_DELAY), []), line: `${name} as it was sent` };
  return by < 0 && by <= -least ? { ...free, refused: `${name} cannot arrive earlier.` } : free;
}

function copyTold({ packet, behind }: OfPacket, held: Held, snap: Snap | null, setup: Setup, fine: Fineness): Told {
  if (held.zone === "ground") {
    const drop: PacketFault = { what: "drop", packet };
    return { setup: replaced(setup, isOfPacket(packet, FATES), [drop]), line: formatFault(drop) };
  }
  const isOld = isOfPacket(packet, NOT_WITH_COPY);
  if (held.zone !== "lift") return { setup: replaced(setup, isOld, []), line: `no copy of ${formatPacket(packet)}` };
  const after = momentOf(held.at - behind, snap === null ? null : snap.at - behind, fine);
  const copy: PacketFault = { what: "duplicate", packet, afterNs: Math.max(0, after) };
  const told = { setup: replaced(setup, isOld, [copy]), line: formatFault(copy) };
  return after < 0 ? { ...told, refused: "The copy cannot arrive before the first." } : told;
}

const isFault =
  (one: MachineFault | null) =>
  (fault: Fault): boolean =>
    one !== null && formatFault(fault) === formatFault(one);

function machineTold(
  handle: Handle,
  sets: OfMachine,
  held: Held,
  snap: Snap | null,
  setup: Setup,
  fine: Fineness,
): Told {
  const { machine } = sets;
  const at = Math.max(0, momentOf(held.at, snap === null ? null : snap.at, fine));
  if (handle.kind === "edge") {
    if (held.zone !== "middle") return { setup, line: "" };
    const crash: MachineFault = { what: "crash", machine, at: Math.min(at, Math.round(fine.end)) };
    return { setup: replaced(setup, () => false, [crash]), line: formatFault(crash) };
  }
  const outage = outagesOf(setup, machine).find(({ crash }) => crash.at === handle.from);
  if (outage === undefined) return { setup, line: "", refused: "This crash is not in the script any more." };
  return handle.kind === "crash" ? crashTold(outage, held, at, setup) : restartTold(outage, held, at, setup, fine);
}

/** Two events of a machine cannot come at one time. */
const STEP = 1;

/** A machine that stands still cannot crash. */
const endOf = (fault: MachineFault): number => fault.at + (fault.what === "pause" ? fault.forNs : 0);

const nameOf = (setup: Setup, machine: string): string => theMachine(experimentOf(setup), machine);

function crashTold({ crash, restart, before, after }: Outage, held: Held, wanted: number, setup: Setup): Told {
  const { machine } = crash;
  if (held.zone === "out") {
    const isOld = (fault: Fault): boolean => isFault(crash)(fault) || isFault(restart)(fault);
    return { setup: replaced(setup, isOld, []), line: `no crash of ${nameOf(setup, machine)}` };
  }
  const most = restart?.at ?? after?.at ?? Infinity;
  const at = Math.max(before === null ? 0 : endOf(before) + STEP, Math.min(most - STEP, wanted));
  const moved: MachineFault = { what: "crash", machine, at };
  const told = { setup: replaced(setup, isFault(crash), [moved]), line: formatFault(moved) };
  if (wanted <= at) return told;
  const next = restart === null ? "its next fault" : "it restarts";
  return { ...told, refused: `${capital(nameOf(setup, machine))} crashes before ${next}.` };
}

function restartTold(
  { crash, restart, after }: Outage,
  held: Held,
  wanted: number,
  setup: Setup,
  fine: Fineness,
): Told {
  const { machine } = crash;
  const stays = held.zone === "out" || (held.at >= fine.end && after === null);
  if (stays) return { setup: replaced(setup, isFault(restart), []), line: `no restart of ${nameOf(setup, machine)}` };
  const at = Math.max(crash.at + STEP, Math.min(wanted, after === null ? Infinity : after.at - STEP));
  const moved: MachineFault = { what: "restart", machine, at };
  const told = { setup: replaced(setup, isFault(restart), [moved]), line: formatFault(moved) };
  return wanted < at ? { ...told, refused: `${capital(nameOf(setup, machine))} restarts after its crash.` } : told;
}

function parameterTold(handle: Handle, held: Held, snap: Snap | null, setup: Setup, fine: Fineness): Told {
  const pulled = pulledOf(handle, setup);
  if (pulled === null) return { setup, line: "" };
  const at = snap === null ? handle.to + onGrain(held.at - handle.to, fine) : snap.at;
  const value = valueNear(pulled, at);
  const { param, key, now, least, most } = pulled;
  const wished = param.kind === "number" ? valueAt(pulled, at) : value;
  const end = wished > most && value === most ? "most" : wished < least && value === least ? "least" : null;
  // A hand less than half a grain beyond a limit stands at the limit, and is told nothing.
  const isBeyond = end !== null && Math.abs(placeOf(pulled, value) - at) > fine.grain / 2;
  const refused = isBeyond ? { refused: limitSentence(pulled, value, end) } : {};
  if (value === now) return { setup, line: "", ...refused };
  const parameters = { ...setup.parameters, [key]: settingOf(param, value) };
  return { setup: { ...setup, parameters }, line: changeLine(pulled, value), ...refused };
}

/** The names in a timeline. What is placed first has the best place; what finds none is left to the list of events. */
import { itemAt, numberAt } from "../../engine/kernel/reads.ts";
import { refRow } from "../../engine/kernel/trace-data.ts";
import { label } from "../draw/scene.ts";
import type { Label, TextRun } from "../draw/scene.ts";
import { takePicture } from "../trace/story.ts";
import type { ShownPacket } from "../trace/story.ts";
import { microsText } from "../words/times.ts";
import { countOf, endOf, startOf } from "./groups.ts";
import { inBox } from "./in-box.ts";
import { inkOf, takePackets } from "./ink.ts";
import { placeCounts, placeEvents, placeNumerals } from "./mark-labels.ts";
import { placePackets } from "./packet-labels.ts";
import { NAME_SIZE, Placer } from "./placer.ts";
import type { Names } from "./placer.ts";
import { withinOf } from "./drawn.ts";
import type { Drawn, InPicture } from "./drawn.ts";
import { alongOf, clip, wholeWay } from "./rails.ts";
import { placeStepColumn } from "./step-column.ts";
import { placeSteps } from "./step-labels.ts";
import { placeReasons } from "./wait-labels.ts";
import { phasesTold } from "./work.ts";

export const namesOf = (drawn: Drawn): Names => (drawn.rails.frame.wire === null ? namesOfMany : namesOfTwo)(drawn);

/** Time to the right: steps have their names first. Time down: they have what packets leave of the wire. */
function namesOfTwo(drawn: Drawn): Names {
  const { rails, fine, measure } = drawn;
  const { shown, scale, frame } = rails;
  const inPicture = { ...drawn, picture: takePicture(shown.trace, shown.plan, shown.story, scale) };
  const placer = new Placer(inkOf(drawn), frame, measure);
  placeCounts(drawn, placer);
  for (const plain of [false, true]) takePackets(drawn, placer.ink, plain);
  if (!frame.down) {
    placeSteps(inPicture, placer);
    if (fine && !inPicture.picture.dense) placeReasons(rails, placer);
  }
  placeEvents(drawn, placer);
  placeNumerals(drawn, placer);
  placePackets(drawn, placer, false);
  if (fine) placePackets(drawn, placer, true);
  if (frame.down) placeStepColumn(inPicture, placer);
  else placeOthers(inPicture, placer);
  return placer.names;
}

/** Packets that went wrong are named first, then the most frequent ones. */
function namesOfMany(drawn: Drawn): Names {
  const { rails, fine, measure } = drawn;
  const placer = new Placer(inkOf(drawn), rails.frame, measure);
  placeCounts(drawn, placer);
  takePackets(drawn, placer.ink, false);
  placeWork(drawn, placer);
  placeEvents(drawn, placer);
  placeNumerals(drawn, placer);
  // Names of packets that went wrong may cover packets that did not.
  placePackets(drawn, placer, false);
  if (!fine) return placer.names;
  takePackets(drawn, placer.ink, true);
  placePackets(drawn, placer, true);
  // Packets pass the columns of others: waits have no place there.
  if (!rails.frame.down) placeReasons(rails, placer);
  return placer.names;
}

const LEAST_LANE = 13; // px across, of one whose work has names in its bars
const LEAST_STRIP = 12;

/** Sets the names of work that stands alone in its bar, and of phases in their strips. */
function placeWork({ rails, bars, measure }: Drawn, placer: Placer): void {
  const { trace, frame } = rails;
  for (const bar of frame.down ? [] : bars) {
    const { stream, first } = bar;
    const { at, size } = itemAt(frame.lanes, stream.lane, "lane");
    const isWork = stream.layer === "rpc" || stream.layer === "kernel";
    if (!stream.mine || !isWork || size < LEAST_LANE || countOf(bar) > 1) continue;
    const ends = [alongOf(rails, startOf(bar)), alongOf(rails, endOf(bar))] as const;
    const name = { text: itemAt(trace.steps, numberAt(trace.spans.step, numberAt(stream.rows, first)), "step").name };
    const time: TextRun = { text: microsText(endOf(bar) - startOf(bar)), bold: true };
    setOne(inBox(rails, ends, at + size / 2, [[time, name], [name]], measure, "on-span"), placer);
  }
  for (const { machine, name, from, to } of phasesTold(rails)) {
    const row = frame.rows[numberAt(frame.rowOf, machine)];
    if (row === undefined || row.stripSize < LEAST_STRIP) continue;
    const ends = [alongOf(rails, from), alongOf(rails, to)] as const;
    setOne(inBox(rails, ends, row.strip + row.stripSize / 2, [[{ text: name }]], measure), placer);
  }
}

/** A name in its box needs no other room. */
function setOne(one: Label | null, placer: Placer): void {
  if (one !== null) placer.set({ labels: [one], leaders: [] });
}

const ASIDE = 8;

/** Names what is not the shown call's: work of the operating system, and one line of the traffic of other hosts. */
function placeOthers({ rails, picture, measure }: InPicture, placer: Placer): void {
  if (picture.dense) return;
  for (const { mine, layer, name, lane, from, to } of picture.spans) {
    if (mine || layer !== "other") continue;
    const { at, size } = itemAt(rails.frame.lanes, lane, "lane");
    setOne(inBox(rails, clip(rails, from, to), at + size / 2, [[{ text: name }]], measure, "ink-2"), placer);
  }
  const isElsewhere = ({ origin, fromLane, toLane }: ShownPacket): boolean =>
    origin === "other traffic" && fromLane < 0 && toLane < 0;
  const traffic = picture.packets.find(isElsewhere);
  const ends = traffic === undefined ? null : wholeWay(rails, refRow(traffic.ref));
  if (ends === null) return;
  const [x0, y0, x1, y1] = ends;
  const spots = ["other hosts’ packet", "other hosts"].flatMap((text) =>
    [0.5, 0.25, 0.75].flatMap((share) => {
      const [x, y] = [x0 + share * (x1 - x0), y0 + share * (y1 - y0) + 4];
      const look = { size: NAME_SIZE, halo: "paper" } as const;
      const runs = [{ text, ink: "ink-2" }] as const;
      return [label(x + ASIDE, y, runs, look), label(x - ASIDE, y, runs, { ...look, anchor: "end" })];
    }),
  );
  placer.placeOne(spots, { within: withinOf(rails) });
}

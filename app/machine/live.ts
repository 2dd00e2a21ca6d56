/** The shapes of the machines that change with the playhead: work, what waits, and the packets at their places. */
import { itemAt, numberAt } from "../../engine/kernel/reads.ts";
import { numberUnder } from "../../engine/kernel/tally.ts";
import { box, label, line } from "../draw/scene.ts";
import type { Shape, TextRun } from "../draw/scene.ts";
import type { Ink } from "../draw/palette.ts";
import { wordsOf, wrapped } from "../draw/place-label.ts";
import { runsWidth } from "../draw/text-width.ts";
import { mediumOf } from "../trace/lanes.ts";
import { packetName } from "../words/sentences.ts";
import type { MachineDrawing } from "./draw.ts";
import { pointAlong } from "../draw/point.ts";
import { BETWEEN, wireWay } from "./layout.ts";
import type { Cable, HostRects } from "./layout.ts";
import { conditionText, trackName } from "./machine-text.ts";
import { DISC_STEP, emptySlip, lossMark, slip, SLIP, SMALL, TEXT, threadDisc } from "./slips.ts";
import type { HostNow, Now, PacketNow, ProcessorNow, Waiting, WorkNow } from "./state.ts";
import type { Rect } from "../draw/point.ts";

const RAIL = 3; // how much of a span is over

/** What changes with the playhead. */
export function liveShapes(drawn: MachineDrawing, now: Now): readonly Shape[] {
  const { layout } = drawn;
  return [
    ...layout.places.flatMap((place, i) => {
      const own = now.hosts[i];
      return own === undefined ? [] : hostShapes(drawn, place, own, now);
    }),
    ...wireShapes(drawn, now),
  ];
}

function hostShapes(drawn: MachineDrawing, place: HostRects, own: HostNow, now: Now): readonly Shape[] {
  const { call, time } = now;
  return [
    ...own.processors.flatMap((one) => {
      const rect = place.processors.get(one.track);
      return rect === undefined ? [] : processorShapes(drawn, rect, one, { call, time, isUp: own.condition.up });
    }),
    ...threadLine(drawn, place.ready, "Waiting for a processor", own.ready, call),
    ...threadLine(drawn, place.waiting, "Waiting for an answer", own.waiting, call),
    ...busShapes(place, own),
    ...controllerShapes(drawn, place, own, time),
    ...(place.memory === null ? [] : queueShapes(drawn, place.memory.queue, own.queue, place.toRight)),
    ...(place.memory === null ? [] : queueShapes(drawn, place.memory.received, own.received, place.toRight)),
    ...own.moving.flatMap((packet) => movingShapes(place, packet)),
    ...returningShapes(place, own),
    ...thrownAwayShapes(drawn, place, now),
    ...conditionShapes(place, own),
  ];
}

interface Moment {
  readonly call: number;
  readonly time: number;
  readonly isUp: boolean;
}

/** Ground and ink of a part at work: yellow where the shown call goes on there, ink under an interrupt. */
function inksOf(work: WorkNow, isInterrupt: boolean): { readonly ground: Ink; readonly ink: Ink } {
  if (work.onPath) return { ground: "accent", ink: "on-accent" };
  return isInterrupt ? { ground: "ink", ink: "paper" } : { ground: "paper", ink: "ink" };
}

function processorShapes(drawn: MachineDrawing, rect: Rect, one: ProcessorNow, moment: Moment): readonly Shape[] {
  const { x, y, width, height } = rect;
  const name = trackName(drawn.trace, one.track);
  const { work } = one;
  if (work === null) {
    const idle: readonly TextRun[] = [
      { text: name, bold: true },
      { text: moment.isUp ? "idle" : "off", ink: "ink-3" },
    ];
    return [label(x + 8, y + height / 2 + 4, idle, { size: TEXT })];
  }
  const { ground, ink } = inksOf(work, one.isInterrupt);
  const marked = { call: work.call, isShown: work.call === moment.call };
  const lines = processorLines(drawn, one, work, width - 16);
  const isMarked = work.call > 0 && lines.isMarked;
  return [
    box(x, y, width, height, { fill: ground, stroke: "ink", lineWidth: 1.5 }),
    rail(rect, work, moment.time, work.onPath ? "on-accent" : railOf(work, one)),
    label(x + 8, y + 15, [{ text: name, bold: true, ink }, ...inked(lines.top, ink)], { size: TEXT }),
    label(x + 8, y + 30, inked([lines.bottom], ink), { size: SMALL }),
    ...(isMarked ? slip(x + width - SLIP.width - 5, y + 2, marked) : []),
  ];
}

const inked = (texts: readonly string[], ink: Ink): readonly TextRun[] => texts.map((text) => ({ text, ink }));

/**
 * Who has the processor, over the name of the step. A name that is too long for a line takes both: text and table have
 * the thread.
 */
function processorLines({ trace, measure }: MachineDrawing, one: ProcessorNow, work: WorkNow, width: number) {
  const name = { text: trackName(trace, one.track), bold: true };
  if (measure(work.name, SMALL, false) > width) {
    const [first = "", ...others] = wrapped([name.text, ...wordsOf(work.name)], width, (text) =>
      measure(text, TEXT, true),
    );
    return { top: [first.slice(name.text.length).trim()], bottom: others.join(" "), isMarked: false };
  }
  const who = one.isInterrupt ? "interrupt" : work.thread;
  const fits = (texts: readonly string[], room: number): boolean =>
    runsWidth([name, ...texts.map((text) => ({ text }))], TEXT, measure) <= room;
  const longer = one.stopped === null ? [who] : [who, `stops ${one.stopped.thread}`];
  const beside = width - SLIP.width - 8;
  const top = [longer, [who], []].find((texts) => fits(texts, beside)) ?? [];
  // A long name of a thread says more than the number of its call.
  if (top.length === 0 && fits([who], width)) return { top: [who], bottom: work.name, isMarked: false };
  return { top, bottom: work.name, isMarked: true };
}

/** How much of a span is over, at the foot of its part. */
function rail({ x, y, width, height }: Rect, { from, to }: WorkNow, time: number, fill: Ink): Shape {
  const share = (time - from) / Math.max(1, to - from);
  return box(x, y + height - RAIL, Math.round(width * share), RAIL, { fill });
}

const railOf = ({ layer }: WorkNow, { isInterrupt }: ProcessorNow): Ink =>
  isInterrupt ? "accent" : layer === "rpc" ? "span-rpc" : "span-sys";

/** Threads that wait, as many as find room. */
function threadLine(
  drawn: MachineDrawing,
  rect: Rect,
  text: string,
  list: readonly Waiting[],
  call: number,
): readonly Shape[] {
  const y = rect.y + rect.height / 2;
  const none = list.length === 0;
  const runs = [{ text: none ? `${text}: none` : `${text}:`, ink: none ? ("ink-3" as const) : ("ink-2" as const) }];
  const from = rect.x + runsWidth(runs, SMALL, drawn.measure) + 17;
  const fits = Math.floor((rect.x + rect.width - from + 10) / DISC_STEP);
  const shown = list.length > fits ? list.slice(0, fits - 1) : list;
  const more = [{ text: `+${list.length - shown.length}`, bold: true }];
  return [
    label(rect.x, y + 4, runs, { size: SMALL }),
    ...shown.flatMap((one, i) =>
      threadDisc(from + i * DISC_STEP, y, { call: one.call, isShown: one.call === call && call > 0 }),
    ),
    ...(list.length > shown.length ? [label(from + shown.length * DISC_STEP - 8, y + 4, more, { size: SMALL })] : []),
  ];
}

function busShapes({ bus, host }: HostRects, own: HostNow): readonly Shape[] {
  const work = own.hardware.get(host.bus);
  if (bus === null || work === undefined) return [];
  const { x, y, width, height } = bus;
  return [box(x, y, width, height, { fill: work.onPath ? "accent" : "span-sys", stroke: "ink", lineWidth: 1.5 })];
}

function controllerShapes({ trace }: MachineDrawing, place: HostRects, own: HostNow, time: number): readonly Shape[] {
  return [...place.controllers].flatMap(([track, rect]): readonly Shape[] => {
    const { x, y, width, height } = rect;
    const work = own.hardware.get(track);
    const inks = work === undefined ? null : inksOf(work, false);
    const { buffers } = itemAt(trace.tracks, track, "track");
    const free = buffers === undefined ? [] : [`${buffers - numberUnder(own.held, track)} of ${buffers} free`];
    const ink = inks?.ink ?? "ink";
    const middle = y + height / 2;
    return [
      ...(inks === null ? [] : [box(x, y, width, height, { fill: inks.ground, stroke: "ink", lineWidth: 1.5 })]),
      ...(work === undefined ? [] : [rail(rect, work, time, ink)]),
      label(x + 8, middle + (free.length > 0 ? -4 : 4), [{ text: trackName(trace, track), ink }], { size: SMALL }),
      ...free.map((text) => label(x + 8, middle + 10, [{ text, ink: inks?.ink ?? "ink-2" }], { size: SMALL })),
    ];
  });
}

/** Packets in memory, the first next to the bus, as many as find room. */
function queueShapes(
  { measure }: MachineDrawing,
  rect: Rect,
  packets: readonly PacketNow[],
  toRight: boolean,
): readonly Shape[] {
  const step = SLIP.width + 4;
  const fits = Math.max(1, Math.floor((rect.width - 8) / step));
  const shown = packets.length > fits ? packets.slice(0, Math.max(1, fits - 1)) : packets;
  const at = (i: number, width: number): number =>
    toRight ? rect.x + rect.width - 6 - i * step - width : rect.x + 6 + i * step;
  const y = rect.y + (rect.height - SLIP.height) / 2;
  const text = `+${packets.length - shown.length}`;
  const more = label(at(shown.length, measure(text, TEXT, true)), y + 13, [{ text, bold: true }], { size: TEXT });
  return [
    ...shown.flatMap((packet, i) => slip(at(i, SLIP.width), y, markedAs(packet))),
    ...(packets.length > shown.length ? [more] : []),
  ];
}

const markedAs = ({ journey, isShown }: PacketNow) => ({ call: journey.call, isShown, isLost: journey.isLost });

/** A packet on the bus moves between memory and controller; one in a controller stands at its far end. */
function movingShapes(place: HostRects, packet: PacketNow): readonly Shape[] {
  const { stay, share } = packet;
  const memory = place.memory?.[stay.way === "out" ? "queue" : "received"];
  const [first] = place.controllers.values();
  const rect = stay.kind === "controller" ? place.controllers.get(stay.track) : first;
  if (rect === undefined || memory === undefined) return [];
  const y = memory.y + (memory.height - SLIP.height) / 2;
  if (stay.kind === "controller") {
    const far = rect.x + rect.width - SLIP.width - 4;
    return slip(far, rect.y + (rect.height - SLIP.height) / 2, markedAs(packet));
  }
  const half = SLIP.width / 2;
  const near = place.toRight ? memory.x + memory.width + half : memory.x - half;
  const far = place.toRight ? rect.x - half : rect.x + rect.width + half;
  const part = stay.way === "out" ? share : 1 - share;
  return slip(near + (far - near) * part - half, y, markedAs(packet));
}

/** An empty buffer on its way from the interrupted processor over the bus back to the controller. */
function returningShapes({ bus, processors, controllers, memory, host }: HostRects, own: HostNow): readonly Shape[] {
  const from = processors.get(host.interrupted);
  const to = controllers.get(host.into[0] ?? -1);
  if (own.returning === null || bus === null || memory === null || from === undefined || to === undefined) return [];
  const x = bus.x + bus.width / 2;
  const y = memory.received.y + memory.received.height / 2;
  const above = from.y < bus.y;
  const end = to.x > x ? to.x - SLIP.width / 2 : to.x + to.width + SLIP.width / 2;
  const way = [x, above ? from.y + from.height : from.y, x, y, end, y];
  return emptySlip(pointAlong(way, own.returning));
}

/** A packet that the machine threw away once it had come. */
function thrownAwayShapes({ trace }: MachineDrawing, { memory, host }: HostRects, now: Now): readonly Shape[] {
  const { lost } = now;
  if (memory === null || lost === null || now.isLostOnWire) return [];
  if (!host.into.includes(numberAt(trace.packets.to, lost.packet))) return [];
  const { x, y, width, height } = memory.received;
  return lossMark({ x: x + width / 2, y: y + height / 2 });
}

/** A crash, or a slow pace, beside the machine’s name. */
function conditionShapes({ title }: HostRects, { condition }: HostNow): readonly Shape[] {
  const text = conditionText(condition);
  if (text === "") return [];
  const runs: readonly TextRun[] = [{ text: condition.up ? text : `× ${text}`, bold: true, ink: "lost" }];
  return [label(title.x + title.width, title.y + 15, runs, { size: TEXT, anchor: "end" })];
}

/** The network’s name, the packets on it, and the one that was lost. */
function wireShapes(drawn: MachineDrawing, now: Now): readonly Shape[] {
  const { trace, layout } = drawn;
  const { packets } = trace;
  if (layout.cable === null) return [];
  const { name, line: points } = layout.cable;
  const own = now.wire.some(({ isShown }) => isShown);
  const cable = line(points, { stroke: own ? "accent" : "ink", lineWidth: 5, round: true });
  const wayOf = (packet: number): readonly number[] =>
    wireWay(layout, numberAt(packets.from, packet), numberAt(packets.to, packet));
  const lost = now.wire.length > 0 || !now.isLostOnWire ? null : now.lost;
  return [
    ...(now.wire.length > 0 ? [cable] : []),
    ...now.wire.flatMap((packet) => {
      const at = pointAlong(wayOf(packet.journey.packet), packet.share);
      return slip(at.x - SLIP.width / 2, at.y - SLIP.height / 2, markedAs(packet));
    }),
    ...(lost === null ? [] : lossMark(pointAlong(wayOf(lost.packet), 1))),
    label(name.x, name.y, [{ text: mediumOf(trace), bold: true }], { size: TEXT, anchor: name.anchor }),
    ...wireNames(drawn, name, now),
  ];
}

/** Kind and size of the packet on the wire, of the shown call where it has one there; or the one that was lost. */
function wireNames(
  { trace, layout, measure }: MachineDrawing,
  name: Cable["name"],
  { wire, lost, isLostOnWire }: Now,
): readonly Shape[] {
  const { packets } = trace;
  const first = wire.find(({ isShown }) => isShown) ?? wire[0];
  const journey = first?.journey ?? (isLostOnWire ? lost : null);
  if (journey === null) return [];
  const kind = packetName(itemAt(trace.packetKinds, numberAt(packets.kind, journey.packet), "kind"));
  const texts = [kind, first === undefined ? "lost" : `${numberAt(packets.bytes, journey.packet)} bytes`];
  const both = texts.join(", ");
  const lines = layout.beside && measure(both, SMALL, false) > BETWEEN - 8 ? texts : [both];
  const ink: Ink = journey.isLost ? "lost" : "ink-2";
  return lines.map((text, i) =>
    label(name.x, name.y + 15 + i * 14, [{ text, ink }], { size: SMALL, anchor: name.anchor }),
  );
}

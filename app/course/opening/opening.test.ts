import { describe, expect, it } from "vitest";
import { runOf } from "../../../engine/experiments/testing.ts";
import { beatAt, isLostAt, LAST, SENTENCES, viewAt, viewsOf, whole } from "./beats.ts";
import { parseFault } from "../../../engine/faults/parse-fault.ts";
import { isPacketFault } from "../../../engine/faults/fault.ts";
import type { PacketName } from "../../../engine/faults/fault.ts";
import { linesOf, LOST, setupOf, UNHARMED } from "./call.ts";
import type { Change } from "./call.ts";
import { tableWidth } from "../../draw/text-width.ts";
import { openingShapes } from "./figure.ts";
import { namesAt } from "./names.ts";
import { bookingDrop, choicesOf, faultOn, openingSurface, packetDrop, zoneOf } from "./grip.ts";
import { outcomeOf, ownText, pictureText } from "./outcome.ts";
import { roomOf, shareOf, wireAt } from "./scene-room.ts";
import { seatsAt, tell } from "./tale.ts";

async function told(change: Change) {
  const { experiment, parameters, seed, faults } = await setupOf(change);
  return tell(runOf(experiment, { set: parameters, seed, faults }).trace);
}
const changeOf = (faults: readonly string[]): Change => ({
  ...UNHARMED,
  faults: faults.map((line) => parseFault(line)).filter(isPacketFault),
});
const withFault = (fault: string): Promise<ReturnType<typeof tell>> => told(changeOf([fault]));
const packet = (send: number): PacketName => ({ kind: "call", call: 1, send });

describe("the story of the opening", async () => {
  const [unharmed, lost] = [await told(UNHARMED), await told(LOST)];
  const views = viewsOf({ unharmed, lost });

  it("is told by a simulated run: a lost call, a timer that runs out, the call again, and one seat", () => {
    expect(lost.flights.map(({ line, fate }) => [line, fate])).toEqual([
      ["call#1", "lost"],
      ["call#1 send 2", "delivered"],
      ["result#1", "delivered"],
    ]);
    expect(lost.timers[0]).toMatchObject({ ranOut: true });
    expect(lost.timers[0]?.to).toBeLessThan(lost.flights[1]?.from ?? 0);
    expect(seatsAt(lost, lost.end)).toBe(1);
    expect(seatsAt(lost, lost.flights[1]?.to ?? 0)).toBe(0);
  });

  it("has a moment for each sentence, one after the other, each within its axis", () => {
    expect(views).toHaveLength(SENTENCES.length);
    const [leaves, falls, waits, again, back] = views;
    const [first, second] = lost.flights;
    expect(leaves?.now).toBeGreaterThan(first?.from ?? Infinity);
    expect(leaves?.now).toBeLessThan(first?.to ?? 0);
    expect(falls?.now).toBeGreaterThanOrEqual(first?.to ?? Infinity);
    expect(waits?.now).toBeLessThan(lost.timers[0]?.due ?? 0);
    expect(again?.now).toBeGreaterThan(second?.from ?? Infinity);
    expect(back?.now).toBe(lost.end);
    views.forEach(({ now, until }) => expect(now).toBeLessThan(until));
  });

  it("stretches its axis while the caller waits, and at no other time so much", () => {
    const growth = views.slice(1).map(({ until }, i) => until / (views[i]?.until ?? 1));
    expect(growth.indexOf(Math.max(...growth))).toBe(1); // from the second beat to the third
    expect(Math.max(...growth)).toBeGreaterThan(3);
  });

  it("runs forward at every place, from the first beat to the last", () => {
    const places = Array.from({ length: 401 }, (_, i) => (i / 400) * LAST);
    const times = places.map((place) => viewAt(views, place));
    times.slice(1).forEach(({ now, until }, i) => {
      expect(now).toBeGreaterThanOrEqual(times[i]?.now ?? 0);
      expect(until).toBeGreaterThanOrEqual((times[i]?.until ?? 0) - 1e-6);
    });
    expect(times[0]).toEqual(views[0]);
    expect(times.at(-1)).toEqual(views.at(-1));
    expect([0, 1, 2, 3, 4].map(beatAt)).toEqual([0, 1, 2, 3, 4]);
    expect([isLostAt(0), isLostAt(1)]).toEqual([false, true]);
    expect(whole(lost)).toBeGreaterThan(lost.end);
  });
});

describe("what the reader makes of the call", () => {
  it("loses a packet on the ground, copies it over the lift line, delays it along time, and leaves it between", () => {
    const line = (zone: "ground" | "lift" | "middle", ms: number): readonly string[] =>
      linesOf(packetDrop(UNHARMED, packet(1), zone, ms * 1e6).change);
    expect(line("ground", 3)).toEqual(["drop call#1"]);
    expect(line("lift", 0)).toEqual(["duplicate call#1"]);
    expect(line("lift", 2.04)).toEqual(["duplicate call#1 by 2ms"]);
    expect(line("middle", 5)).toEqual(["delay call#1 by 5ms"]);
    expect(line("middle", 0.1)).toEqual([]);
    expect(packetDrop(UNHARMED, packet(1), "middle", -2e6)).toMatchObject({
      change: UNHARMED,
      refused: "A packet cannot arrive earlier.",
    });
  });

  it("keeps the faults of other packets, but for those that follow from another first call", () => {
    const both = packetDrop(LOST, packet(2), "ground", 0).change;
    expect(linesOf(both)).toEqual(["drop call#1", "drop call#1 send 2"]);
    expect(faultOn(both, packet(1))).toEqual({ what: "drop", packet: packet(1) });
    expect(faultOn(both, packet(2))).toEqual({ what: "drop", packet: packet(2) });
    expect(packetDrop(both, packet(1), "middle", 0).change).toEqual(UNHARMED);
  });

  it("is a run of the engine with each fault, and says so", async () => {
    const unharmed = await told(UNHARMED);
    expect(outcomeOf(await told(LOST), unharmed)).toBe(
      "The call packet was lost. The caller sent the call again. " +
        "The call took 35.4 ms, 28.2 ms more than without a fault. Omar has one seat.",
    );
    const copy = await withFault("duplicate call#1");
    expect(outcomeOf(copy, unharmed)).toMatch(/came twice, and the copy was ignored\. The call took .* one seat\.$/);
    expect(outcomeOf(await withFault("drop result#1"), unharmed)).toMatch(
      /^The result packet was lost\. .* one seat\.$/,
    );
    expect(outcomeOf(await withFault("delay call#1 by 3ms"), unharmed)).toMatch(/^The call packet came 3 ms late\./);
    expect(outcomeOf(unharmed, unharmed)).toBe("No packet was lost. The call took 7.2 ms. Omar has one seat.");
    const both = await told(changeOf(["drop call#1", "drop result#1"]));
    expect(outcomeOf(both, unharmed)).toMatch(
      /^The call packet was lost\. The result packet was lost\. The caller sent the call again\. The server’s timer/,
    );
    expect(ownText(both)).toBe("This run is yours. Omar has one seat.");
    const longer = await told(bookingDrop(UNHARMED, 9.2).change);
    expect(longer.end - unharmed.end).toBe(5e6);
  });

  it.each([false, true])("is the same by pointer, keys and list; time running down: %s", (down) => {
    const room = roomOf(down ? 390 : 1440, 600, down, 40e6);
    const target = { tag: "packet" as const, packet: packet(1), room, change: UNHARMED };
    const at = (along: number, across: number) => (down ? { x: across, y: along } : { x: along, y: across });
    const press = { target, point: at(300, wireAt(room, 0.5)), touch: down };
    const dragged = (along: number, share: number): readonly string[] =>
      linesOf(openingSurface.meaningAt(press, at(along, wireAt(room, share)), false).change);
    const keyed = (key: string): readonly string[] => {
      const [effect] = openingSurface.keyed(target, { key, letter: key, shift: false }) ?? [];
      return effect?.tag === "change" ? linesOf(effect.meaning.change) : [];
    };
    const [ground, lift, later] = down
      ? ["ArrowRight", "ArrowLeft", "ArrowDown"]
      : ["ArrowDown", "ArrowUp", "ArrowRight"];
    expect([dragged(300, 0.9), keyed(ground ?? "")]).toEqual([["drop call#1"], ["drop call#1"]]);
    expect([dragged(300, 0.1), keyed(lift ?? "")]).toEqual([["duplicate call#1"], ["duplicate call#1"]]);
    expect(dragged(340, 0.5)[0]).toMatch(/^delay call#1 by /);
    expect(keyed(later ?? "")).toEqual(["delay call#1 by 1ms"]);
    expect(dragged(300, 0.5)).toEqual([]);
    expect(choicesOf(UNHARMED, packet(1)).map(([, { line }]) => line)).toEqual([
      ...["drop call#1", "delay call#1 by 5ms", "duplicate call#1", "no fault of call#1"],
    ]);
  });

  it("is told in words, too", async () => {
    const lost = await told(LOST);
    expect(pictureText(lost, 10e6)).toBe(
      "10 ms after the call began. Call packet, lost. The caller’s timer runs until 28.2 ms. Omar has no seat yet.",
    );
  });
});

describe("the names of packets and bookings", () => {
  const ROOMS = [
    { width: 1440, height: 570, down: false },
    { width: 800, height: 760, down: false },
    { width: 358, height: 560, down: true },
  ];
  const FAULTS = [[], ["drop call#1"], ["drop call#1", "duplicate call#1 send 2"], ["drop result#1"]];

  it.each(ROOMS)("stand apart from each other, $width px wide", async ({ width, height, down }) => {
    for (const faults of FAULTS) {
      const tale = await told(changeOf(faults));
      const room = roomOf(width, height, down, whole(tale));
      const back = tale.flights.findLast(({ machine }) => machine === "server");
      const under = back === undefined ? [] : [0.2, 0.5, 0.8].map((share) => back.from + share * (back.to - back.from));
      for (const now of [...under, tale.end]) {
        const names = namesAt(room, tale, now);
        const flights = tale.flights.filter(({ from }) => from <= now);
        expect(names.length).toBeGreaterThanOrEqual(Math.min(2, flights.length));
        const areas = names.map(({ runs: [{ text = "", bold = false } = {}], x, y, size, anchor }) => {
          const wide = tableWidth(text, size, bold);
          const from = anchor === "start" ? x : anchor === "end" ? x - wide : x - wide / 2;
          return { text, from, to: from + wide, top: y - 10, low: y };
        });
        areas.forEach((one, i) => {
          for (const other of areas.slice(i + 1)) {
            const meet = one.from < other.to && other.from < one.to && one.top < other.low && other.top < one.low;
            expect(meet, JSON.stringify([one, other])).toBe(false);
          }
        });
      }
    }
  });

  it("stand in one figure that draws nothing of what is to come", async () => {
    const tale = await told(LOST);
    for (const { width, height, down } of ROOMS) {
      const room = roomOf(width, height, down, whole(tale));
      const bars = (now: number): number =>
        openingShapes({ room, tale, now }).filter(
          (shape) => shape.shape === "box" && (shape.fill === "span-rpc" || shape.fill === "span-sys"),
        ).length;
      expect(bars(0)).toBe(0);
      expect(bars(tale.end)).toBe(tale.blocks.length + tale.bookings.length);
    }
  });

  it("name every packet of the story", async () => {
    const tale = await told(LOST);
    for (const { width, height, down } of ROOMS) {
      const room = roomOf(width, height, down, whole(tale));
      const names = namesAt(room, tale, tale.end).flatMap(({ runs }) => runs.map(({ text }) => text));
      expect(names.filter((text) => !text.startsWith("books"))).toEqual(["Call, lost", "Call, sent again", "Result"]);
    }
  });
});

describe("the room of the figure", () => {
  it.each([true, false])("finds back a place across, time running down: %s", (down) => {
    const room = roomOf(down ? 390 : 1440, 600, down, 8e6);
    for (const share of [0, 0.3, 1]) expect(shareOf(room, wireAt(room, share))).toBeCloseTo(share);
    expect([0.1, 0.5, 0.9].map(zoneOf)).toEqual(["lift", "middle", "ground"]);
  });
});

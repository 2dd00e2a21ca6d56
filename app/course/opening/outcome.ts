/** What became of a call, in a sentence or two. */
import { speedText } from "../../words/times.ts";
import type { Flight, Tale } from "./tale.ts";

const seats = (count: number): string => (count === 1 ? "Omar has one seat." : `Omar has ${count} seats.`);

function effect({ flights }: Tale): string {
  const is = (test: (flight: Flight) => boolean): Flight | undefined => flights.find(test);
  const lost = is(({ fate }) => fate === "lost");
  const copy = is(({ copy: isCopy }) => isCopy);
  const late = is(({ delayed }) => delayed > 0);
  const again = flights.filter(({ machine, again: repeated }) => machine === "caller" && repeated).length;
  const sent =
    again === 0
      ? ""
      : again === 1
        ? " The caller sent the call again."
        : ` The caller sent the call ${again} times more.`;
  if (lost !== undefined) return `The ${lost.name.toLowerCase()} was lost.${sent} `;
  const ignored = copy?.fate === "ignored" ? ", and the copy was ignored" : "";
  if (copy !== undefined) return `The ${copy.name.toLowerCase()} came twice${ignored}.${sent} `;
  if (late !== undefined) return `The ${late.name.toLowerCase()} came ${speedText(late.delayed)} late.${sent} `;
  return sent === "" ? "No packet was lost. " : `${sent.trim()} `;
}

/** @param without the same call without a fault; null where it is not known, or is this one */
export function outcomeOf(tale: Tale, without: Tale | null): string {
  const cost = without === null ? 0 : tale.end - without.end;
  const more = cost > 0 ? `, ${speedText(cost)} more than without a fault` : "";
  return `${effect(tale)}The call took ${speedText(tale.end)}${more}. ${seats(tale.bookings.length)}`;
}

/** What the figure shows at a moment, for a reader who does not see it. */
export function pictureText(tale: Tale, now: number): string {
  const packets = tale.flights
    .filter(({ from }) => from <= now)
    .map((flight) => {
      const where = flight.to > now ? "under way" : flight.fate;
      return `${flight.name}${flight.again ? " sent again" : ""}${flight.copy ? ", a copy" : ""}, ${where}`;
    });
  const timer = tale.timers.find(({ from, to }) => from <= now && now < to);
  const waits = timer === undefined || now >= tale.end ? "" : ` The caller’s timer runs until ${speedText(timer.due)}.`;
  const seat = seats(tale.bookings.filter(({ to }) => to <= now).length).replace("0 seats", "no seat yet");
  return `${speedText(now)} after the call began. ${packets.join("; ")}.${waits} ${seat}`;
}

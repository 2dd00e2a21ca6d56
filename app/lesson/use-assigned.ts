/** The assignment that a lesson is opened from: steps that it does not ask for are passed by. */
import { useEffect, useState } from "react";
import type { Assigned } from "../assigned/way.ts";
import type { PagePlace } from "../setup/location.ts";
import { presentationOf } from "../setup/presentation.ts";

/** Null where the link has none, and until its file has come. */
export function useAssigned(slug: string, place: PagePlace): Assigned | null {
  const [assigned, setAssigned] = useState<Assigned | null>(null);
  useEffect(() => {
    let gone = false;
    if (presentationOf(place).work.lessons === undefined) setAssigned(null);
    else
      import("../assigned/way.ts").then(
        (m) => {
          if (!gone) setAssigned(m.assignedIn(slug, place));
        },
        () => undefined, // without a network the whole lesson is there
      );
    return () => void (gone = true);
  }, [slug, place]);
  return assigned;
}

/** The nearest step that is asked for on one side of another; null where there is none. */
export function askedBeside(assigned: Assigned | null, index: number, way: 1 | -1, count: number): number | null {
  for (let next = index + way; next >= 0 && next < count; next += way) {
    if (assigned === null || assigned.isAsked(next)) return next;
  }
  return null;
}

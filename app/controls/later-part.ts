import { useEffect, useState } from "react";
import { firstViewDrawn } from "./at-rest.ts";

/**
 * A part of the page that is fetched once the first view is drawn: that waits for none of it. The hook gives null until
 * it is there; where it does not come, the page stays as it is.
 */
export function laterPart<Part>(fetch: () => Promise<Part>): () => Part | null {
  let fetched: Part | null = null;
  return function useLaterPart() {
    const [part, setPart] = useState<Part | null>(() => fetched);
    useEffect(() => {
      if (part !== null) return;
      let gone = false;
      firstViewDrawn()
        .then(fetch)
        .then(
          (came) => {
            fetched = came;
            if (!gone) setPart(() => came);
          },
          () => undefined,
        );
      return () => {
        gone = true;
      };
    }, [part]);
    return part;
  };
}

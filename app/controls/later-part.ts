import { useEffect, useState } from "react";
import { firstViewDrawn } from "./at-rest.ts";

/** Throws an error inside the component that shows the part. */
function fail(error: unknown): never {
  throw error;
}

/**
 * A part of the page that comes later. The page fetches it once the first view is drawn, or at once where a reader
 * wants it before. The hook gives null until the part is there. If it does not come, the page stays as it is; if the
 * reader wants it, the hook throws.
 */
export function laterPart<Part>(fetch: () => Promise<Part>): (isWanted?: boolean) => Part | null {
  let fetched: Part | null = null;
  return function useLaterPart(isWanted = false) {
    const [part, setPart] = useState<Part | null>(() => fetched);
    useEffect(() => {
      if (part !== null) return;
      let gone = false;
      const here = isWanted ? fetch() : firstViewDrawn().then(fetch);
      here.then(
        (came) => {
          fetched = came;
          if (!gone) setPart(() => came);
        },
        (error: unknown) => {
          if (!gone && isWanted) setPart(() => fail(error));
        },
      );
      return () => {
        gone = true;
      };
    }, [part, isWanted]);
    return part;
  };
}

import { useEffect, useState } from "react";
import { firstViewDrawn } from "./at-rest.ts";

/** Throws an error inside the component that shows the part. */
function fail(error: unknown): never {
  throw error;
}

/**
 * A part of the page that is fetched once the first view is drawn, which waits for none of it; or at once where it is
 * wanted before. The hook gives null until it is there. Where it does not come, the page stays as it is; where it is
 * wanted, the hook throws.
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

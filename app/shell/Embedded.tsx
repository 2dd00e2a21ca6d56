/** The site around a place, when the place stands in another page: one line that leads to the whole of it. */
import { useEffect } from "react";
import type { MouseEvent } from "react";
import { addressOf, currentPlace } from "../setup/location.ts";
import { withoutEmbed } from "../setup/presentation.ts";

/** Links of an embedded place leave it standing: they open beside it. */
function useOwnPage(): void {
  useEffect(() => {
    const base = document.createElement("base");
    base.target = "_blank";
    document.head.append(base);
    document.documentElement.classList.add("embedded");
    return () => {
      base.remove();
      document.documentElement.classList.remove("embedded");
    };
  }, []);
}

const wholePage = (): string => addressOf(withoutEmbed(currentPlace()));

/** Points the link at the present address, which may have changed since the link was drawn. */
const pointAnew = (event: MouseEvent<HTMLAnchorElement>): void => {
  event.currentTarget.href = wholePage();
};

/** @param what stands in the frame: "the lesson", "the bench" */
export function EmbeddedFoot({ what }: { readonly what: string }) {
  useOwnPage();
  return (
    <footer className="embedded-foot">
      <a
        href={wholePage()}
        target="_blank"
        rel="noopener"
        onPointerDown={pointAnew}
        onClick={pointAnew}
        onContextMenu={pointAnew}
      >
        Open {what} by itself
      </a>
      <span>Roundtrip {__ROUNDTRIP_VERSION__}</span>
    </footer>
  );
}

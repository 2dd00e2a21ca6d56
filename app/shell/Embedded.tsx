/** The site around a place, when the place stands in another page: one line that leads to the whole of it. */
import { useEffect } from "react";
import type { MouseEvent } from "react";
import { addressOf, currentPlace, hashOf, readPlace } from "../setup/location.ts";
import type { PagePlace } from "../setup/location.ts";
import { presentationOf, withoutEmbed, withPresentation } from "../setup/presentation.ts";

/** Whether both are of one assignment: its page and its lessons stand in one frame. */
function isOfAssignment(here: PagePlace, there: PagePlace): boolean {
  const { lessons } = presentationOf(here).work;
  return lessons !== undefined && presentationOf(there).work.lessons === lessons && presentationOf(there).embed;
}

/** Links of an embedded place leave it standing: they open beside it. Those to steps of its own lesson stay in it. */
function openBeside(event: globalThis.MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.hasAttribute("download")) return;
  const [here, there] = [currentPlace(), readPlace(link.hash)];
  const [site = ""] = document.baseURI.split("#");
  const presentation = presentationOf(here);
  const isOwn = there.path === here.path || isOfAssignment(here, there);
  const stays = presentation.withText && link.href.startsWith(`${site}#`) && isOwn;
  if (!stays) {
    link.target = "_blank";
    link.rel = "noopener";
    return;
  }
  event.preventDefault();
  // A link within the assignment says all itself.
  window.location.hash = hashOf(isOfAssignment(here, there) ? there : withPresentation(there, presentation));
}

function useOwnPage(withText: boolean): void {
  useEffect(() => {
    const { classList } = document.documentElement;
    document.addEventListener("click", openBeside, true);
    classList.add("embedded");
    classList.toggle("with-text", withText);
    return () => {
      document.removeEventListener("click", openBeside, true);
      classList.remove("embedded", "with-text");
    };
  }, [withText]);
}

const wholePage = (): string => addressOf(withoutEmbed(currentPlace()));

/** Points the link at the present address, which may have changed since the link was drawn. */
const pointAnew = (event: MouseEvent<HTMLAnchorElement>): void => {
  event.currentTarget.href = wholePage();
};

/** @param what stands in the frame: "the lesson", "the bench" */
export function EmbeddedFoot({ what, withText }: { readonly what: string; readonly withText: boolean }) {
  useOwnPage(withText);
  return (
    <footer className="row embedded-foot">
      {/* Beside a learning platform answers would reach nobody. */}
      {!("roundtripPackage" in globalThis) && (
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
      )}
      <span>Roundtrip {__ROUNDTRIP_VERSION__}</span>
    </footer>
  );
}

import { useState } from "react";
import { quote } from "../../engine/faults/quote.ts";
import { Notices } from "../controls/Notices.tsx";
import { forgetUnknownLanguage, LANGUAGES, unknownLanguage } from "../language/choice.ts";
import { addressProblems } from "../setup/address-problems.ts";
import { placeName } from "../setup/location.ts";
import type { PagePlace } from "../setup/location.ts";

/** What is wrong with the `lang` of the link that the page began with; null for nothing. */
function languageProblem(): string | null {
  const asked = unknownLanguage();
  if (asked === null) return null;
  const allowed = Object.entries(LANGUAGES).map(([code, { name }]) => `${code} (${name})`);
  return `lang = “${asked.slice(0, 40)}” is no language of this site: ${allowed.join(", ")}. It is left out.`;
}

/** Notices on the parts of the address that the place cannot use, until the reader dismisses them. */
export function AddressNotices({ place }: { readonly place: PagePlace }) {
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  if (placeName(place) === null) {
    return (
      <p className="notice" role="status">
        There is nothing at {quote(place.path)}. The places are the course, the bench, your numbers, captures, traces,
        write the rule, the papers, the reference, the concept test and the teacher’s desk. You see the course.
      </p>
    );
  }
  const { mended } = place;
  const language = languageProblem();
  const all = [mended, language].filter((text) => typeof text === "string").concat(addressProblems(place));
  const texts = all.filter((text) => !dismissed.includes(text));
  if (texts.length === 0) return null;
  const notices = texts.map((text) => ({ kind: "problem" as const, text }));
  return (
    <Notices
      notices={notices}
      onDismiss={(gone) => {
        if (gone.some(({ text }) => text === language)) forgetUnknownLanguage();
        setDismissed([...dismissed, ...gone.map(({ text }) => text)]);
      }}
    />
  );
}

/** The note of a number: what it is, where it comes from, the way there, and the run that answers it. */
import { useState } from "react";
import { withDefaults } from "../../../engine/experiments/settings.ts";
import { experimentNamed } from "../../../lessons/named.ts";
import type { Origin, RunRequest, Stated } from "../../../lessons/numbers.ts";
import { modelHref, setupHref } from "../../setup/bench-links.ts";
import { cellHref } from "../../setup/paper-links.ts";
import { deviationText, plainText } from "../../words/numbers.ts";
import { KIND_WORDS, statedText } from "../../words/prose-text.ts";
import { useLesson } from "../context.ts";

const benchHref = ({ experiment, set, faults, seed }: RunRequest): string =>
  setupHref({ experiment, parameters: withDefaults(experimentNamed(experiment), set), seed, faults });

/** The way to the number itself: its cell in the paper's table, the model's text, the run on the bench. */
function wayTo(origin: Exclude<Origin, { readonly kind: "ours" }>): { readonly href: string; readonly text: string } {
  switch (origin.kind) {
    case "cell":
      return { href: cellHref(origin.address), text: "In its table" };
    case "model":
      return { href: modelHref(origin.paper, origin.fn), text: "In the model’s text" };
    case "run":
      return { href: benchHref(origin.request), text: "On the bench" };
  }
}

/** The run that answers a number, made when it is asked for, and how far it is from it. */
function OurRun({ number, request }: { readonly number: Stated; readonly request: RunRequest }) {
  const { runNumber } = useLesson();
  const [ours, setOurs] = useState<number | "running" | "none" | null>(null);
  const run = (): void => {
    setOurs("running");
    runNumber(request).then(
      (value) => setOurs(value ?? "none"),
      () => setOurs("none"),
    );
  };
  const theirs = Number(number.text.replaceAll(",", ""));
  return (
    <>
      {ours === null && (
        <button type="button" className="link" onClick={run}>
          Run it here
        </button>
      )}
      <span role="status">
        {ours === "running" && "Running."}
        {ours === "none" && "The run gave no such value."}
        {typeof ours === "number" && (
          <>
            Ours <b className="k-simulated">{plainText(Number(ours.toPrecision(4)))}</b> {number.unit}
            {number.kind === "measured" && `, ${deviationText(((ours - theirs) / theirs) * 100)}`}.
          </>
        )}
      </span>
    </>
  );
}

/** The parts of a computed number, down to numbers that have a place of their own. */
function Parts({ number }: { readonly number: Stated }) {
  if (number.origin.kind !== "ours") return null;
  return (
    <ul className="address-parts">
      {number.origin.parts.map(({ name, number: part }) => (
        <li key={name}>
          <span translate="no">{name}</span> <b>{statedText(part)}</b>{" "}
          {part.origin.kind === "ours" ? <Parts number={part} /> : <a href={wayTo(part.origin).href}>{part.where}</a>}
        </li>
      ))}
    </ul>
  );
}

export function NumberNote({ number }: { readonly number: Stated }) {
  const { origin, run } = number;
  return (
    <>
      <b>{statedText(number)}</b> {KIND_WORDS[number.kind]}. {number.source}
      {origin.kind === "ours" ? (
        <Parts number={number} />
      ) : (
        <span className="row address-run">
          <a href={wayTo(origin).href}>{wayTo(origin).text}</a>
          {run !== null && <OurRun number={number} request={run} />}
          {run !== null && origin.kind !== "run" && <a href={benchHref(run)}>Its run on the bench</a>}
        </span>
      )}
    </>
  );
}

/** Over the figure: names of machines to be chosen, marks of what was found. */
import { Suspense } from "react";
import { fetched } from "../../controls/fetched.tsx";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import type { TimelineProps } from "../props.ts";
import type { TimelineState } from "../timeline-state.ts";
import { theMachine } from "../the-machine.ts";
import type { Figure, HostPlace } from "../../figure/figure.ts";
import "./over-figure.css";

// Of the search for events.
const FoundMarks = fetched("The marks", () => import("./FoundMarks.tsx").then((m) => m.FoundMarks));

// Of runs that a search has found.
const LostMark = fetched("The mark", () => import("./LostMark.tsx").then((m) => m.LostMark));

// Of goals of lessons.
const LimitMark = fetched("The limit", () => import("./LimitMark.tsx").then((m) => m.LimitMark));

interface HostNamesProps {
  readonly trace: TraceData;
  readonly hosts: readonly HostPlace[];
  readonly chosen: string | null;
  /** Undefined where a machine's state cannot be looked at. */
  readonly onHost: ((machine: string | null) => void) | undefined;
  readonly onOpen: (key: string) => void;
}

/**
 * The areas that stand for the rows in the figure. A reader chooses a machine to look at its state (by the key H, not
 * by Tab), and opens machines with one story to a row each, and closes them again.
 */
function HostNames({ trace, hosts, chosen, onHost, onOpen }: HostNamesProps) {
  return hosts.map((host) => {
    const { left, top, width, height, mark } = host;
    const place = { className: "tl-host", style: { left, top, width, height } };
    if ("opens" in host) {
      const { key, isOpen, name } = host.opens;
      const what = isOpen ? "Show these machines in one row" : "Show each of these machines";
      return (
        <button
          key={key}
          {...place}
          type="button"
          aria-expanded={isOpen}
          aria-label={name}
          title={what}
          onClick={() => onOpen(key)}
        >
          <i style={mark} />
        </button>
      );
    }
    const { machine } = host;
    if (onHost === undefined) return null;
    const name = theMachine(trace, machine);
    return (
      <button
        key={machine}
        {...place}
        type="button"
        tabIndex={-1}
        aria-pressed={chosen === machine}
        aria-label={`State of ${name}`}
        title={`State of ${name} (H)`}
        onClick={() => onHost(chosen === machine ? null : machine)}
      >
        <i style={mark} />
      </button>
    );
  });
}

type OverFigureProps = Pick<TimelineProps, "host" | "onHost" | "found" | "lost" | "limit"> & {
  readonly figure: Figure;
  readonly state: TimelineState;
};

export function OverFigure({ figure, state, host, onHost, found, lost, limit }: OverFigureProps) {
  const { hosts } = figure;
  return (
    <>
      {(onHost !== undefined || hosts.some((place) => "opens" in place)) && (
        <HostNames
          trace={state.shown.trace}
          hosts={hosts}
          chosen={host ?? null}
          onHost={onHost}
          onOpen={state.toggle}
        />
      )}
      {found !== undefined && found.length > 0 && (
        <Suspense>
          <FoundMarks figure={figure} found={found} />
        </Suspense>
      )}
      {lost !== undefined && (
        <Suspense>
          <LostMark figure={figure} at={lost} />
        </Suspense>
      )}
      {limit !== undefined && limit !== null && (
        <Suspense>
          <LimitMark figure={figure} limit={limit} />
        </Suspense>
      )}
    </>
  );
}

import { counted, grouped } from "../../words/numbers.ts";
import { exactOnClock } from "../../words/times.ts";
import type { TimeUnit } from "../../words/times.ts";
import type { EventsAs } from "../props.ts";
import { pageCount } from "./paging.ts";
import type { Page } from "./paging.ts";
import { Segments } from "../../controls/Segments.tsx";
import type { Segment } from "../../controls/Segments.tsx";

/** The list has the events of the call, all events while it lasts, or the events of a search. */
export type EventsShown = "call" | "meanwhile" | "found";

const FORMS: readonly Segment<EventsAs>[] = [
  { value: "table", text: "Table" },
  { value: "tree", text: "Tree" },
  { value: "story", text: "Story" },
];

interface TitleProps {
  readonly shown: EventsShown;
  /** The number of found events; null while nothing is searched for. */
  readonly found: number | null;
  readonly onShown: (shown: EventsShown) => void;
  readonly form: EventsAs;
  readonly onForm: (form: EventsAs) => void;
}

export function ListTitle({ shown, found, onShown, form, onForm }: TitleProps) {
  const all: readonly Segment<EventsShown>[] = [
    { value: "call", text: "This call" },
    { value: "meanwhile", text: "Everything meanwhile" },
    ...(found === null ? [] : [{ value: "found" as const, text: `Found (${grouped(found, 0)})` }]),
  ];
  return (
    <div className="row tl-title">
      <h2>
        Events <span>the same run as a list; Ctrl with the arrow keys follows cause and effect</span>
      </h2>
      <Segments label="Events as" choices={FORMS} chosen={form} onChoose={onForm} />
      {form !== "tree" && <Segments label="Events of" choices={all} chosen={shown} onChoose={onShown} />}
    </div>
  );
}

export function ListHead({ unit }: { readonly unit: TimeUnit }) {
  return (
    <thead>
      <tr>
        <th scope="col" className="at">
          {unit.name}
        </th>
        <th scope="col">Where</th>
        <th scope="col">What</th>
        <th scope="col" className="because">
          Because of
        </th>
      </tr>
    </thead>
  );
}

interface PagesProps {
  /** "event": what a row is. */
  readonly what: string;
  readonly count: number;
  /** When a row begins. */
  readonly at: (row: number) => number;
  readonly page: Page;
  readonly since: number;
  readonly unit: TimeUnit;
  readonly onPage: (number: number) => void;
}

/** Names the part of a long list that is on the page, with buttons to the others. */
export function Pages({ what, count, at, page, since, unit, onPage }: PagesProps) {
  const clock = (row: number): string => exactOnClock(at(row) - since, unit);
  const last = pageCount(count) - 1;
  const button = (name: string, number: number) => (
    <button
      type="button"
      disabled={number < 0 || number > last || number === page.number}
      onClick={() => onPage(number)}
    >
      {name}
    </button>
  );
  return (
    <nav className="row tl-pages" aria-label={`Pages of ${what}s`}>
      <span>
        {grouped(page.from + 1, 0)} to {grouped(page.to, 0)} of {counted(count, what)}, {clock(page.from)} to{" "}
        {clock(page.to - 1)} {unit.name}
      </span>
      <span className="seg">
        {button("First", 0)}
        {button("Earlier", page.number - 1)}
        {button("Later", page.number + 1)}
        {button("Last", last)}
      </span>
    </nav>
  );
}

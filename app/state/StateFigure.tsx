/** What protocols and machines keep at a moment: as a table, as a graph, or as a buffer that fills. */
import { useId, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { BufferFigure } from "./BufferFigure.tsx";
import { buffersOf } from "./buffers.ts";
import type { BufferOf } from "./buffers.ts";
import { GraphFigure } from "./GraphFigure.tsx";
import { graphsOf } from "./graphs.ts";
import { clockOf } from "./protocol-table.ts";
import type { RimHands, ShownState, StateKind } from "./props.ts";
import { TableFigure } from "./TableFigure.tsx";
import { tablesOf } from "./tables.ts";
import "./state.css";

interface Props extends ShownState {
  /** The kind that is shown alone; null where the reader chooses. */
  readonly only: StateKind | null;
  /** The key of what stands there at first; null for the first. */
  readonly first: string | null;
  readonly rim: RimHands | null;
}

const KINDS: Readonly<Record<StateKind, string>> = { calls: "Tables", graph: "Graphs", buffer: "Buffers" };

const NOTHING: Readonly<Record<StateKind, string>> = {
  calls: "The trace of this run records no state of a protocol.",
  graph: "The trace of this run records no state of a protocol.",
  buffer: "In this run no packet waits in a buffer that the trace records.",
};

/** One thing that can be shown: a table, a graph, a buffer. */
interface Item {
  readonly key: string;
  readonly title: string;
}

function itemsOf({ run, site }: ShownState, kind: StateKind): readonly Item[] {
  if (kind === "calls") return tablesOf(run);
  return kind === "graph" ? graphsOf(run.trace, site) : worthALook(buffersOf(run.trace));
}

/** Those in which several packets lay at once, or that lost one; the first where there is none such. */
function worthALook(buffers: readonly BufferOf[]): readonly BufferOf[] {
  const worth = buffers.filter(({ most, losses }) => most > 1 || losses.length > 0);
  return worth.length > 0 ? worth : buffers.slice(0, 1);
}

export function StateFigure({ only, first, rim, ...shown }: Props) {
  const { run, site, call, time, isLate } = shown;
  const kinds = useMemo(
    () => KIND_NAMES.filter((one) => (only === null ? itemsOf({ ...shown, run, site }, one).length > 0 : one === only)),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- run and site alone decide what there is
    [run, site, only],
  );
  const [wish, setWish] = useState<StateKind | null>(null);
  const kind = kinds.find((one) => one === wish) ?? kinds[0] ?? "calls";
  const items = useMemo(
    () => itemsOf({ ...shown, run, site }, kind),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- as above
    [run, site, kind],
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const item = items.find(({ key }) => key === (chosen ?? first)) ?? items[0];
  // Two tables stand below each other: who looks at one wants to compare the other.
  const isPair = kind === "calls" && items.length === 2;
  const clock = <span>at {clockOf(run.trace, call)(time)}</span>;
  return (
    <section
      className={isLate ? "state is-late" : "state"}
      aria-busy={isLate || undefined}
      aria-label={only === null ? "State" : KINDS[kind]}
    >
      <div className="state-head">
        <h2>
          {item?.title ?? KINDS[kind]} {clock}
        </h2>
        {kinds.length > 1 && <KindChoice kinds={kinds} kind={kind} onKind={setWish} />}
        {items.length > 1 && !isPair && <ItemChoice items={items} item={item} onItem={setChosen} />}
      </div>
      {item === undefined ? <p className="note">{NOTHING[kind]}</p> : figureOf(kind, item.key, shown, rim)}
      {isPair &&
        items
          .filter((one) => one !== item)
          .map(({ key, title }) => (
            <div key={key} className="state-second">
              <h3>{title}</h3>
              {figureOf(kind, key, shown, rim)}
            </div>
          ))}
    </section>
  );
}

const KIND_NAMES = ["calls", "graph", "buffer"] as const;

function figureOf(kind: StateKind, key: string, shown: ShownState, rim: RimHands | null): ReactNode {
  if (kind === "calls") return <TableFigure key={key} {...shown} table={key} />;
  if (kind === "graph") return <GraphFigure key={key} {...shown} graph={key} />;
  return <BufferFigure key={key} {...shown} buffer={key} rim={rim} />;
}

interface KindChoiceProps {
  readonly kinds: readonly StateKind[];
  readonly kind: StateKind;
  readonly onKind: (kind: StateKind) => void;
}

const KindChoice = ({ kinds, kind, onKind }: KindChoiceProps) => (
  <span className="seg" role="group" aria-label="Shown as">
    {kinds.map((one) => (
      <button key={one} type="button" aria-pressed={one === kind} onClick={() => onKind(one)}>
        {KINDS[one]}
      </button>
    ))}
  </span>
);

interface ItemChoiceProps {
  readonly items: readonly Item[];
  readonly item: Item | undefined;
  readonly onItem: (key: string) => void;
}

/** Of many machines' buffers nobody looks at more. */
const MOST_ITEMS = 40;

function ItemChoice({ items, item, onItem }: ItemChoiceProps) {
  const id = useId();
  return (
    <span className="state-choice">
      <label htmlFor={id}>Shown</label>
      <select id={id} value={item?.key} onChange={({ target }) => onItem(target.value)}>
        {items.slice(0, MOST_ITEMS).map(({ key, title }) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
    </span>
  );
}

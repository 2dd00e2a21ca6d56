/** What protocols and machines keep at a moment: as a table, as a graph, or as a buffer that fills. */
import { useId, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { BufferFigure } from "./BufferFigure.tsx";
import { GraphFigure } from "./GraphFigure.tsx";
import { allShown, itemsOf, STATE_KINDS } from "./items.ts";
import type { StateItem, Kept } from "./items.ts";
import { clockOf } from "./protocol-table.ts";
import type { RimHands, ShownState, StateKind } from "./props.ts";
import { TableFigure } from "./TableFigure.tsx";
import "./state.css";
import { Segments } from "../controls/Segments.tsx";

interface Props extends ShownState {
  /** The kind that is shown alone; null where the reader chooses. */
  readonly only: StateKind | null;
  /** What the reader or a step has chosen. */
  readonly kept: Kept;
  readonly onKeep: (key: string) => void;
  readonly rim: RimHands | null;
}

const KINDS: Readonly<Record<StateKind, string>> = { calls: "Tables", graph: "Graphs", buffer: "Buffers" };

const NOTHING: Readonly<Record<StateKind, string>> = {
  calls: "The trace of this run records no state of a protocol.",
  graph: "The trace of this run records no state of a protocol.",
  buffer: "In this run no packet waits in a buffer that the trace records.",
};

/** The kinds that can be chosen. Run and site alone decide what there is. */
const useKinds = (run: ShownState["run"], site: ShownState["site"], only: StateKind | null): readonly StateKind[] =>
  useMemo(
    () => STATE_KINDS.filter((one) => (only === null ? itemsOf({ run, site }, one).length > 0 : one === only)),
    [run, site, only],
  );

const useItems = (run: ShownState["run"], site: ShownState["site"], kind: StateKind): readonly StateItem[] =>
  useMemo(() => itemsOf({ run, site }, kind), [run, site, kind]);

export function StateFigure({ only, kept, onKeep, rim, ...shown }: Props) {
  const { run, site, call, time, isLate } = shown;
  const kinds = useKinds(run, site, only);
  const [wish, setWish] = useState<StateKind | null>(null);
  const kind = kinds.find((one) => one === wish) ?? kinds[0] ?? "calls";
  // While a rim is dragged, show the run before the drag, so that the rim does not move away from the pointer.
  const items = useItems(kind === "buffer" ? (rim?.before ?? run) : run, site, kind);
  const [item, second] = allShown(kind, items, kept);
  const clock = <span>at {clockOf(run.trace, call)(time)}</span>;
  return (
    <section
      className={isLate ? "state is-late" : "state"}
      aria-busy={isLate || undefined}
      aria-label={only === null ? "State" : KINDS[kind]}
    >
      <div className="row state-head">
        <h2>
          {item?.title ?? KINDS[kind]} {clock}
        </h2>
        {kinds.length > 1 && <KindChoice kinds={kinds} kind={kind} onKind={setWish} />}
        {items.length > 1 && second === undefined && <ItemChoice items={items} item={item} onItem={onKeep} />}
      </div>
      {item === undefined ? <p className="note">{NOTHING[kind]}</p> : figureOf(kind, item.key, shown, rim)}
      {second !== undefined && (
        <div key={second.key} className="state-second">
          <h3>{second.title}</h3>
          {figureOf(kind, second.key, shown, rim)}
        </div>
      )}
    </section>
  );
}

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
  <Segments
    label="Shown as"
    choices={kinds.map((value) => ({ value, text: KINDS[value] }))}
    chosen={kind}
    onChoose={onKind}
  />
);

interface ItemChoiceProps {
  readonly items: readonly StateItem[];
  readonly item: StateItem | undefined;
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

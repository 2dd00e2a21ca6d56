/**
 * The Andrew campus: its machine room, routers, subnets and workstations, and, with a run, their work in the shown call
 * and its packets at the playhead. The figure draws the plan that the run used.
 */
import { useId, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { CampusSite } from "../../engine/systems/rpc2.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { useFigureSize } from "../draw/figure-size.ts";
import { useFigureStyle } from "../draw/figure-style.ts";
import { CampusFacts } from "./CampusFacts.tsx";
import { CampusMap } from "./CampusMap.tsx";
import { CampusTable } from "./CampusTable.tsx";
import { Legend } from "./Legend.tsx";
import { machinesOf, nameOf, onlySubnet, outward, workstationOf } from "./places.ts";
import type { CampusPlace } from "./places.ts";
import type { ShownRun } from "./props.ts";
import { useCampus } from "./use-campus.ts";
import type { CampusMoment } from "./use-campus.ts";
import { nowText, placeText, sizeText, standText } from "./campus-text.ts";
import "../styles/inspector.css";
import "./campus.css";

interface Props {
  readonly site: CampusSite;
  readonly shown: ShownRun | null;
  readonly theme: "light" | "dark";
}

const LEAST = 288;

export function CampusFigure({ site, shown, theme }: Props) {
  const box = useRef<HTMLElement>(null);
  const { width: own, style: size } = useFigureSize(box);
  const width = Math.max(LEAST, own);
  const { style } = useFigureStyle(theme);
  const [view, setView] = useState<"as it suits" | "whole" | "close">("as it suits");
  const [local, setLocal] = useState<CampusPlace | null>(null);
  const [table, setTable] = useState(false);
  const tableId = useId();
  const host = shown?.host ?? null;
  const chosen = useMemo(() => chosenOf(site, host, local), [site, host, local]);
  const subnet = closeSubnet(site, chosen);
  const isClose = view === "close" || (view === "as it suits" && shown !== null && onlySubnet(site) !== null);
  const close = isClose ? subnet : null;
  const moment: CampusMoment = {
    trace: shown?.run.trace ?? null,
    call: shown?.call ?? 0,
    time: shown?.time ?? 0,
    selected: shown?.selected ?? NO_REF,
  };
  const { layout, ground, live, use, progress } = useCampus(site, moment, { width, close }, chosen);
  const choose = (place: CampusPlace | null): void => {
    setLocal(place);
    const machine = place?.kind === "workstation" ? machinesOf(site).get(place.number) : undefined;
    if (machine !== undefined) shown?.onHost(machine);
    else if (host !== null) shown?.onHost(null);
  };
  return (
    <section ref={box} className="campus" style={size} aria-label="The campus">
      <Head site={site} subnet={subnet} isClose={isClose} onView={setView}>
        <button
          type="button"
          className="btn small bare"
          aria-expanded={table}
          aria-controls={tableId}
          onClick={() => setTable(!table)}
        >
          As a table
        </button>
      </Head>
      {shown !== null && <p className="note">{standText(site)}</p>}
      <CampusMap
        site={site}
        layout={layout}
        ground={ground}
        live={live}
        style={style}
        chosen={chosen}
        textOf={(place) => placeText(site, place, use)}
        onChoose={choose}
        onClose={(number) => {
          choose({ kind: "subnet", number });
          setView("close");
        }}
      />
      {shown !== null && progress !== null && (
        <>
          <Legend dense={layout.dense} token={layout.close && site.plan.subnets[subnet]?.kind === "token ring"} />
          <p className="campus-now">{nowText(site, shown, progress, close)}</p>
        </>
      )}
      <div id={tableId}>{table && <CampusTable site={site} use={use} call={moment.call} />}</div>
      {chosen === null ? (
        <p className="tl-note">Choose a network, a router or a workstation to see what is known of it.</p>
      ) : (
        <CampusFacts site={site} place={chosen} shown={shown} use={use} onChoose={choose} />
      )}
    </section>
  );
}

interface HeadProps {
  readonly site: CampusSite;
  readonly subnet: number; // that is drawn large if one is
  readonly isClose: boolean;
  readonly onView: (view: "whole" | "close") => void;
  readonly children: ReactNode;
}

function Head({ site, subnet, isClose, onView, children }: HeadProps) {
  return (
    <div className="row tl-title">
      <h2>
        The campus <span>{sizeText(site)}</span>
      </h2>
      <div className="row campus-tools">
        <div className="seg" role="group" aria-label="How much of it">
          <button type="button" aria-pressed={!isClose} onClick={() => onView("whole")}>
            All of it
          </button>
          <button type="button" aria-pressed={isClose} onClick={() => onView("close")}>
            {nameOf(site, { kind: "subnet", number: subnet })}
          </button>
        </div>
        {children}
      </div>
    </div>
  );
}

/** The machine that the page looks at, else the place that the reader chose here, if the campus has it. */
function chosenOf(site: CampusSite, host: string | null, local: CampusPlace | null): CampusPlace | null {
  const looked = host === null ? null : workstationOf(site, host);
  if (looked !== null) return { kind: "workstation", number: looked };
  if (local === null || local.kind === "machine room") return local;
  const { routers, subnets, workstations } = site.plan;
  const count = { router: routers.length, subnet: subnets.length, workstation: workstations }[local.kind];
  return local.number < count ? local : null;
}

/** The subnet of the chosen place, else the client's. */
function closeSubnet(site: CampusSite, chosen: CampusPlace | null): number {
  const place = chosen?.kind === "workstation" ? outward(site, chosen) : chosen;
  return place?.kind === "subnet" ? place.number : 0;
}

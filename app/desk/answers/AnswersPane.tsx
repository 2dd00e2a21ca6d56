/** The right side of the desk: the answers of a class, its predictions in a lecture, and what a concept test gained. */
import { Suspense, useId, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import type { Assignment } from "../../../lessons/hand-in/assignment.ts";
import { fetched } from "../../controls/fetched.tsx";
import { ANY } from "../class/class-files.ts";
import { Answers } from "./Answers.tsx";
import "./answers.css";

const Lecture = fetched("The lecture", () => import("../lecture/Lecture.tsx").then((m) => m.Lecture));
const ClassGains = fetched("The concept test", () => import("./ClassGains.tsx").then((m) => m.ClassGains));

const TABS = ["Answers", "Lecture", "Concept test"] as const;
type Tab = (typeof TABS)[number];

interface TabsProps {
  readonly tab: Tab;
  readonly panel: string; // the id of what the tabs show
  readonly onTab: (tab: Tab) => void;
}

function Tabs({ tab, panel, onTab }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = (TABS.indexOf(tab) + by + TABS.length) % TABS.length;
    onTab(TABS[next] ?? tab);
    list.current?.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div className="ans-tabs" role="tablist" aria-label="The class" ref={list} onKeyDown={onKeyDown}>
      {TABS.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === tab}
          aria-controls={panel}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onTab(name)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

interface Props {
  readonly assignment: Assignment; // as it stands on the left side of the desk
}

const NOTHING: Assignment["lessons"] = [];

export function AnswersPane({ assignment: { name, own, lessons } }: Props) {
  const [tab, setTab] = useState<Tab>("Answers");
  const panel = useId();
  const wanted = name === "" ? ANY : { assignment: name, own };
  return (
    <>
      <div className="row ans-head">
        <Tabs tab={tab} panel={panel} onTab={setTab} />
        <p className="note">Files are read on this page only.</p>
      </div>
      <div id={panel} role="tabpanel" aria-label={tab}>
        <Suspense fallback={<p aria-busy="true">It is on its way.</p>}>
          {tab === "Answers" && <Answers wanted={wanted} asked={name === "" ? NOTHING : lessons} />}
          {tab === "Lecture" && <Lecture />}
          {tab === "Concept test" && <ClassGains />}
        </Suspense>
      </div>
    </>
  );
}

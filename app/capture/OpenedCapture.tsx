/** A capture that is open: one line on what is in it, five questions, the list of its calls, and one of them drawn. */
import { Suspense, useEffect, useMemo, useState } from "react";
import type { Question } from "../../engine/capture/ask/answer.ts";
import { fetched } from "../controls/fetched.tsx";
import { placeAt } from "../setup/link-table.ts";
import { replacePlace } from "../setup/location.ts";
import { durationText } from "../words/times.ts";
import { counted } from "../words/numbers.ts";
import { CallFigure } from "./CallFigure.tsx";
import { CallList } from "./CallList.tsx";
import { AnswerText, AS_IT_IS, Questions, useAnswer } from "./Questions.tsx";
import type { Asking } from "./Questions.tsx";
import { ASKED } from "./question-words.ts";
import type { Summary } from "../workers/capture-rows.ts";
import type { ReadCapture } from "../workers/capture.worker.ts";
import { Segments } from "../controls/Segments.tsx";
import { OwnFileHead } from "../controls/OwnFileHead.tsx";

const CallValues = fetched("The values of the call", () => import("./CallValues.tsx").then((m) => m.CallValues));

const AllCalls = fetched("The figures of all calls", () => import("./AllCalls.tsx").then((m) => m.AllCalls));

const SimulatedTwin = fetched("The simulated twin", () => import("./SimulatedTwin.tsx").then((m) => m.SimulatedTwin));

interface Props {
  readonly opened: ReadCapture;
  /** The example that it is; null for a file of the reader’s, which no link can bring. */
  readonly example: string | null;
  /** Why another file was not opened; null where nothing is wrong. */
  readonly refused: string | null;
  readonly query: string;
  readonly onClose: () => void;
}

/** What the address says of this capture: the question asked, and the call chosen. */
function read(query: string, count: number): { readonly question: Question; readonly call: number | null } {
  const given = new URLSearchParams(query);
  const call = Number(given.get("call") ?? Number.NaN);
  return {
    question: ASKED.find(({ id }) => id === given.get("ask"))?.id ?? "executed-twice",
    call: Number.isInteger(call) && call >= 1 && call <= count ? call : null,
  };
}

export function OpenedCapture({ opened, example, refused, query, onClose }: Props) {
  const { summary, rows } = opened;
  const [first] = useState(() => read(query, rows.length));
  const [asking, setAsking] = useState<Asking>({ question: first.question, place: null, change: AS_IT_IS });
  const [chosen, setChosen] = useState(first.call); // null: the first that the answer names
  const [shows, setShows] = useState<View>("call");
  const found = useAnswer(asking);
  const answer = found?.answer ?? null;
  const lit = useMemo(() => new Set<number>(answer?.calls ?? []), [answer]);
  const call = chosen ?? answer?.calls[0] ?? 1;
  const { question } = asking;
  useEffect(() => {
    replacePlace(placeAt("capture", [], { example, ask: question, call: chosen === null ? null : String(chosen) }));
  }, [example, question, chosen]);
  const ask = (next: Asking): void => {
    setAsking(next);
    if (next.question !== question) setChosen(null);
  };
  return (
    <>
      <Head summary={summary} onClose={onClose} />
      {refused !== null && (
        <p className="error" role="alert">
          {refused}
        </p>
      )}
      {rows.length === 0 ? (
        <NoCalls {...summary} />
      ) : (
        <>
          <Questions asking={asking} onAsk={ask} />
          <AnswerText asking={asking} onAsk={ask} found={found} onCall={setChosen} />
          <div className="own-parts capture-parts">
            <CallList {...{ rows, lit }} chosen={call} resolutionNs={summary.resolutionNs} onChoose={setChosen} />
            <div className="own-one">
              <Segments
                className="seg capture-views"
                label="What stands beside the list"
                choices={VIEWS}
                chosen={shows}
                onChoose={setShows}
              />
              <Suspense fallback={null}>
                {shows === "call" ? (
                  <>
                    <CallFigure call={call} row={rows[call - 1]} summary={summary} place={asking.place} />
                    <CallValues call={call} />
                  </>
                ) : shows === "twin" ? (
                  <SimulatedTwin {...{ call }} place={asking.place} onCall={setChosen} />
                ) : (
                  <AllCalls {...{ rows, shows, call }} onCall={setChosen} />
                )}
              </Suspense>
            </div>
          </div>
        </>
      )}
    </>
  );
}

const VIEWS = [
  { value: "call", text: "One call" },
  { value: "times", text: "How long calls took" },
  { value: "crowd", text: "Calls over time" },
  { value: "twin", text: "Simulated twin" },
] as const;
type View = (typeof VIEWS)[number]["value"];

/** Nothing to show: what the reader may do next. */
function NoCalls({ frames, others }: Summary) {
  const [most] = others.toSorted((a, b) => b.packets - a.packets);
  return (
    <div className="capture-none">
      <p>
        {frames === 0
          ? "This capture holds no packet: the recorder saw nothing while it ran, or its filter let nothing pass."
          : "No remote call that the lab knows is in this capture: Sun RPC, NFS, RPC2, or a system of the lab."}{" "}
        {most !== undefined && `Most of its packets are ${most.name}.`}
      </p>
      <p>Record again on a machine that the calls pass, and make the calls meanwhile:</p>
      <p>
        <code>sudo tcpdump -i any -s 0 -w calls.pcap port 2049 or port 111</code>
      </p>
      <p>Port 2049 is NFS, port 111 the portmapper. Name the ports of your own servers in their place.</p>
    </div>
  );
}

const countedOther = ({ name, packets }: Summary["others"][number]): string =>
  `${name} (${counted(packets, "packet")})`;

function Head({ summary, onClose }: { readonly summary: Summary; readonly onClose: () => void }) {
  const { name, frames, lengthNs, calls, notes, others } = summary;
  return (
    <OwnFileHead {...{ name, notes, onClose }}>
      {`${counted(calls, "call")} in ${counted(frames, "packet")}, ${durationText(lengthNs)}. `}
      The file stays on this page. {others.length > 0 && `Not taken apart: ${others.map(countedOther).join(", ")}.`}
    </OwnFileHead>
  );
}

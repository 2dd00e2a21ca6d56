/** The use of each resource, as a share of the run. More work of the same kind will meet the fullest one first. */
import type { Run } from "../../../engine/experiments/types.ts";
import { namedIn } from "../../../engine/kernel/reads.ts";
import { setupHref } from "../../setup/bench-links.ts";
import { machineName } from "../../trace/machine-names.ts";
import { plainText } from "../../words/numbers.ts";
import { capital } from "../../words/sentences.ts";
import { durationText } from "../../words/times.ts";
import { useLesson, useRecord } from "../context.ts";
import { NoteButton, Noted } from "../text/Noted.tsx";
import { busyPercent } from "./busy-percent.ts";

const WORDS: Readonly<Record<string, string>> = {
  caller: "Caller",
  server: "Server",
  qbus: "QBus",
  ethernet: "Ethernet",
  "deqna.transmit": "DEQNA, transmit",
  "deqna.receive": "DEQNA, receive",
  cpu: "CPU",
  out: "link out",
  in: "link in",
};

/** "Server DEQNA, transmit" for "server.deqna.transmit", "Caller CPU 0" for "caller.cpu0". */
export function resourceName({ trace }: Run, id: string): string {
  const [machine = "", ...rest] = id.split(".");
  if (rest.length === 0) return WORDS[machine] ?? machine;
  const part = rest.join(".");
  const name = machineName(trace, machine);
  const owner = capital(name !== machine ? name : (WORDS[machine] ?? machine.replace(/^callee(\d+)$/, "callee $1")));
  return `${owner} ${WORDS[part] ?? part.replace(/^cpu(\d+)$/, "CPU $1")}`;
}

/** Fewer resources than this tell nothing of one another. */
const LEAST_SHOWN = 4;

/**
 * Resources that did anything worth a line, in the order of the machines; shares in percent. In a run in which hardly
 * anything happens, all that did something.
 */
export function useOf(run: Run): readonly { readonly id: string; readonly percent: number }[] {
  const all = Object.keys(run.resources).map((id) => ({ id, percent: busyPercent(run, id) ?? 0 }));
  const worth = all.filter(({ percent }) => percent >= 1);
  return worth.length >= LEAST_SHOWN ? worth : all.filter(({ percent }) => percent > 0);
}

/** Whole percent; of less than one, tenths; "< 0.1" of less than that. */
const shareText = (percent: number): string =>
  percent < 0.1 ? "< 0.1" : plainText(percent >= 1 ? Math.round(percent) : Number(percent.toFixed(1)));

/** Of more than this many only the busiest are shown; of as many as fit where the list is what the step is about. */
const MOST_SHOWN = 10;
const MOST_OF_HERO = 22;

/** The busiest, in the order of the machines, and the share that none of the others exceeds. */
function busiest(rows: ReturnType<typeof useOf>, most: number): { readonly shown: typeof rows; readonly rest: number } {
  const bound = rows.toSorted((a, b) => b.percent - a.percent)[most]?.percent;
  if (bound === undefined) return { shown: rows, rest: 0 };
  return { shown: rows.filter(({ percent }) => percent > bound), rest: bound };
}

/** The busy time of a resource, with its run and a link to it. */
function UseNote({ run, id }: { readonly run: Run; readonly id: string }) {
  const { experiment, parameters, seed, faults, elapsedNs, resources, traceHash } = run;
  const busy = durationText(namedIn(resources, id, "resource").busyNs);
  return (
    <>
      <b>{resourceName(run, id)}</b> simulated: busy for {busy} of the {durationText(elapsedNs)} of this run, seed{" "}
      {seed}, trace {traceHash}. <a href={setupHref({ experiment, parameters, seed, faults })}>On the bench</a>
    </>
  );
}

export function Utilisation({ run, hero }: { readonly run: Run; readonly hero: boolean }) {
  const rows = useOf(run);
  const [record] = useRecord();
  const { explain } = useLesson().step;
  // A mark at the busiest would answer the step’s question before the reader does.
  const isAsked = hero && explain !== undefined && record.explains[explain.id]?.shown !== true;
  const most = isAsked ? Infinity : Math.max(...rows.map(({ percent }) => percent));
  const { shown: named, rest } = busiest(rows, hero ? MOST_OF_HERO : MOST_SHOWN);
  return (
    <section className="use" aria-label="How busy each resource was">
      <h2 className="figtitle">
        How busy <span>share of the run, %</span>
      </h2>
      <Noted>
        <dl className="bars">
          {named.map(({ id, percent }) => {
            const shown = shareText(percent);
            return (
              <div key={id} className={percent === most ? "most" : undefined}>
                <dt>{resourceName(run, id)}</dt>
                <dd className="num">
                  <NoteButton
                    said={`${shown} %, ${resourceName(run, id)}, simulated. Where from`}
                    kind="k-simulated"
                    note={<UseNote run={run} id={id} />}
                  >
                    {shown}
                  </NoteButton>
                </dd>
                <dd aria-hidden="true">
                  <i style={{ width: `${Math.min(100, percent)}%` }} />
                </dd>
              </div>
            );
          })}
        </dl>
        {named.length < rows.length && (
          <p className="note">
            {rows.length - named.length} more, each busy for at most{" "}
            {rest >= 1 ? plainText(Math.ceil(rest)) : shareText(rest)}
            {"\u202f"}%.
          </p>
        )}
      </Noted>
    </section>
  );
}

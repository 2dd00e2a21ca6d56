/** How busy each resource was, as a share of the run: the fullest one is what more of the same will meet first. */
import type { Run } from "../../engine/experiments/types.ts";
import { plainText } from "../chart/numbers.ts";

const WORDS: Readonly<Record<string, string>> = {
  caller: "Caller",
  server: "Server",
  qbus: "QBus",
  ethernet: "Ethernet",
  "deqna.transmit": "DEQNA, transmit",
  "deqna.receive": "DEQNA, receive",
};

/** "Server DEQNA, transmit" for "server.deqna.transmit", "Caller CPU 0" for "caller.cpu0". */
export function resourceName(id: string): string {
  const [machine = "", ...rest] = id.split(".");
  if (rest.length === 0) return WORDS[machine] ?? machine;
  const part = rest.join(".");
  return `${WORDS[machine] ?? machine} ${WORDS[part] ?? part.replace(/^cpu(\d+)$/, "CPU $1")}`;
}

/** Resources that did anything worth a line, in the order of the machines; shares in percent. */
export function useOf(run: Run): readonly { readonly id: string; readonly percent: number }[] {
  if (run.elapsedNs <= 0) return [];
  return Object.entries(run.resources)
    .map(([id, { busyNs }]) => ({ id, percent: (100 * busyNs) / run.elapsedNs }))
    .filter(({ percent }) => percent >= 1);
}

export function Utilisation({ run }: { readonly run: Run }) {
  const rows = useOf(run);
  const most = Math.max(...rows.map(({ percent }) => percent));
  return (
    <section className="use" aria-label="How busy each resource was">
      <h2 className="figtitle">
        How busy <span>share of the run, %</span>
      </h2>
      <dl className="bars">
        {rows.map(({ id, percent }) => (
          <div key={id} className={percent === most ? "most" : undefined}>
            <dt>{resourceName(id)}</dt>
            <dd className="num">
              {plainText(Math.round(percent))}
              <span className="vh"> %</span>
            </dd>
            <dd aria-hidden="true">
              <i style={{ width: `${Math.min(100, percent)}%` }} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

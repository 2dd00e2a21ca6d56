/** What a reader does on the stage: selects, looks at a machine, goes to an event, breaks what is selected. */
import { NO_REF, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { refExists } from "../trace/folds.ts";
import type { Elsewhere } from "../trace/calls.ts";
import { setupKey } from "../setup/setup.ts";
import { notify } from "./store.ts";
import type { BenchStore } from "./store.ts";

/** An event, or NO_REF for none; the inspector shows it in place of a machine. */
export const select = (store: BenchStore, selected: Ref): void => store.setState({ selected, host: null });

export const lookAtHost = (store: BenchStore, host: string | null): void => store.setState({ host });

/** An event with its call, wherever in the run. */
export const goTo = (store: BenchStore, place: Elsewhere): void =>
  store.setState({ ...place, host: null, playing: false });

/** Puts a line into the fault script; what is wrong with it is said under the masthead. */
export async function breakWith(store: BenchStore, line: string): Promise<void> {
  const { breakSomething } = await import("./break.ts");
  const problem = breakSomething(store, line);
  if (problem !== null) notify(store, { kind: "problem", text: problem });
}

/** The nth thing (from 1) that can befall the machine looked at, or the selected packet: as in the inspector. */
export async function breakSelected(store: BenchStore, nth: number): Promise<void> {
  const { shown, setup, host, selected, time } = store.getState();
  if (shown === null || shown.key !== setupKey(setup)) return;
  const { trace } = shown.run;
  if (host !== null) {
    const { hostActionsAt } = await import("../timeline/host/views.ts");
    const action = hostActionsAt(shown.run, host, time)[nth - 1];
    if (action === undefined) return;
    if (action.not === "") return breakWith(store, action.line);
    return notify(store, { kind: "problem", text: action.not });
  }
  const isPacket = selected !== NO_REF && refExists(trace, selected) && refTable(selected) === "packet";
  if (!isPacket) {
    const text = "Select a packet first, or press H to look at a machine.";
    return notify(store, { kind: "problem", text });
  }
  const { packetActions, packetNameOf } = await import("../trace/packet-facts.ts");
  const name = packetNameOf(trace, refRow(selected));
  const line = name === null ? undefined : packetActions(name)[nth - 1]?.line;
  if (line !== undefined) return breakWith(store, line);
}

/**
 * Parameters that many experiments have. Each is a function of what differs: the range, the default, and the sentence
 * on where they come from. Whatever else is given takes the place of what stands here.
 */
import { choice, number } from "./params.ts";
import type { ChoiceParam, NumberParam } from "./types.ts";

type Given<Needed extends keyof NumberParam> = Pick<NumberParam, Needed> & Partial<Omit<NumberParam, "kind">>;

/** How many calls a run makes. */
export const calls = (given: Given<"max" | "default" | "why">): NumberParam =>
  number({ group: "workload", label: "Calls", min: 1, repeats: true, ...given });

/** Calls under way at once: threads, processes or channels of the caller. */
export const callsAtOnce = (given: Given<"max" | "why">): NumberParam =>
  number({ group: "workload", label: "Calls at once", min: 1, default: 1, callers: true, ...given });

/** Machines that call the one server, and share the calls of the run. */
export const clients = (given: Given<"why">): NumberParam =>
  number({ group: "machines", label: "Client machines", min: 1, max: 8, default: 1, callers: true, ...given });

/** Bytes of an argument, of a result, or of both. */
export const bytes = (given: Given<"label" | "max" | "default" | "why">): NumberParam =>
  number({ group: "workload", unit: "bytes", min: 0, ...given });

/** How long the procedure runs, in milliseconds; `step` is its step in the trace. */
export const procedureMs = ({ step: name, ...given }: ProcedureGiven): NumberParam =>
  number({
    group: "workload",
    label: "Procedure takes",
    unit: "ms",
    min: 0,
    max: 100_000,
    step: given.unit === undefined ? 0.1 : 1, // an empty call takes milliseconds: a short pull changes something too
    default: 0,
    stretches: { name: "procedure", steps: [name] },
    ...given,
  });

type ProcedureGiven = Omit<Given<"why">, "step"> & { readonly step: string };

/** How long a machine of the protocol waits in a state, until it does something again. */
export const timer = ({ of, ...given }: TimerGiven): NumberParam =>
  number({ group: "protocol", stretches: { name: "timer", timer: of[0], state: of[1] }, ...given });

type TimerGiven = Given<"label" | "unit" | "min" | "max" | "default" | "why"> & {
  /** The machine and the state that wait: ["Echo client", "waiting"]. */
  readonly of: readonly [protocol: string, state: string];
};

/** The speed of a network, in Mbit/s; `wire` is the step of a transmission in the trace. */
export const networkMbps = ({ wire, ...given }: NetworkGiven): NumberParam =>
  number({ group: "network", label: "Network speed", unit: "Mbit/s", stretches: { name: "network", wire }, ...given });

type NetworkGiven = Given<"min" | "max" | "default" | "why"> & { readonly wire: string };

/** The receive buffers of a network controller. */
export const receiveBuffers = (given: Given<"max" | "default" | "why">): NumberParam =>
  number({ group: "machines", label: "Receive buffers", min: 1, rim: "receive buffers", ...given });

/** The share of packets that chance takes, up to a half. */
export const loss = (given: Given<"why">): NumberParam =>
  number({ group: "chance", label: "Packets lost", min: 0, max: 0.5, step: 0.01, default: 0, share: true, ...given });

/** So many times as fast as the machine was. */
export const faster = (given: Given<"label" | "max" | "why">): NumberParam =>
  number({ group: "machines", unit: "times", min: 0.1, step: 0.1, default: 1, ...given });

/** Which way the data of a call go; `some` are bytes with which that counts. */
export const direction = ({ some, why }: { readonly some: number; readonly why: string }): ChoiceParam<Direction> =>
  choice({
    group: "workload",
    label: "The data go",
    options: { there: "To the server", back: "To the client", both: "Both ways" },
    default: "there",
    why,
    needs: { with: { bytes: some }, why: "An empty call has no data that could go another way." },
  });

type Direction = "there" | "back" | "both";

/** The bytes of argument and result of a call whose data go that way. */
export const dataOf = ({ bytes: data, direction: way }: { readonly bytes: number; readonly direction: Direction }) => ({
  argumentBytes: way === "back" ? 0 : data,
  resultBytes: way === "there" ? 0 : data,
});

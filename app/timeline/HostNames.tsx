import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { machineName } from "../trace/machine-names.ts";
import { HOST_MARK } from "./figure.ts";
import type { HostPlace } from "./figure.ts";
import "./tools.css";

interface Props {
  readonly trace: TraceData;
  readonly hosts: readonly HostPlace[];
  readonly chosen: string | null;
  /** Undefined where a machine's state cannot be looked at. */
  readonly onHost: ((machine: string | null) => void) | undefined;
  readonly onOpen: (key: string) => void;
}

/**
 * What stands for the rows in the figure: machines, to be chosen, so that their state is looked at (by key that is H,
 * not Tab), and machines with one story, which open to a row each and close again.
 */
export function HostNames({ trace, hosts, chosen, onHost, onOpen }: Props) {
  return hosts.map((host) => {
    const { left, top, width, height } = host;
    const mark = host.mark ?? { left: 0, top: 0, width: HOST_MARK, height };
    const place = { className: "tl-host", style: { left, top, width, height } };
    if ("opens" in host) {
      const { key, isOpen, name } = host.opens;
      const what = isOpen ? "Show these machines in one row" : "Show each of these machines";
      return (
        <button
          key={key}
          {...place}
          type="button"
          aria-expanded={isOpen}
          aria-label={name}
          title={what}
          onClick={() => onOpen(key)}
        >
          <i style={mark} />
        </button>
      );
    }
    const { machine } = host;
    if (onHost === undefined) return null;
    const name = machineName(trace, machine);
    return (
      <button
        key={machine}
        {...place}
        type="button"
        tabIndex={-1}
        aria-pressed={chosen === machine}
        aria-label={`State of the ${name}`}
        title={`State of the ${name} (H)`}
        onClick={() => onHost(chosen === machine ? null : machine)}
      >
        <i style={mark} />
      </button>
    );
  });
}

import type { HostPlace } from "./figure.ts";
import "./tools.css";

interface Props {
  readonly hosts: readonly HostPlace[];
  readonly chosen: string | null;
  readonly onHost: (machine: string | null) => void;
}

/** The machines' names in the figure, to be chosen: their state is then looked at. By key that is H, not Tab. */
export function HostNames({ hosts, chosen, onHost }: Props) {
  return hosts.map(({ machine, ...place }) => (
    <button
      key={machine}
      type="button"
      className="tl-host"
      style={place}
      tabIndex={-1}
      aria-pressed={chosen === machine}
      aria-label={`State of the ${machine}`}
      title={`State of the ${machine} (H)`}
      onClick={() => onHost(chosen === machine ? null : machine)}
    />
  ));
}

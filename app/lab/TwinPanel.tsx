import { useState } from "react";
import { useTheme } from "../controls/theme.ts";
import { chosenPin, isComparable } from "../setup/pin-list.ts";
import { namesBeside } from "../setup/pin-names.ts";
import { NO_ROWS } from "../twin/pair.ts";
import { Twin } from "../twin/Twin.tsx";
import type { TwinRows } from "../twin/pair.ts";
import { useBench, useBenchStore } from "./context.ts";
import { viewpointOfCall } from "./viewpoint.ts";

/** The pinned run above, the present one below, where both measure the same things. */
interface Props {
  /** Whether it is to be no higher than it must. */
  readonly close?: boolean;
  /** Whether the figure says before and after of the two. */
  readonly words?: boolean;
}

export function TwinPanel({ close, words }: Props) {
  const store = useBenchStore();
  const theme = useTheme();
  const pin = useBench((state) => chosenPin(state.pins));
  const shown = useBench((state) => state.work.shown);
  const setup = useBench((state) => state.setup);
  const call = useBench((state) => state.call);
  const time = useBench((state) => state.time);
  const axis = useBench((state) => state.axis);
  const [chosen, setChosen] = useState<{ readonly call: number; readonly rows: TwinRows } | null>(null);
  if (pin === null || shown === null) return null;
  if (![setup, shown.run].every((one) => isComparable(pin.setup, one))) return null; // PinRow says so
  if (pin.run === null) return <p className="note">The engine repeats the pinned run.</p>;
  const select = (rows: TwinRows): void => {
    setChosen({ call, rows });
    store.setState({ selected: rows.b });
  };
  return (
    <Twin
      key={`${pin.run.traceHash} ${shown.run.traceHash}`}
      a={pin.run}
      b={shown.run}
      call={call}
      onCall={(next) => store.setState(viewpointOfCall(shown.run.trace, next))}
      time={time}
      onTime={(next) => store.setState({ time: next })}
      selected={chosen?.call === call ? chosen.rows : NO_ROWS}
      onSelect={select}
      labels={namesBeside(pin, setup)}
      theme={theme}
      axis={axis}
      close={close}
      words={words}
    />
  );
}

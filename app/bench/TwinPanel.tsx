import { useState } from "react";
import { useTheme } from "../shell/theme.ts";
import { chosenPin, namesBeside, NO_ROWS, Twin } from "../twin/index.ts";
import type { TwinRows } from "../twin/index.ts";
import { useBench, useBenchStore } from "./context.ts";

/** The pinned run above, the present one below. */
export function TwinPanel({ close }: { readonly close?: boolean }) {
  const store = useBenchStore();
  const theme = useTheme();
  const pin = useBench((state) => chosenPin(state.pins));
  const shown = useBench((state) => state.shown);
  const setup = useBench((state) => state.setup);
  const call = useBench((state) => state.call);
  const time = useBench((state) => state.time);
  const [rows, setRows] = useState<TwinRows>(NO_ROWS);
  if (pin === null || shown === null) return null;
  if (pin.run === null) return <p className="note">The pinned run is being run.</p>;
  const select = (chosen: TwinRows): void => {
    setRows(chosen);
    store.setState({ selected: chosen.b });
  };
  return (
    <Twin
      key={`${pin.run.traceHash} ${shown.run.traceHash}`}
      a={pin.run}
      b={shown.run}
      call={call}
      time={time}
      onTime={(next) => store.setState({ time: next })}
      selected={rows}
      onSelect={select}
      labels={namesBeside(pin, setup)}
      theme={theme}
      close={close}
    />
  );
}

import { setupHref } from "../setup/bench-links.ts";
import { chosenPin, isComparable, pinned } from "../setup/pin-list.ts";
import { experimentOf } from "../setup/setup.ts";
import { useBench, useBenchStore } from "./context.ts";
import { Segments } from "../controls/Segments.tsx";

/** Says that the chosen run is of an experiment that measures other things. It is kept, and a link leads back to it. */
function OtherExperiment() {
  const pin = useBench(({ pins }) => chosenPin(pins));
  const setup = useBench((state) => state.setup);
  if (pin === null || isComparable(pin.setup, setup)) return null;
  return (
    <p className="pins-other" role="status">
      “{pin.name}” is a run of another experiment, {experimentOf(pin.setup).title}. The two measure different things, so
      the page does not compare them. <a href={setupHref(pin.setup)}>Open that run</a>
    </p>
  );
}

/** The runs that are kept to compare with, and the one that is. */
export function PinRow() {
  const store = useBenchStore();
  const pins = useBench((state) => state.pins);
  const { list, chosen } = pins;
  if (list.length === 0) return null;
  const act = (action: Parameters<typeof pinned>[1]): void => store.setState({ pins: pinned(pins, action) });
  return (
    <div className="row pins" role="group" aria-label="Compare with">
      <span>Compare with</span>
      <Segments
        choices={[{ value: null, text: <>nothing</> }, ...list.map(({ name }) => ({ value: name, text: name }))]}
        chosen={chosen}
        onChoose={(name) => act({ do: "choose", name })}
      />
      {chosen !== null && (
        <button type="button" className="link" onClick={() => act({ do: "remove", name: chosen })}>
          Remove this pin
        </button>
      )}
      <OtherExperiment />
    </div>
  );
}

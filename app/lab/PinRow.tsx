import { pinned } from "../setup/pin-list.ts";
import { useBench, useBenchStore } from "./context.ts";

/** The runs that are kept to compare with, and the one that is. */
export function PinRow() {
  const store = useBenchStore();
  const pins = useBench((state) => state.pins);
  if (pins.list.length === 0) return null;
  const act = (action: Parameters<typeof pinned>[1]): void => store.setState({ pins: pinned(pins, action) });
  return (
    <div className="pins" role="group" aria-label="Compare with">
      <span>Compare with</span>
      <div className="seg">
        <button type="button" aria-pressed={pins.chosen === null} onClick={() => act({ do: "choose", name: null })}>
          nothing
        </button>
        {pins.list.map(({ name }) => (
          <button
            key={name}
            type="button"
            aria-pressed={pins.chosen === name}
            onClick={() => act({ do: "choose", name })}
          >
            {name}
          </button>
        ))}
      </div>
      {pins.chosen !== null && (
        <button type="button" className="link" onClick={() => act({ do: "remove", name: pins.chosen ?? "" })}>
          Remove this pin
        </button>
      )}
    </div>
  );
}

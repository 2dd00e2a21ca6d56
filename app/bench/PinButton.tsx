import { useBench, useBenchStore } from "../lab/context.ts";
import { pinPresent } from "../lab/pin.ts";
import { pinned } from "../setup/pin-list.ts";
import { setupKey } from "../setup/setup.ts";

/** Keeps the run on the page to compare the next with; of a run that is kept, the way back. */
export function PinButton() {
  const store = useBenchStore();
  const ran = useBench((state) => state.work.shown !== null);
  const name = useBench(({ pins, setup }) => {
    const key = setupKey(setup);
    return pins.list.find((pin) => setupKey(pin.setup) === key)?.name ?? null;
  });
  const press = (): void => {
    if (name === null) pinPresent(store);
    else store.setState(({ pins }) => ({ pins: pinned(pins, { do: "remove", name }) }));
  };
  return (
    <button type="button" className="btn small bare" disabled={!ran} onClick={press}>
      {name === null ? "Pin" : "Unpin"}
    </button>
  );
}

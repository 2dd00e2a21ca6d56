import { setupKey } from "../setup/setup.ts";
import { useBench } from "../lab/context.ts";

/** Says beside its button that the run on the page is pinned, and what that is good for. */
export function PinnedLine() {
  const name = useBench(({ pins, setup }) => {
    const key = setupKey(setup);
    return pins.list.find((pin) => setupKey(pin.setup) === key)?.name ?? null;
  });
  return (
    <p className="pinned-line" role="status">
      {name !== null && <>Pinned as “{name}”. Change something, and the figure shows the run before and after.</>}
    </p>
  );
}

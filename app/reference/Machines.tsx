import { ETHERNET } from "../../engine/hardware/ethernet.ts";
import ethernetSource from "../../engine/hardware/ethernet.ts?raw";
import {
  FIREFLY_ASSUMED,
  FIREFLY_CALIBRATED,
  FIREFLY_COSTS,
  SLOW_PATH_EXTRA,
} from "../../engine/hardware/firefly-costs.ts";
import { AndrewCampus } from "./AndrewCampus.tsx";
import { Costs } from "./Costs.tsx";
import { Rules } from "./Rules.tsx";

const PRINTED =
  "Repeated from cells of the paper; a test compares each with its cell. A step that depends on size has two, and a " +
  "straight line between them.";

/** The machines as tables of costs with sources. */
export function Machines() {
  return (
    <>
      <h2>Firefly</h2>
      <Costs title="What the paper prints" note={PRINTED} costs={[...FIREFLY_COSTS, SLOW_PATH_EXTRA]} />
      <Costs
        title="Calibrated"
        note="Fitted, each to one cell, so what that cell says is no prediction."
        costs={Object.values(FIREFLY_CALIBRATED)}
      />
      <Costs
        title="Assumed"
        note="What a simulation needs and the paper does not say. None was fitted."
        costs={Object.values(FIREFLY_ASSUMED)}
      />
      <h2>Ethernet</h2>
      <Costs
        title="Constants of the standard"
        note="The medium that every machine here hangs on."
        costs={Object.values(ETHERNET)}
      />
      <h4>
        Rules, <code>engine/hardware/ethernet.ts</code>
      </h4>
      <Rules source={ethernetSource} />
      <AndrewCampus />
    </>
  );
}

/** A broadcast of Sun RPC as the search over faults follows it: a client and few machines, all with the program. */
import { PortmapEnds } from "../../../protocols/sunrpc/portmap/ends.ts";
import { NAMED, SERVER_PORT } from "../../../systems/sunrpc/handles.ts";
import { broadcastMachines } from "../../../systems/sunrpc-broadcast.ts";
import type { Explorable } from "../../explorable.ts";

const MACHINES = 2;
const PROCEDURE = 1;
const FEW = "The search follows few machines, and all of them have the program.";

export const broadcast: Explorable = {
  experiments: ["sun-rpc/broadcast"],
  calls: 1,
  bounds: [
    { parameter: "machines", value: MACHINES, why: FEW },
    { parameter: "servers", value: MACHINES, why: FEW },
    { parameter: "dead", value: 0, why: "The search itself crashes machines." },
    { parameter: "serverMs", value: 0, why: "The search follows procedures that end at once." },
    { parameter: "argumentBytes", value: 0, why: "The search follows calls of one packet." },
  ],
  faults: { most: 2, why: "A third fault may meet each packet of six sends to all machines." },
  ends: ({ waitFor }) => {
    const [, ...machines] = broadcastMachines(MACHINES);
    return new PortmapEnds({
      machines,
      called: { ...NAMED, procedure: PROCEDURE },
      servers: { count: MACHINES, port: SERVER_PORT },
      wants: waitFor === 0 ? Infinity : Number(waitFor),
    });
  },
};

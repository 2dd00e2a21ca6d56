/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import source0 from "../../engine/hardware/campus-plan.ts?rules";
import source1 from "../../engine/hardware/ethernet.ts?rules";
import source2 from "../../engine/hardware/sprite-station.ts?rules";
import source3 from "../../engine/hardware/sun3.ts?rules";
import source4 from "../../engine/hardware/sweepstakes-costs.ts?rules";
import source5 from "../../engine/hardware/token-ring.ts?rules";
import source6 from "../../engine/hardware/work-accounts.ts?rules";
import source7 from "../../engine/protocols/amoeba/client.ts?rules";
import source8 from "../../engine/protocols/amoeba/server.ts?rules";
import source9 from "../../engine/protocols/cedar/callee.ts?rules";
import source10 from "../../engine/protocols/cedar/caller.ts?rules";
import source11 from "../../engine/protocols/cedar/connected.ts?rules";
import source12 from "../../engine/protocols/cedar/importer.ts?rules";
import source13 from "../../engine/protocols/circus/client.ts?rules";
import source14 from "../../engine/protocols/circus/member.ts?rules";
import source15 from "../../engine/protocols/flexrpc/callee.ts?rules";
import source16 from "../../engine/protocols/flexrpc/caller.ts?rules";
import source17 from "../../engine/protocols/gemini/caller.ts?rules";
import source18 from "../../engine/protocols/gemini/process.ts?rules";
import source19 from "../../engine/protocols/mercury/receiver.ts?rules";
import source20 from "../../engine/protocols/mercury/sender.ts?rules";
import source21 from "../../engine/protocols/peregrine/peregrine.ts?rules";
import source22 from "../../engine/protocols/rpc2/client.ts?rules";
import source23 from "../../engine/protocols/rpc2/server.ts?rules";
import source24 from "../../engine/protocols/sprite/client.ts?rules";
import source25 from "../../engine/protocols/sprite/server.ts?rules";
import source26 from "../../engine/protocols/sunrpc/client.ts?rules";
import source27 from "../../engine/protocols/sunrpc/portmap/broadcaster.ts?rules";
import source28 from "../../engine/protocols/sunrpc/portmap/portmapper.ts?rules";
import source29 from "../../engine/protocols/sunrpc/server.ts?rules";
import source30 from "../../engine/protocols/sunrpc/tcp/client.ts?rules";
import source31 from "../../engine/protocols/tcp/tcp.ts?rules";
import source32 from "../../engine/protocols/today-datagrams/client.ts?rules";
import source33 from "../../engine/protocols/today-datagrams/server.ts?rules";
import source34 from "../../engine/protocols/today-service/client.ts?rules";
import source35 from "../../engine/protocols/today-service/server.ts?rules";
import source36 from "../../engine/protocols/today-streams/caller.ts?rules";
import source37 from "../../engine/protocols/today-streams/server.ts?rules";
import source38 from "../../engine/protocols/v/alien.ts?rules";
import source39 from "../../engine/protocols/v/group-sender.ts?rules";
import source40 from "../../engine/protocols/v/sender.ts?rules";
import source41 from "../../engine/protocols/written/client.ts?rules";
import source42 from "../../engine/protocols/written/server.ts?rules";
import source43 from "../../engine/systems/firefly/marshalling.ts?rules";
import source44 from "../../engine/systems/firefly/same-machine.ts?rules";
import source45 from "../../engine/systems/rpc2/stub-kinds.ts?rules";
import source46 from "../../engine/systems/today/call.ts?rules";
import source47 from "../../engine/systems/today/service.ts?rules";
import type { Rule } from "./rules.ts";

/** The numbered rules in the heads of sources, by their paths. */
export const SOURCES: Readonly<Record<string, readonly Rule[]>> = {
  "engine/hardware/campus-plan.ts": source0,
  "engine/hardware/ethernet.ts": source1,
  "engine/hardware/sprite-station.ts": source2,
  "engine/hardware/sun3.ts": source3,
  "engine/hardware/sweepstakes-costs.ts": source4,
  "engine/hardware/token-ring.ts": source5,
  "engine/hardware/work-accounts.ts": source6,
  "engine/protocols/amoeba/client.ts": source7,
  "engine/protocols/amoeba/server.ts": source8,
  "engine/protocols/cedar/callee.ts": source9,
  "engine/protocols/cedar/caller.ts": source10,
  "engine/protocols/cedar/connected.ts": source11,
  "engine/protocols/cedar/importer.ts": source12,
  "engine/protocols/circus/client.ts": source13,
  "engine/protocols/circus/member.ts": source14,
  "engine/protocols/flexrpc/callee.ts": source15,
  "engine/protocols/flexrpc/caller.ts": source16,
  "engine/protocols/gemini/caller.ts": source17,
  "engine/protocols/gemini/process.ts": source18,
  "engine/protocols/mercury/receiver.ts": source19,
  "engine/protocols/mercury/sender.ts": source20,
  "engine/protocols/peregrine/peregrine.ts": source21,
  "engine/protocols/rpc2/client.ts": source22,
  "engine/protocols/rpc2/server.ts": source23,
  "engine/protocols/sprite/client.ts": source24,
  "engine/protocols/sprite/server.ts": source25,
  "engine/protocols/sunrpc/client.ts": source26,
  "engine/protocols/sunrpc/portmap/broadcaster.ts": source27,
  "engine/protocols/sunrpc/portmap/portmapper.ts": source28,
  "engine/protocols/sunrpc/server.ts": source29,
  "engine/protocols/sunrpc/tcp/client.ts": source30,
  "engine/protocols/tcp/tcp.ts": source31,
  "engine/protocols/today-datagrams/client.ts": source32,
  "engine/protocols/today-datagrams/server.ts": source33,
  "engine/protocols/today-service/client.ts": source34,
  "engine/protocols/today-service/server.ts": source35,
  "engine/protocols/today-streams/caller.ts": source36,
  "engine/protocols/today-streams/server.ts": source37,
  "engine/protocols/v/alien.ts": source38,
  "engine/protocols/v/group-sender.ts": source39,
  "engine/protocols/v/sender.ts": source40,
  "engine/protocols/written/client.ts": source41,
  "engine/protocols/written/server.ts": source42,
  "engine/systems/firefly/marshalling.ts": source43,
  "engine/systems/firefly/same-machine.ts": source44,
  "engine/systems/rpc2/stub-kinds.ts": source45,
  "engine/systems/today/call.ts": source46,
  "engine/systems/today/service.ts": source47,
};

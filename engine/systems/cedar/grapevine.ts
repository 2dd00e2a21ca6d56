/** The replicas of Grapevine in a run, and the secret by which the caller gets a key from them. */
import { itemAt } from "../../kernel/reads.ts";
import type { Directory } from "../../protocols/cedar/directory.ts";
import { FIRST_STAMP } from "./export-table.ts";
import type { Surroundings } from "./host.ts";
import { NameServer } from "./name-server.ts";
import { CALLER, INSTANCE, REPLICA_NAMES, REPLICAS, SERVER, TYPE, type NamingOptions } from "./naming.ts";
import { secretOf } from "./secrets.ts";
import type { SecurityOptions } from "./securing.ts";

/** Grapevine gives out no key for this number, so its secret is nobody's. */
const IMPOSTOR = 255;

/** The directory of a replica. A stale one still has the address of the machine that exported the instance before. */
function directoryOf(isStale: boolean, isGranted: boolean): Directory {
  const stamp = isStale ? FIRST_STAMP - 1 : FIRST_STAMP;
  const individual = { name: INSTANCE, stamp, kind: "individual", host: isStale ? REPLICAS[1] : SERVER } as const;
  return {
    entries: [{ name: TYPE, stamp, kind: "group", members: [INSTANCE] }, ...(isStale || isGranted ? [individual] : [])],
    access: [{ name: INSTANCE, hosts: isGranted ? [SERVER, CALLER] : [] }],
  };
}

/** The replicas of Grapevine. */
export function nameServers(around: Surroundings, options: NamingOptions): readonly NameServer[] {
  const { replica, access } = options;
  const servers = REPLICAS.map(
    (number, i) =>
      new NameServer(around, {
        name: itemAt(REPLICA_NAMES, i, "name of a replica"),
        number,
        directory: directoryOf(replica === "stale" && i === 0, access === "granted"),
        others: REPLICAS.filter((other) => other !== number),
      }),
  );
  if (replica === "down") servers[0]?.crash("dead");
  return servers;
}

/** The secret by which the caller asks for a key, and the replicas that it asks. */
export const securityOf = ({ security }: NamingOptions): SecurityOptions => ({
  secret: secretOf(security === "impostor" ? IMPOSTOR : CALLER),
  replicas: REPLICAS,
});

/** Why calls to many servers miss, which stands beside the numbers too. */
export const LOSSES =
  "Beyond 25 servers losses decide. The client reads nothing while it sends the last 32 requests, and its socket " +
  "has room for 25 replies. Each lost reply waits for its retry, which the calling thread sends when it comes to " +
  "it. The mean deviation there is 10 to 18 % in each table.";

/** Of Tables VIII and IX. */
export const JUST_READ =
  "Calls to 75 servers of 50 ms are far off: 40 and 49 % below Tables VIII and IX. In our run their replies come " +
  "just late enough to be read.";

/** Of Table X, 50 ms. */
const DRAWN =
  "Times that are drawn exponentially vary much, and the slowest server decides. The mean of ten trials has a " +
  "standard error of 15 to 18 ms, in the paper as here.";
const DRAWN_FOR_ONE =
  "The mean of ten trials has a standard error of 15 ms, in the paper as here. A hundred trials of ours take 75 ms " +
  "in the mean, and the paper’s model says 74 and 78 ms. So the paper’s 85 and 91 ms are its own draw.";
/** Of Table X, 20 ms. */
const FARTHER =
  "A hundred trials of ours give 4.7 and 4.9 for 15 and 20 servers. RPC2’s calls are shorter here: 54 ms each. In " +
  "the paper they take 59 to 60 ms, and those to 5 and 10 servers 50 to 52 ms. Two servers in five on other " +
  "networks would fit these rows, and one in five fits the others.";

interface CellOf {
  readonly table: string;
  readonly column: string;
  readonly computeMs: number;
  readonly servers: number;
}

/** Why a cell of Tables V to X misses; undefined for one that does not miss, or not by much. */
export function missOf({ table, column, computeMs, servers }: CellOf): string | undefined {
  if (table === "table-v") return undefined;
  if (servers > 25) {
    if (column === "rpc2Ms") return undefined;
    const isJustRead = computeMs === 50 && servers === 75 && table !== "table-x";
    return isJustRead ? `${LOSSES} ${JUST_READ}` : LOSSES;
  }
  if (table !== "table-x") return undefined;
  if (computeMs === 20 && (servers === 15 || servers === 20) && column !== "multiRpcMs") return FARTHER;
  if (computeMs !== 50) return undefined;
  if (servers === 1 && column !== "speedup") return DRAWN_FOR_ONE;
  return column === "rpc2Ms" ? undefined : DRAWN;
}

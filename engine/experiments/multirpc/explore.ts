/** RPC2 as the search over faults follows it: one client, and one server. */
import { millis } from "../../kernel/time.ts";
import { Rpc2Ends } from "../../protocols/rpc2/ends.ts";
import { LIBRARY_1987, LIBRARY_2025 } from "../../protocols/rpc2/library.ts";
import { rulesLeftOut, type Explorable } from "../explorable.ts";

const rpc2: Explorable = {
  experiments: ["multirpc/call"],
  calls: "trials",
  bounds: [
    { parameter: "servers", value: 1, why: "The search follows one server." },
    { parameter: "mode", value: "iterative", why: "A call to one server is a plain call of RPC2." },
    { parameter: "waitFor", value: 1, why: "There is one server to wait for." },
    { parameter: "dead", value: 0, why: "The search itself crashes machines." },
    { parameter: "gapMs", value: 0, why: "The next call follows at once, so that it meets what is left of the first." },
    { parameter: "distribution", value: "constant", why: "The search draws no numbers." },
    {
      parameter: "procedure",
      value: "waits",
      why: "The search lets a server answer a request that comes again while the procedure runs.",
    },
    { parameter: "foreignLoad", value: "none", why: "Other hosts send by chance, and the search draws no numbers." },
    { parameter: "lossPercent", value: 0, why: "The search itself loses packets." },
    { parameter: "security", value: "openKimono", why: "The search follows calls in clear." },
    { parameter: "replyAcks", value: "off", why: "The search follows the published protocol, which has none." },
  ],
  ends: (parameters) => {
    const library = parameters["library"] === "2025" ? LIBRARY_2025 : LIBRARY_1987;
    const limit = millis(Number(parameters["timeoutMs"]));
    return new Rpc2Ends({ library, limit, without: rulesLeftOut(parameters) });
  },
};

export const explorables: readonly Explorable[] = [rpc2];

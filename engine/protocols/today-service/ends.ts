/** The ends of a service with a queue: its clients, who are one host here, and its servers. */
import { millis, seconds } from "../../kernel/time.ts";
import type { ServicePacket } from "../../wire/today-service.ts";
import type { Ends } from "../ends.ts";
import { endsOfMany } from "../many.ts";
import type { PairHost } from "../pair.ts";
import type { TraceSettings } from "../testing/ends-script.ts";
import { serviceClient, type Retry, type ServiceClientOptions } from "./client.ts";
import { serviceServer, type ServiceServerOptions } from "./server.ts";

export type ServiceOptions = ServiceClientOptions & ServiceServerOptions;

const SERVICE_PROCEDURE = "Serve the request";

export function serviceEnds(options: ServiceOptions): Ends<PairHost, ServicePacket> {
  const { servers } = options;
  const names = Array.from({ length: servers }, (_, i) => (servers === 1 ? "server" : `server${i + 1}`));
  const ends = endsOfMany({
    hosts: ["clients", ...names],
    caller: serviceClient(options),
    callee: () => serviceServer(options),
    kinds: ["request", "reply", "cancel"],
    asks: "request",
    answers: "reply",
    // Any attempt may be served, also of a call that has failed.
    promises: ["ownResult", "atLeastOnce", "ends"],
    procedure: { span: SERVICE_PROCEDURE },
    timerName: ({ host }) => (host === 0 ? "attempt, pause or hedge is over" : "goes on"),
  });
  // A copy of a request is answered as the request was.
  return { ...ends, isToOne: true, sendsAgain: ["reply"] };
}

/** For the scripts in traces/. */
export const tracedEnds = ({ options }: TraceSettings): Ends<PairHost, ServicePacket> =>
  serviceEnds({
    servers: Number(options["servers"] ?? 1),
    timeout: Number(options["timeout"] ?? millis(50)),
    attempts: Number(options["attempts"] ?? 3),
    retry: (options["retry"] ?? "fixed") as Retry,
    pause: Number(options["pause"] ?? millis(20)),
    budget: Number(options["budget"] ?? Infinity),
    stock: Number(options["stock"] ?? 10),
    hedgeAfter: Number(options["hedge"] ?? Infinity),
    cancels: options["cancel"] === "on",
    queue: Number(options["queue"] ?? 2),
    stands: { from: Number(options["from"] ?? 0), until: Number(options["until"] ?? 0) },
  });

/** Longer than any run: a client that waits for ever. */
export const FOR_EVER = seconds(1e6);

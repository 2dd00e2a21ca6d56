/**
 * Clients that all write one row whose version is checked, as in the simulator of Amazon’s architecture blog.
 *
 * Rules
 * 1. Each client wants to write the row once. It reads the version, and sends a write with it. The store does the write
 *    where the version is still the one that was read, and refuses it else. Store and clients take no time.
 * 2. After a refusal the client pauses by its back-off, and reads again.
 * 3. The pauses: row-pauses.ts.
 * 4. Each message takes the amount of a normal time. Nobody waits for a lost one but for ever.
 */
import type { Nanos } from "../../kernel/time.ts";
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import type { WorldRun } from "../world/world-run.ts";
import type { World } from "../world/world.ts";
import { Agenda, type Kind } from "./agenda.ts";
import { CLIENTS } from "./graph.ts";
import { joinMachine, newMachine } from "./machines.ts";
import { Network } from "./network.ts";
import { pauseAfter, type ContentionOptions } from "./row-pauses.ts";
import { runServices, type ServicesRequest } from "./world-of.ts";

interface ContentionRun extends WorldRun {
  readonly writes: number; // that came to the store
  readonly refused: number; // of them
}

export const STORE = "store";

interface Client {
  readonly number: number; // of its call
  refusals: number;
  pause: Nanos; // the last one
  turn: number; // counts its requests: an answer to one before is a copy
  row: Ref; // of its last message
}

/** What a message asks or answers. */
interface Step {
  readonly client: Client;
  readonly turn: number;
  readonly what: "read" | "write";
  readonly version: number; // of the row: read, or to be written
  readonly isTaken: boolean; // as the answer to a write
}

/** Notes that the store looks at the row, for a message of a call. @returns the row of the trace */
function lookOf({ recorder, sim }: World): (row: Ref, call: number) => Ref {
  const track = recorder.track({ name: "Row", machine: STORE, kind: "processor" });
  const source = { kind: "assumed", text: "The store of the blog’s simulator takes no time." } as const;
  const step = recorder.step({ name: "Look at the row", layer: "rpc", part: "program", source });
  return (row, call) => recorder.span(track, step, -1, sim.now, sim.now, row, call);
}

export const simulateContention = (options: ContentionOptions, request: ServicesRequest): ContentionRun =>
  runServices(request, (world) => contended(world, options, request.progress));

function contended(world: World, options: ContentionOptions, progress: ServicesRequest["progress"]) {
  const { recorder, sim, streams } = world;
  const agenda = new Agenda(sim);
  const [machine, store] = [newMachine(world, CLIENTS), newMachine(world, STORE)];
  const look = lookOf(world);
  const [times, pauses] = [streams.stream("times of messages"), streams.stream("pauses before retries")];
  let [version, writes, open] = [0, 0, options.clients];

  const network: Network<"request" | "reply", Step> = new Network(world, agenda, {
    latency: () => Math.max(1, Math.round(Math.abs(options.latency + options.deviation * times.normal()))),
    kinds: ["request", "reply"],
    about: ({ client }) => ({ call: client.number, isAgain: client.refusals > 0 }),
    isCut: () => false,
    arrived: {
      request: (step, row) => served(step, row),
      reply: (step, row) => heard(step, row),
    },
  });
  const ask = (client: Client, what: Step["what"], read: number): void => {
    const step = { client, turn: ++client.turn, what, version: read, isTaken: false };
    client.row = network.send("request", machine, store, step, client.row);
  };
  const again: Kind<Client> = agenda.on((client) => {
    if (!machine.isDown) ask(client, "read", 0);
  });

  /** Rule 1. */
  function served(step: Step, row: Ref): void {
    const isTaken = step.what === "write" && step.version === version;
    writes += Number(step.what === "write");
    if (isTaken) {
      version++;
      recorder.servedCall(step.client.number);
    }
    network.send("reply", store, machine, { ...step, version, isTaken }, look(row, step.client.number));
  }

  function heard({ client, turn, what, version: read, isTaken }: Step, row: Ref): void {
    if (turn !== client.turn || ended.has(client)) return;
    client.row = row;
    if (what === "read") ask(client, "write", read);
    else if (isTaken) end(client, "returned");
    else {
      client.refusals++;
      client.pause = pauseAfter(client.refusals, client.pause, options, pauses);
      agenda.after(client.pause, again, client);
    }
  }

  const [all, ended] = [[] as Client[], new Set<Client>()];
  function end(client: Client, outcome: "returned" | "failed"): void {
    if (ended.has(client)) return;
    ended.add(client);
    recorder.endCall(client.number, sim.now, outcome, client.row);
    open--;
    progress?.((options.clients - open) / options.clients);
    if (open === 0) world.answered();
  }

  joinMachine(world, machine, 0, {
    crashed: () => {
      for (const client of all) end(client, "failed");
    },
  });
  joinMachine(world, store, 1, { crashed: () => undefined });
  const owner = recorder.owner("client");
  for (let i = 0; i < options.clients; i++) {
    const number = recorder.beginCall(owner, 0);
    const client = { number, refusals: 0, pause: options.base, turn: 0, row: NO_REF };
    all.push(client);
    agenda.after(0, again, client);
  }
  return { busy: () => [], carriers: [network], counted: () => ({ writes, refused: writes - version }) };
}

/** The echo protocol over UDP on usual workstations: a server, and one client or several. */
import { OURS, WORKSTATION } from "../../hardware/workstation.ts";
import { micros } from "../../kernel/time.ts";
import { clientsOf } from "../../protocols/clients.ts";
import { echoEnds } from "../../protocols/echo-fixture/ends.ts";
import { ECHO, ECHO_PORT } from "../../wire/echo-fixture.ts";
import { overUdp } from "../world/formats.ts";
import { programOfBytes, runOnEthernet, type EthernetRun, type RunRequest } from "../world/run-on-ethernet.ts";

type EchoCall = Readonly<Record<"calls" | "clients" | "bytes" | "retryUs" | "loss", number>>;

/** The ends of a run with these values; the explorer follows them, too. */
export const echoOf = ({ retryUs, clients }: Pick<EchoCall, "retryUs" | "clients">) =>
  clientsOf(echoEnds(micros(retryUs)), clients);

export const runEcho = ({ calls, bytes, loss, ...ends }: EchoCall, request: RunRequest): EthernetRun =>
  runOnEthernet(request, {
    ends: echoOf(ends),
    machine: WORKSTATION,
    format: overUdp(ECHO_PORT, ECHO),
    garbles: true, // UDP's sum finds damage
    loss,
    program: programOfBytes({
      calls,
      argumentBytes: bytes,
      procedure: { name: "Echo", takes: micros(50), source: OURS },
    }),
  });

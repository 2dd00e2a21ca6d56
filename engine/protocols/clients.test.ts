/** Several machines that call one server. */
import { expect, it } from "vitest";
import { millis } from "../kernel/time.ts";
import { clientsOf } from "./clients.ts";
import { echoEnds } from "./echo-fixture/ends.ts";
import { ofHost, type Host, type HostInput, type MachineStep } from "./ends.ts";
import { spriteEnds } from "./sprite/ends.ts";
import type { SpritePacket } from "../wire/sprite.ts";

const several = clientsOf(spriteEnds({ fragmentBytes: 1, gapUs: 0, without: [] }), 3);

/** Tells a host of an input; its effects, and the instances of the machines that took a step. */
function told(state: unknown, input: HostInput<SpritePacket>, now = 0) {
  const steps: MachineStep[] = [];
  const [after, effects] = several.step(state, input, { now, calleeLife: 1, took: (step) => void steps.push(step) });
  return { after, effects, instances: steps.map(({ instance }) => instance) };
}

/** The packet of a client's call, as it comes to the server. */
function request(host: Host, call: number): HostInput<SpritePacket> {
  const { effects } = told(ofHost(several.start(), host), { tag: "call", call, data: Uint8Array.of(call) });
  const [sent] = effects;
  if (sent?.tag !== "send") throw new Error("The client has sent nothing.");
  expect(sent.to).toBe(1);
  return { tag: "packet", packet: sent.packet, call, from: host };
}

it("has further clients behind the server, which keeps its place", () => {
  expect(several.hosts).toEqual(["client", "server", "client2", "client3"]);
  expect(several.roles).toEqual(["client", "server", "client", "client"]);
  expect(several.crashable).toEqual([0, 1, 2, 3]);
});

it("keeps a part of the server for each client, and answers the client that has asked", () => {
  const { after, effects, instances } = told(ofHost(several.start(), 1), request(3, 7));
  expect(instances).toEqual(["server channel 1 of client 3"]);
  const [executes] = effects;
  if (executes?.tag !== "execute") throw new Error("The server executes nothing.");
  const { effects: answers } = told(after, { tag: "done", work: executes.work, data: Uint8Array.of(7) });
  expect(answers).toMatchObject([{ tag: "send", kind: "reply", to: 3, call: 7 }]);
  // To the channel of another client this call is new.
  expect(told(after, { ...request(2, 7) }).effects).toMatchObject([{ tag: "execute", call: 7 }]);
  expect(told(after, request(3, 7)).effects).toEqual([]);
});

it("has the times of its parts in its key", () => {
  const echo = clientsOf(echoEnds(millis(5)), 2);
  const [client] = echo.start();
  const at = (now: number) =>
    echo.step(client, { tag: "call", call: 1, data: new Uint8Array(1) }, { now, calleeLife: 1 })[0];
  expect(echo.deadline(at(millis(2)))).toBe(millis(7));
  expect(echo.key(at(millis(2)))).toBe(echo.key(at(0)));
});

it("leaves one client as it is, and takes no ends of more hosts", () => {
  const ends = echoEnds(millis(5));
  expect(clientsOf(ends, 1)).toBe(ends);
  expect(() => clientsOf({ ...ends, hosts: ["client", "server", "former"] }, 2)).toThrow("want a client and a server");
});

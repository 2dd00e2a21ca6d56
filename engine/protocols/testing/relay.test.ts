/** A host between clients and servers in text traces: who a packet is from, calls turned away, given up, and wasted. */
import { expect, it } from "vitest";
import { endsOfMany } from "../many.ts";
import { tracedByEnds } from "./ends-script.ts";
import { relayEnds } from "./relay.ts";

const played = (script: string): string =>
  tracedByEnds(({ options }) =>
    relayEnds({
      most: Number(options["most"] ?? 2),
      givesUp: options["gives-up"] === "cancelled" ? "cancelled" : "failed",
    }),
  ).play(script);

it("a proxy passes calls of two clients on, and each answer comes back to the client that has called", () => {
  expect(played('call "a"\ncall "b" on client2\nrun 20ms')).toBe(`\
call "a"
call "b" on client2
run 20ms
----
0ms client1 call 1 "a": calling
  -> request#1 to proxy call 1 "a"
0ms client2 call 2 "b": calling
  -> request#2 to proxy call 2 "b"
1ms proxy <- request#1 from client1 call 1 "a": ready, calls passed on 1
  -> request#1 to server1 call 1 "a"
1ms proxy <- request#2 from client2 call 2 "b": ready, calls passed on 2
  -> request#2 to server2 call 2 "b"
2ms server1 <- request#1 from proxy call 1 "a": ready, requests here 1
  executes call 1 "a"
2ms server2 <- request#2 from proxy call 2 "b": ready, requests here 1
  executes call 2 "b"
12ms server1 done "A": ready, requests here 0
  -> reply#1 to proxy call 1 "A"
12ms server2 done "B": ready, requests here 0
  -> reply#2 to proxy call 2 "B"
13ms proxy <- reply#1 from server1 call 1 "A": ready, calls passed on 1
  -> reply#1 to client1 call 1 "A"
13ms proxy <- reply#2 from server2 call 2 "B": ready, calls passed on 0
  -> reply#2 to client2 call 2 "B"
14ms client1 <- reply#1 from proxy call 1 "A": idle
  returned "A"
14ms client2 <- reply#2 from proxy call 2 "B": idle
  returned "B"
`);
});

it("a call that the proxy turns away is refused, and the other goes on", () => {
  const lines = played('with most 1\nonly client2\ncall "a"\ncall "b" on client2\nrun 20ms');
  expect(lines).toContain('2ms client2 <- reject#2 from proxy call 2 "b": idle\n  refused');
});

it.each(["failed", "cancelled"])("a call that is served when it has %s is wasted", (end) => {
  const lines = played(`with gives-up ${end}\nruns 60ms on server1\ncall "a"\nrun 100ms`);
  expect(lines).toContain(`50ms client1 tick: idle\n  ${end}`);
  expect(lines).toContain(
    '62ms server1 done "A": ready, requests here 0\n  -> reply#1 to proxy call 1 "A"\n  call 1 is wasted',
  );
});

it("a call that is served in time is not wasted, though its answer is lost", () => {
  expect(played('next 1 reply from server1 lost\ncall "a"\nrun 100ms')).not.toContain("wasted");
});

it("ends of many hosts say what is missing", () => {
  const { hosts, roles } = relayEnds();
  const ends = (more: object) => () =>
    endsOfMany({ hosts, roles, kinds: [], asks: "", answers: "", promises: [], ...more } as never);
  expect(ends({ caller: {} })).toThrow("endsOfMany: proxy is a proxy. Give `proxy`, its machine.");
  expect(ends({ roles: ["server"], hosts: ["server"], callee: () => ({}) })).toThrow(
    "endsOfMany: server stands first, so it is a client.",
  );
  expect(ends({ roles: ["client"], hosts: ["client"], caller: {} })).toThrow("none of client is a server");
});

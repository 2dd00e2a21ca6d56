import { describe, expect, it } from "vitest";
import { claim } from "./claims.ts";
import { erratum } from "./errata.ts";
import { addressText, bibtex, cell, modelFunction } from "./index.ts";
import { paper, PaperError, papers, role, table } from "./index.ts";
import type { ModelArgument } from "./types.ts";

const CHECKSUM = { paper: "firefly", table: "table-vi", row: { side: "sender", action: "Calculate UDP checksum" } };

describe("a paper’s cell", () => {
  it("comes with its unit, a label and the conditions it was measured under", () => {
    expect(cell({ ...CHECKSUM, column: "us1514" })).toEqual({
      value: 440,
      unit: "us",
      label: "Section 3.3, Table VI, sender, Calculate UDP checksum: 1514-byte packet",
      conditions: expect.stringMatching(/VAX assembly/),
    });
  });

  it("takes its unit and its words from the row where rows differ", () => {
    const slow = { paper: "firefly", table: "text", row: { key: "slowPathNull" }, column: "value" };
    expect(cell(slow)).toMatchObject({
      value: 4.5,
      unit: "ms",
      label: expect.stringMatching(/Null\(\) when both packets go through the operating system/),
    });
  });

  it("may be named by any columns that fit one row only", () => {
    const total = { paper: "firefly", table: "table-vi", row: { side: "total" }, column: "us74" };
    expect(cell(total).value).toBe(954);
    expect(addressText(total)).toBe("firefly/table-vi/side=total/action=Total for send+receive/us74");
    const sender = { ...total, row: { side: "sender" } };
    expect(() => cell(sender)).toThrow(/7 rows fit {"side":"sender"}, want exactly one of/);
  });

  it("is refused in words that name what there is", () => {
    expect(() => paper("sunrpc")).toThrow(
      new PaperError('papers: no paper "sunrpc". There is cedar, enutt, firefly, flexrpc, multirpc, today'),
    );
    expect(() => table("firefly", "table-1")).toThrow(/firefly: no table "table-1"\. There is table-i, table-ii, /);
    const us = { ...CHECKSUM, column: "us" };
    expect(() => cell(us)).toThrow(/firefly table-vi: no column "us"\. There is side, action, /);
    expect(() => cell({ ...CHECKSUM, row: { step: "x" }, column: "us74" })).toThrow(/no column "step"/);
    expect(() => claim("firefly", "speed")).toThrow(/no claim "speed"/);
    expect(() => erratum("firefly", "E-F99")).toThrow(/no erratum "E-F99"\. There is E-F01/);
    expect(() => modelFunction("firefly", "nul_us")).toThrow(/model: no function "nul_us"\. There is send_receive_us/);
  });

  it("has a role only where it is a number outside the key columns", () => {
    expect(role({ ...CHECKSUM, column: "us74" })).toBe("input");
    expect(role({ paper: "firefly", table: "table-vi", row: { side: "total" }, column: "us74" })).toBe("identity");
    const five = { paper: "firefly", table: "table-x", row: { callerProcessors: 5 }, column: "secondsPer1000" };
    expect(role(five)).toBe("result");
    expect(() => role({ ...CHECKSUM, column: "action" })).toThrow(/column "action" has no role/);
  });
});

describe("a paper’s entry in a bibliography", () => {
  it("is BibTeX", () => {
    expect(papers.map(bibtex).join("\n")).toMatchInlineSnapshot(`
      "@article{birrell1984implementing,
        author = {Birrell, Andrew D. and Nelson, Bruce Jay},
        title = {{Implementing Remote Procedure Calls}},
        journal = {ACM Transactions on Computer Systems},
        volume = {2},
        number = {1},
        pages = {39--59},
        month = feb,
        year = {1984},
        doi = {10.1145/2080.357392}
      }

      @techreport{elliott1989remarks,
        author = {Elliott, R. Stephen and Nutt, Gary J.},
        title = {{Remarks on the Cost of Using a Remote Procedure Call Facility}},
        institution = {Department of Computer Science, University of Colorado at Boulder},
        number = {CU-CS-426-89},
        month = feb,
        year = {1989}
      }

      @article{schroeder1990firefly,
        author = {Schroeder, Michael D. and Burrows, Michael},
        title = {{Performance of Firefly RPC}},
        journal = {ACM Transactions on Computer Systems},
        volume = {8},
        number = {1},
        pages = {1--17},
        month = feb,
        year = {1990},
        doi = {10.1145/77648.77653}
      }

      @article{kim2009serial,
        author = {Kim, Sang-Hoon and Kim, Jin-Soo and Maeng, Seungryoul},
        title = {{Modeling and Evaluation of Serial Multicast Remote Procedure Calls (RPCs)}},
        journal = {IEEE Communications Letters},
        volume = {13},
        number = {4},
        pages = {283--285},
        month = apr,
        year = {2009},
        doi = {10.1109/LCOMM.2009.082103}
      }

      @article{satyanarayanan1990parallel,
        author = {Satyanarayanan, Mahadev and Siegel, Ellen H.},
        title = {{Parallel Communication in a Large Distributed Environment}},
        journal = {IEEE Transactions on Computers},
        volume = {39},
        number = {3},
        pages = {328--348},
        month = mar,
        year = {1990}
      }

      @misc{roundtrip2026today,
        author = {The sources that each row names},
        title = {{Published Numbers of Services and Networks of Today}},
        howpublished = {a collection of published numbers, each with its source},
        month = nov,
        year = {2026}
      }
      "
    `);
  });
});

describe("the models’ functions", () => {
  it("take the arguments that model-functions.txt lists, each with its range", async () => {
    const argument = (one: ModelArgument): string =>
      one.kind === "number"
        ? `  ${one.name}: ${one.min} to ${one.max} ${one.unit}, default ${one.default}. ${one.what}`
        : `  ${one.name}: ${one.options.join(" | ")}, default ${one.default}. ${one.what}`;
    const lines = papers.flatMap(({ id, modelFunctions }) =>
      modelFunctions.flatMap((one) => [
        `${id}.${one.name}, ${one.returns} in ${one.unit}. ${one.what}`,
        ...one.arguments.map(argument),
      ]),
    );
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("./model-functions.txt");
  });
});

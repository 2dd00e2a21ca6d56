import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { together } from "./together.tsx";

const N = ({ of }: { readonly of: string }) => <button>{of}</button>;

describe("a number of the prose", () => {
  it("takes the bracket before it and the full stop behind it along", () => {
    expect(
      renderToStaticMarkup(together(["The wire (", <N key="a" of="E-F12" />, "). ", <N key="b" of="9" />, " µs"])),
    ).toBe('The wire <span class="together">(<button>E-F12</button>).</span> <button>9</button> µs');
  });

  it("leaves words, and what is no number, where they stand", () => {
    expect(renderToStaticMarkup(together(["one ", <em key="a">two</em>, ". ", <N key="b" of="3" />, " four"]))).toBe(
      "one <em>two</em>. <button>3</button> four",
    );
  });
});

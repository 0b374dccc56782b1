import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonical, type ViewerRequest } from "#lib/content/media/edge.ts";
import { readParameters } from "#lib/content/media/parameters.ts";

type Query = Record<string, { value: string; multiValue?: { value: string }[] }>;

// Runs the function from its source text alone, as CloudFront does.
function rewritten(querystring: Query, accept?: string, uri = "/store_1/media_1/photo.jpg"): ViewerRequest {
  const headers: ViewerRequest["headers"] = {};
  if (accept !== undefined) headers.accept = { value: accept };
  const request: ViewerRequest = { uri, querystring, headers };
  runInNewContext(`${canonical.toString()}\ncanonical(event)`, { event: { request } });
  return request;
}

const CHROME = "image/avif,image/webp,image/apng,*/*;q=0.8";
const query = (text: string): Query =>
  Object.fromEntries(
    text.split("&").map((pair) => {
      const [name = "", value = ""] = pair.split("=");
      return [name, { value }];
    }),
  );

describe("the viewer function", () => {
  test("gives a file one URL, whatever its name and the browser", () => {
    expect(rewritten({}, CHROME)).toEqual(rewritten({}, "text/html", "/store_1/media_1/other%20name.png"));
    expect(rewritten({}).uri).toBe("/files/store_1/media_1");
  });

  test("reaches only files: no unfinished uploads and nothing without a name", () => {
    const none = ["/uploads/store_1/upl_1", "/", "/store_1/media_1", "/uploads/store_1/upl_1/name/more"];
    for (const uri of none)
      expect(["/files/none", "/files/uploads/store_1"]).toContain(rewritten({}, CHROME, uri).uri);
  });

  test("distinguishes browsers by their best format, unless a format is requested", () => {
    const width = query("w=100");
    expect(rewritten(width, CHROME).headers.accept?.value).toBe("image/avif");
    expect(rewritten(width, "image/webp,*/*").headers.accept?.value).toBe("image/webp");
    expect(rewritten(width, "*/*").headers.accept?.value).toBe("*/*");
    expect(rewritten(query("w=100&format=png"), CHROME).headers.accept?.value).toBe("*/*");
  });

  test("passes repeated and unknown parameters to the function, which refuses them", () => {
    const repeated = { value: "2", multiValue: [{ value: "1" }, { value: "2" }] };
    expect(rewritten({ w: repeated, evil: { value: "%" } }).querystring).toBe("evil=%25&w=1&w=2");
  });

  test("gives 1,000 spellings of one request the same URL and result name", () => {
    const wishes = [
      ["w", ["800", "0800", "%38%30%30", "+800", "800%20"]],
      ["h", ["600", "00600", "60%30"]],
      ["fit", ["contain", "Contain", "CONTAIN", "%63ontain"]],
      ["q", ["70", "070", "%37%30"]],
      ["format", ["jpg", "JPG", "jpeg", "Jpeg", "%6Apg"]],
      ["blur", ["3", "03", "%33"]],
      ["grayscale", ["true", "TRUE", "tru%65"]],
    ] as const;
    const spelled = fc
      .tuple(...wishes.map(([name, values]) => fc.constantFrom(...values).map((value) => `${name}=${value}`)))
      .chain((pairs) => fc.shuffledSubarray(pairs, { minLength: pairs.length }));
    const addresses = new Set<string>();
    const variants = new Set<string>();
    const accepts = fc.constantFrom(CHROME, "*/*", "image/webp", undefined);
    fc.assert(
      fc.property(spelled, accepts, (pairs, accept) => {
        const text = pairs.join("&");
        addresses.add(JSON.stringify(rewritten(query(text), accept)));
        variants.add(readParameters(text, accept).variant);
      }),
      { numRuns: 1000 },
    );
    expect([...variants]).toEqual(["blur-3_fit-contain_grayscale-true_h-600_q-70_w-800.jpg"]);
    expect(addresses.size).toBe(1);
  });

  test("drops parameters that make no difference", () => {
    const plain = rewritten(query("w=100"), CHROME);
    for (const same of ["w=100&fit=cover", "fit=fill&w=100", "w=100&fit=contain", "w=100&q=80"]) {
      expect(rewritten(query(same), CHROME)).toEqual(plain);
    }
    expect(rewritten(query("w=1&h=1&fit=fill")).querystring).toBe("fit=fill&h=1&w=1");
    expect(rewritten(query("w=1&h=1&fit=cover"))).toEqual(rewritten(query("h=1&w=1")));
  });
});

describe("parameters", () => {
  const refused = `
    w=0 w=4097 w=-1 w=1.5 w=1e3 w= w w=NaN w=99999999999999999999 h=0 h=4097 q=0 q=101 blur=0
    blur=101 fit=inside fit= format=gif format=svg format= grayscale=false grayscale=1 grayscale
    width=100 W=%00 __proto__=1 constructor=1 w=1&w=1 w=1&w=2 format=png&format=webp %77=1&w=1 w=1&=
    w[]=1 w=1;h=2
  `;
  test.each(refused.trim().split(/\s+/))("%s is refused", (text) => {
    expect(() => readParameters(text)).toThrow(expect.objectContaining({ status: 400 }));
  });

  test("are each named when refused", () => {
    try {
      readParameters("w=0&evil=1&q=500&fit=fill");
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({
        code: "GENERAL.VALIDATION_FAILED",
        validationErrors: [{ field: "evil" }, { field: "q" }, { field: "w" }],
      });
    }
  });

  test("at their limits are accepted", () => {
    expect(
      readParameters("w=1&h=4096&q=100&blur=100&fit=fill&grayscale=true&format=avif").parameters,
    ).toEqual({ ...{ w: 1, h: 4096, q: 100, blur: 100, fit: "fill", grayscale: true, format: "avif" } });
  });
});

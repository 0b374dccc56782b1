import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { readParameters } from "#lib/content/media/parameters.ts";
import { measure, transform } from "#lib/content/media/transform.ts";

const make = (bytes: Buffer, query: string) => transform(bytes, readParameters(query));
const root = (attributes: string, inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);
const square = '<rect width="100%" height="100%" fill="red"/>';

// CSS Values and Units 4, 6.2: 1in = 96px = 2.54cm = 25.4mm = 72pt = 6pc, and an em is 16px by default. SVG 2, 8.12:
// without a size, or with one in percent, the viewBox gives the shape.
const SIZES: [attributes: string, width: number, height: number, high: number][] = [
  ['width="100" height="50"', 100, 50, 0.5],
  ['width="100px" height="50px"', 100, 50, 0.5],
  ['width="1in" height="0.5in"', 96, 48, 0.5],
  ['width="1cm" height="1cm"', 38, 38, 1],
  ['width="10mm" height="14mm"', 38, 53, 1.4],
  ['width="210mm" height="297mm" viewBox="0 0 210 297"', 794, 1123, 297 / 210],
  ['width="72pt" height="36pt"', 96, 48, 0.5],
  ['width="13pt" height="1pt"', 17, 1, 1 / 13],
  ['width="6pc" height="3pc"', 96, 48, 0.5],
  ['width="10em" height="5em" font-size="16px"', 160, 80, 0.5],
  ['viewBox="0 0 30 20"', 30, 20, 2 / 3],
  ['width="100%" height="100%" viewBox="0 0 30 20"', 30, 20, 2 / 3],
  ['width="300" viewBox="0 0 30 20"', 300, 200, 2 / 3],
  ['width="1in" viewBox="0 0 30 20"', 96, 64, 2 / 3],
  ['width="1in" height="48" viewBox="0 0 1 1"', 96, 48, 0.5],
  ['style="width:1in;height:72pt"', 96, 96, 1],
  ['width="40000" height="20000"', 40_000, 20_000, 0.5],
];

describe("a drawing", () => {
  test.each(SIZES)(
    "of %s has a browser's size, and the same shape at every width",
    async (attributes, width, height, high) => {
      const bytes = root(attributes, square);
      expect(await measure(bytes)).toEqual({ width, height });
      for (const w of [1, 100, 641, 2600, 4096]) {
        const made = await make(bytes, `w=${w}&format=png`);
        const { width: found, height: tall } = await sharp(made.bytes).metadata();
        expect([w, found, tall]).toEqual([w, w, Math.max(1, Math.round(w * high))]);
      }
    },
  );

  test.each([
    ["pixels, with units inside", 'width="96" height="96"', '<rect width="0.5in" height="0.5in"/>'],
    ["inches, with pixels inside", 'width="1in" height="1in"', '<rect width="48" height="48"/>'],
    ["inches, with points inside", 'width="1in" height="1in"', '<rect width="36pt" height="36pt"/>'],
    ["a viewBox, with millimetres inside", 'viewBox="0 0 96 96"', '<rect width="12.7mm" height="12.7mm"/>'],
  ])("in %s is one picture at every width", async (_, attributes, inside) => {
    for (const w of [32, 96, 640, 4096]) {
      const { bytes } = await make(root(attributes, inside), `w=${w}&format=png`);
      const { channels } = await sharp(bytes).stats();
      // A quarter of it is covered at any size.
      expect([w, Math.round((channels[3]?.mean ?? 0) * 4)]).toEqual([w, 255]);
    }
  });

  test.each([
    ["narrow", 'width="40" height="4000"'],
    ["flat", 'width="4000" height="4"'],
    ["longer", 'width="1" height="600"'],
    ["tiny", 'width="1mm" height="1mm"'],
  ])("that is %s is drawn into the largest box, and is sharp enough to fill it", async (_, attributes) => {
    for (const query of ["w=4096&h=4096&fit=cover", "w=4096&h=4096&fit=fill", "w=4096&h=1", "w=1&h=4096"]) {
      const { bytes } = await make(root(attributes, square), `${query}&format=jpg&q=1`);
      const { width, height } = await sharp(bytes).metadata();
      const asked = new URLSearchParams(query);
      expect([query, width, height]).toEqual([query, Number(asked.get("w")), Number(asked.get("h"))]);
    }
  });

  test("that is longer than any format allows is refused at the upload", async () => {
    const bytes = root('width="1" height="100000"', square);
    await expect(measure(bytes)).rejects.toThrow("too long");
    await expect(make(bytes, "w=10")).rejects.toThrow("too long");
  });
});

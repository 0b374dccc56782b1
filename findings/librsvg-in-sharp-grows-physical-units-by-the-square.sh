#!/usr/bin/env bash
# sharp 0.35.5 (libvips and librsvg of its prebuilt packages).
#
# A drawing whose root has its size in pixels is twice as wide at twice the density. One whose root has it in a physical
# unit (mm, pt, in) is four times as wide: the density is handed to the renderer as the dots of an inch, which makes the
# unit larger, and it scales the result as well. At 72 an inch of the root is 72 pixels and not CSS's 96. A program that
# asks for a density so that a drawing of 10 mm fills 640 pixels gets a picture of another size, or a refusal at the
# limit of pixels.
#
# Seen: {"px":[100,200,400],"mm":[28,113,454],"in":[72,288,1152]}
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' >package.json
npm install --silent --no-audit --no-fund sharp@0.35.5 node@24.21.0
cat >run.mjs <<'JS'
import sharp from "sharp";

const drawing = (size) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>`,
  );
const widths = async (size) => {
  const seen = [];
  for (const density of [72, 144, 288])
    seen.push((await sharp(drawing(size), { density }).png().toBuffer({ resolveWithObject: true })).info.width);
  return seen;
};
console.log(JSON.stringify({ px: await widths("100"), mm: await widths("10mm"), in: await widths("1in") }));
JS
expected='{"px":[100,200,400],"mm":[28,113,454],"in":[72,288,1152]}'
seen=$(npx --no-install node run.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed: expected $expected" >&2; exit 1; }

#!/usr/bin/env bash
# zod 4.3.6, 4.4.1 and 4.6.7.
#
# A field of an object whose schema takes every value (`unknown`, `any`, or `custom` with a rule that all pass) may be
# absent up to 4.3 and is required from 4.4 on. Browsers that build `{ key, value: undefined }` send `{ key }`, since JSON
# leaves such a field out, so forms with an empty field were taken before the update and are refused after it. A field
# whose `preprocess` fills in a value for an absent one was refused by 4.4.1 and is taken again by 4.6.7, while the three
# others stay required.
#
# Seen: {"4.3.6":"unknown any custom preprocess","4.4.1":"","4.6.7":"preprocess"}
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' >package.json
npm install --silent --no-audit --no-fund zod-4.3.6@npm:zod@4.3.6 zod-4.4.1@npm:zod@4.4.1 zod-4.6.7@npm:zod@4.6.7
cat >run.mjs <<'JS'
const seen = {};
for (const version of ["4.3.6", "4.4.1", "4.6.7"]) {
  const z = await import(`zod-${version}`);
  const fields = {
    unknown: z.unknown(),
    any: z.any(),
    custom: z.custom(() => true),
    preprocess: z.preprocess((value) => value ?? 1, z.number()),
  };
  const sent = JSON.parse(JSON.stringify({ key: "phone", value: undefined }));
  const takes = ([, value]) => z.object({ key: z.string(), value }).safeParse(sent).success;
  seen[version] = Object.entries(fields).filter(takes).map(([name]) => name).join(" ");
}
console.log(JSON.stringify(seen));
JS
expected='{"4.3.6":"unknown any custom preprocess","4.4.1":"","4.6.7":"preprocess"}'
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed: expected $expected" >&2; exit 1; }

#!/usr/bin/env bash
# csv-parse 7.0.3.
#
# `info.lines` of a record is the line on which the record ends, and each CRLF within a quoted cell counts as two lines:
# the reader counts at the carriage return and at the line feed. The line ends between records count once. So a program
# that tells people in which line of their file a record stands names a line that is too far down, and the same file
# with LF has other numbers. Files of spreadsheets have CRLF between records and LF within cells; files of other programs
# have CRLF in both.
#
# Seen: {"LF":[1,4,5],"CRLF":[1,6,7]}
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' >package.json
npm install --silent --no-audit --no-fund csv-parse@7.0.3
cat >run.mjs <<'JS'
import { parse } from "csv-parse/sync";

const text = ["key,name", '1,"a', "b", 'c"', "2,d", ""];
const linesOf = (end) => parse(text.join(end), { info: true }).map(({ info }) => info.lines);
console.log(JSON.stringify({ LF: linesOf("\n"), CRLF: linesOf("\r\n") }));
JS
expected='{"LF":[1,4,5],"CRLF":[1,6,7]}'
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed: expected $expected" >&2; exit 1; }

#!/usr/bin/env bash
# Node 24.0.0 (CLDR 47) and 24.21.0 (CLDR 48), by the npm package node.
#
# The digits that Intl gives the forint, the Colombian peso, the rupiah and the Pakistani rupee went from two to none
# within one major release, as CLDR 48 lists their usual cash amounts. ISO 4217 and payment companies still count these
# currencies in hundredths. A program that takes the minor unit from `maximumFractionDigits` divided 250000 by 100 before
# the update and divides it by 1 after it: the price that it shows is a hundred times what is charged.
#
# Seen: {"24.0.0":"HUF 2,500.00","24.21.0":"HUF 250,000"}
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >run.js <<'JS'
const amounts = ["HUF", "COP", "IDR", "PKR"].map((currency) => {
  const money = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "code" });
  const shown = money.format(250000 / 10 ** money.resolvedOptions().maximumFractionDigits);
  return shown.replace(/\s/, " ").replace(currency, "HUF");
});
console.log([...new Set(amounts)].join(" and "));
JS
shown() {
  mkdir "$1"
  echo '{}' >"$1/package.json"
  npm install --prefix "$1" --silent --no-audit --no-fund "node@$1"
  "$1/node_modules/.bin/node" run.js
}
expected='{"24.0.0":"HUF 2,500.00","24.21.0":"HUF 250,000"}'
seen="{\"24.0.0\":\"$(shown 24.0.0)\",\"24.21.0\":\"$(shown 24.21.0)\"}"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed: expected $expected" >&2; exit 1; }

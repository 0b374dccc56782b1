import { existsSync, readFileSync } from "node:fs";
import { COVERAGE_FILE, everythingToCover } from "#test/support/api-coverage.ts";
import { declaredPairs } from "#test/support/emitted-events.ts";

/**
 * Checks that the last run of all tests reached everything that the reference documents: operations, error codes, fields,
 * statuses, transitions and declared events. Prints a line for each gap.
 */
if (!existsSync(COVERAGE_FILE)) {
  console.error("There is no record of what the tests reached: run npm test first.");
  process.exit(1);
}

/** What no test can reach, each with the reason. */
const NOT_YET: Record<string, string> = {
  "event tendSums contact.deleted":
    "for sure: another worker may be the first to take the last visit off a card",
  "field verifyContact.merged_into_contact_id": "nothing: who proves an address is a contact that stays",
  "field currentCart.created_by_account_id": "nothing: no link leads to a cart that staff made",
  "field currentCart.merged_into_cart_id": "nothing: whoever asks for a merged cart gets the other one",
  "field listCarts.items[].dropped": "nothing: only the answer that merges two carts says what it dropped",
  "field listCarts.items[].token": "nothing: only its visitor gets the link of a cart",
};

const reached = new Set(readFileSync(COVERAGE_FILE, "utf8").split("\n"));
const pairs = [...declaredPairs].map((pair) => `event ${pair}`);
const documented = [...everythingToCover(), ...pairs].filter((each) => !(each in NOT_YET));
const gaps = documented.filter((each) => !reached.has(each)).sort();

for (const [kind, these] of Map.groupBy(documented, (each) => each.slice(0, each.indexOf(" ")))) {
  const left = these.filter((each) => !reached.has(each)).length;
  console.info(`${these.length - left} of ${these.length} of kind ${kind}`);
}
for (const gap of gaps) console.error(`No test reaches: ${gap}`);
if (gaps.length > 0) console.error("Add a test for each, or remove it.");
process.exitCode = gaps.length > 0 ? 1 : 0;

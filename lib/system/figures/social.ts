import type { Contributions } from "#core/sums/declaration.ts";
import { readingsOf } from "#lib/engagement/social/daily-readings.ts";
import type { StoredMetrics } from "#lib/engagement/social/metrics-schema.ts";
import type { StoredPublication } from "#lib/engagement/social/schema.ts";
import type { Sums, Values } from "./amounts.ts";
import { contributionsOf, inEverySplit, NO_MONEY } from "./facts.ts";
import { family } from "./family.ts";

const SHOWN = ["published"] as const;
/** What the sum of a number begins with that a network calls as it likes. */
const READ = "read.";

/** What was published, and by how much each number grew that the networks tell. */
export const social = family({
  name: "social",
  isMoney: false,
  ahead: 0,
  kept: SHOWN,
  shown: SHOWN,
  others: /^\w{1,60}$/,
  derived,
  splits: { account: SHOWN, publication: SHOWN },
  amounts: new Set(),
});

function derived(sums: Sums): Values {
  const read = Object.entries(sums).flatMap(([name, sum]) =>
    name.startsWith(READ) ? [[name.slice(READ.length), sum] as const] : [],
  );
  return { ...Object.fromEntries(read), published: sums.published ?? 0 };
}

export function publicationContributions(
  { id: publication, social_account_id: account, published_at: at }: StoredPublication,
  zone: string,
): Contributions {
  if (at === null) return {};
  const all = { published: 1 };
  return contributionsOf(
    "social",
    NO_MONEY,
    [{ at, all, parts: inEverySplit(all, { account, publication }) }],
    zone,
  );
}

/** What a publication's numbers add: on the day of each reading by how much they have changed since the one before. */
export function metricContributions(numbers: StoredMetrics, zone: string): Contributions {
  const { publication_id: publication, social_account_id } = numbers;
  const account = social_account_id;
  const marks: Record<string, string> = account === "" ? { publication } : { account, publication };
  let before: Sums = {};
  const facts = readingsOf(numbers).map(({ at, metrics }) => {
    const grown = Object.entries(metrics).map(([name, now]): [string, number] => [
      `${READ}${name}`,
      now - (before[name] ?? 0),
    ]);
    before = metrics;
    const all = Object.fromEntries(grown);
    return { at, all, parts: inEverySplit(all, marks) };
  });
  return contributionsOf("social", NO_MONEY, facts, zone);
}

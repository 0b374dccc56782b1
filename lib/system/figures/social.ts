import type { Contributions } from "#core/sums/declaration.ts";
import { readingsOf } from "#lib/engagement/social/daily-readings.ts";
import type { StoredMetrics } from "#lib/engagement/social/metrics-schema.ts";
import type { StoredPublication } from "#lib/engagement/social/schema.ts";
import type { Sums, Values } from "./amounts.ts";
import { contributionsOf, inEverySplit, NO_MONEY } from "./facts.ts";
import { family } from "./family.ts";

const MEASURES = ["published"] as const;
/** Prefix of the sums of a network's own metrics. */
const METRIC_PREFIX = "read.";

/** Publications, and the growth of each metric that the networks report. */
export const social = family({
  name: "social",
  isMoney: false,
  ahead: 0,
  stored: MEASURES,
  shown: MEASURES,
  others: /^\w{1,60}$/,
  derive: deriveMeasures,
  splits: { account: MEASURES, publication: MEASURES },
  amounts: new Set(),
});

function deriveMeasures(sums: Sums): Values {
  const read = Object.entries(sums).flatMap(([name, sum]) =>
    name.startsWith(METRIC_PREFIX) ? [[name.slice(METRIC_PREFIX.length), sum] as const] : [],
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

/** What a publication's metrics add: on the day of each reading, the change since the reading before. */
export function metricContributions(numbers: StoredMetrics, zone: string): Contributions {
  const { publication_id: publication, social_account_id } = numbers;
  const account = social_account_id;
  const marks: Record<string, string> = account === "" ? { publication } : { account, publication };
  let before: Sums = {};
  const facts = readingsOf(numbers).map(({ at, metrics }) => {
    const grown = Object.entries(metrics).map(([name, now]): [string, number] => [
      `${METRIC_PREFIX}${name}`,
      now - (before[name] ?? 0),
    ]);
    before = metrics;
    const all = Object.fromEntries(grown);
    return { at, all, parts: inEverySplit(all, marks) };
  });
  return contributionsOf("social", NO_MONEY, facts, zone);
}

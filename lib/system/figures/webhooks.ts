import type { Contributions } from "#core/sums/declaration.ts";
import type { Delivery } from "#lib/delivery/webhooks/delivery-schema.ts";
import { averageOf, countsOf, type Sums, type Values } from "./amounts.ts";
import { contributionsOf, inEverySplit, NO_MONEY } from "./facts.ts";
import { family } from "./family.ts";

const SUM_NAMES = ["delivered", "failed", "cancelled"] as const;
const TRIES_SUM = "tries";
const MEASURES = [...SUM_NAMES, "attempts_average"] as const;

/** Webhook deliveries that have ended. */
export const webhooks = family({
  name: "webhooks",
  isMoney: false,
  ahead: 0,
  needs: "ADMIN",
  stored: [...SUM_NAMES, TRIES_SUM],
  shown: MEASURES,
  derive: deriveMeasures,
  splits: { webhook: MEASURES },
  amounts: new Set(),
});

function deriveMeasures(sums: Sums): Values {
  const is = countsOf(sums, SUM_NAMES);
  const ended = SUM_NAMES.reduce((all, name) => all + (is[name] ?? 0), 0);
  return { ...is, attempts_average: averageOf(sums[TRIES_SUM] ?? 0, ended) };
}

/** What a delivery adds, on the day of each of its ends. */
export function webhookContributions({ webhook_id: webhook, ends }: Delivery, zone: string): Contributions {
  const facts = ends.map(({ is, at, attempts }) => {
    const all = { [is === "exhausted" ? "failed" : is]: 1, [TRIES_SUM]: attempts };
    return { at, all, parts: inEverySplit(all, { webhook }) };
  });
  return contributionsOf("webhooks", NO_MONEY, facts, zone);
}

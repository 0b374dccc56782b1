import type { Contributions } from "#core/sums/declaration.ts";
import type { Delivery } from "#lib/delivery/webhooks/delivery-schema.ts";
import { averageOf, countsOf, type Sums, type Values } from "./amounts.ts";
import { contributionsOf, inEverySplit, NO_MONEY } from "./facts.ts";
import { family } from "./family.ts";

const COUNTED = ["delivered", "failed", "cancelled"] as const;
const TRIES = "tries";
const SHOWN = [...COUNTED, "attempts_average"] as const;

/** Webhook deliveries that have ended. */
export const webhooks = family({
  name: "webhooks",
  isMoney: false,
  ahead: 0,
  needs: "ADMIN",
  kept: [...COUNTED, TRIES],
  shown: SHOWN,
  derived,
  splits: { webhook: SHOWN },
  amounts: new Set(),
});

function derived(sums: Sums): Values {
  const is = countsOf(sums, COUNTED);
  const ended = COUNTED.reduce((all, name) => all + (is[name] ?? 0), 0);
  return { ...is, attempts_average: averageOf(sums[TRIES] ?? 0, ended) };
}

/** What a delivery adds, on the day of each of its ends. */
export function webhookContributions({ webhook_id: webhook, ends }: Delivery, zone: string): Contributions {
  const facts = ends.map(({ is, at, attempts }) => {
    const all = { [is === "exhausted" ? "failed" : is]: 1, [TRIES]: attempts };
    return { at, all, parts: inEverySplit(all, { webhook }) };
  });
  return contributionsOf("webhooks", NO_MONEY, facts, zone);
}

import type { Contributions } from "#core/sums/declaration.ts";
import type { EditionCounts } from "#lib/delivery/mail/counts-schema.ts";
import { countsOf, rateOf, type Sums, type Values } from "./amounts.ts";
import { contributionsOf, inEverySplit, NO_MONEY } from "./facts.ts";
import { family } from "./family.ts";
import type { Sale } from "./sale.ts";

const SUM_NAMES = [
  ...["sent", "delivered", "opened", "machine_opened", "clicked", "unsubscribed"],
  ...["bounced", "complained", "failed", "orders"],
] as const;
const MEASURES = [...SUM_NAMES, "open_rate", "click_rate", "bounce_rate"] as const;
/** Prefix of a money measure, before its currency. */
export const TOTAL_PREFIX = "total_";
/** Prefix of the source of a sale that came from an edition. */
const SOURCE_PREFIX = "newsletter:";

/** What became of newsletter mails, and the sales that they led to. */
export const newsletters = family({
  name: "newsletters",
  isMoney: false,
  ahead: 0,
  stored: [...SUM_NAMES, "tracked"],
  shown: MEASURES,
  others: /^total_[A-Z]{3}$/,
  derive: deriveMeasures,
  splits: { edition: MEASURES },
  amounts: new Set(),
});

function deriveMeasures(sums: Sums): Values {
  const is = countsOf(sums, SUM_NAMES);
  const { sent = 0, opened = 0, clicked = 0, bounced = 0, orders = 0 } = is;
  const { tracked = 0 } = sums;
  // Without click tracking the number of clicks is unknown.
  const known = tracked > 0 || clicked > 0 || orders > 0;
  const totals = Object.entries(sums).filter(
    ([name, amount]) => name.startsWith(TOTAL_PREFIX) && amount !== 0,
  );
  return {
    ...is,
    clicked: known ? clicked : null,
    orders: known ? orders : null,
    open_rate: rateOf(opened, sent),
    click_rate: rateOf(clicked, tracked),
    bounce_rate: rateOf(bounced, sent),
    ...Object.fromEntries(totals),
  };
}

/** What the counts of an edition in one quarter of an hour add. */
export function editionContributions(counts: EditionCounts, zone: string): Contributions {
  const { tenant_id: _, edition_id: edition, at, ...all } = counts;
  return contributionsOf("newsletters", NO_MONEY, [{ at, all, parts: inEverySplit(all, { edition }) }], zone);
}

/** What a sale that came from an edition adds, on the day of the sale. */
export function newsletterSaleContributions(sale: Sale, zone: string): Contributions {
  const { source = "" } = sale.marks;
  if (!source.startsWith(SOURCE_PREFIX) || sale.isTest) return {};
  const all = { orders: 1, [`${TOTAL_PREFIX}${sale.currency}`]: sale.total };
  const parts = inEverySplit(all, { edition: source.slice(SOURCE_PREFIX.length) });
  return contributionsOf("newsletters", NO_MONEY, [{ at: sale.soldAt, all, parts }], zone);
}

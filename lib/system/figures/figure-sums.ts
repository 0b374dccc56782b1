import { aggregate, type Contributions } from "#core/sums/declaration.ts";
import { reservationSumSource } from "#lib/booking/reservations/sum-contributions.ts";
import { cartSumSource } from "#lib/commerce/carts/sum-contributions.ts";
import { orderSumSource } from "#lib/commerce/orders/sum-contributions.ts";
import { submissionSumSource } from "#lib/content/forms/sum-contributions.ts";
import { editionSumSource } from "#lib/delivery/mail/sum-contributions.ts";
import { periodSumSource } from "#lib/delivery/newsletters/sum-contributions.ts";
import { deliverySumSource } from "#lib/delivery/webhooks/sum-contributions.ts";
import { metricsSumSource, publicationSumSource } from "#lib/engagement/social/sum-contributions.ts";
import { conversationSumSource } from "#lib/engagement/support/sum-contributions.ts";
import { appointmentContributions } from "./appointments.ts";
import { chatContributions } from "./chats.ts";
import { FIGURES } from "./definition.ts";
import { mergeContributions } from "./facts.ts";
import { formContributions } from "./forms.ts";
import { funnelContributions } from "./funnel.ts";
import { editionContributions, newsletterSaleContributions } from "./newsletters.ts";
import { saleOfPeriod } from "./period-sale.ts";
import { saleOfReservation } from "./reservation-sale.ts";
import { RECORDS_ROW } from "./rows.ts";
import { type Sale, saleOfOrder } from "./sale.ts";
import { salesContributions } from "./sales-facts.ts";
import { metricContributions, publicationContributions } from "./social.ts";
import { webhookContributions } from "./webhooks.ts";

/** What a store's records add to its figures, by days of its time zone. */
export const figureSums = aggregate({
  ...FIGURES,
  sources: [
    orderSumSource((order, zone) => withRecordCount("orders", saleContributions(saleOfOrder(order), zone))),
    reservationSumSource((reservation, zone) =>
      withRecordCount(
        "reservations",
        saleContributions(saleOfReservation(reservation), zone),
        appointmentContributions(reservation, zone),
      ),
    ),
    periodSumSource((period, zone) =>
      withRecordCount("periods", saleContributions(saleOfPeriod(period), zone)),
    ),
    cartSumSource((cart, zone) => withRecordCount("carts", funnelContributions(cart, zone))),
    conversationSumSource(
      (conversation, zone) => withRecordCount("conversations", chatContributions(conversation, zone)),
      "kept",
    ),
    editionSumSource((counts, zone) => withRecordCount("editions", editionContributions(counts, zone))),
    submissionSumSource((submission, zone) =>
      withRecordCount("submissions", formContributions(submission, zone)),
    ),
    publicationSumSource(
      (publication, zone) => withRecordCount("publications", publicationContributions(publication, zone)),
      "kept",
    ),
    metricsSumSource((numbers, zone) => withRecordCount("metrics", metricContributions(numbers, zone))),
    deliverySumSource((delivery, zone) =>
      withRecordCount("deliveries", webhookContributions(delivery, zone)),
    ),
  ],
});

function saleContributions(sale: Sale | undefined, zone: string): Contributions {
  return sale
    ? mergeContributions(salesContributions(sale, zone), newsletterSaleContributions(sale, zone))
    : {};
}

/** Adds several families' contributions, and one to the count of records. */
function withRecordCount(kind: string, ...some: readonly Contributions[]): Contributions {
  const all = mergeContributions(...some);
  return Object.keys(all).length > 0 ? { ...all, [RECORDS_ROW]: { [kind]: 1 } } : {};
}

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
import { RECORDS } from "./rows.ts";
import { type Sale, saleOfOrder } from "./sale.ts";
import { salesContributions } from "./sales-facts.ts";
import { metricContributions, publicationContributions } from "./social.ts";
import { webhookContributions } from "./webhooks.ts";

/** What a store's records add to its figures, by the days of its clocks. */
export const figureSums = aggregate({
  ...FIGURES,
  sources: [
    orderSumSource((order, zone) => counted("orders", ofSale(saleOfOrder(order), zone))),
    reservationSumSource((reservation, zone) =>
      counted(
        "reservations",
        ofSale(saleOfReservation(reservation), zone),
        appointmentContributions(reservation, zone),
      ),
    ),
    periodSumSource((period, zone) => counted("periods", ofSale(saleOfPeriod(period), zone))),
    cartSumSource((cart, zone) => counted("carts", funnelContributions(cart, zone))),
    conversationSumSource(
      (conversation, zone) => counted("conversations", chatContributions(conversation, zone)),
      "kept",
    ),
    editionSumSource((counts, zone) => counted("editions", editionContributions(counts, zone))),
    submissionSumSource((submission, zone) => counted("submissions", formContributions(submission, zone))),
    publicationSumSource(
      (publication, zone) => counted("publications", publicationContributions(publication, zone)),
      "kept",
    ),
    metricsSumSource((numbers, zone) => counted("metrics", metricContributions(numbers, zone))),
    deliverySumSource((delivery, zone) => counted("deliveries", webhookContributions(delivery, zone))),
  ],
});

function ofSale(sale: Sale | undefined, zone: string): Contributions {
  return sale
    ? mergeContributions(salesContributions(sale, zone), newsletterSaleContributions(sale, zone))
    : {};
}

/** What a record adds to several families, and that it is one that does. */
function counted(kind: string, ...some: readonly Contributions[]): Contributions {
  const all = mergeContributions(...some);
  return Object.keys(all).length > 0 ? { ...all, [RECORDS]: { [kind]: 1 } } : {};
}

interface Seldom {
  /** What it would need. */
  why: string;
  events: readonly string[];
  by: readonly string[];
}

/**
 * Events that an operation or worker declares and that a run of all tests need not see it announce, each with what it
 * would need. What gets a test of its own is taken out of here.
 */
const SELDOM: readonly Seldom[] = [
  {
    why: "A label whose purchase gave no answer has to be bought, and refused afterwards.",
    events: ["order.shipment_updated"],
    by: ["lookUpLabel"],
  },
  {
    why: "A publication has to be taken back between two steps of its posting.",
    events: ["publication.updated"],
    by: ["publishStep"],
  },
  {
    why: "The request that answers by itself has to die first.",
    events: ["message.created"],
    by: ["answerVisitor"],
  },
  {
    why: "Staff have to make a request of a booking whose page is open, and its payment be told of when that has lapsed.",
    events: ["reservation.cancelled"],
    by: ["settleReservation"],
  },
  {
    why: "Sums that are reckoned anew have to come to an order whose contact nobody has filed yet.",
    events: ["contact.created"],
    by: ["tendSums"],
  },
  {
    why: "An endpoint has to be slow for days before it is turned off.",
    events: ["store.updated"],
    by: ["deliverSlowWebhooks"],
  },
];

/** All of these: `forgetContact cart.updated`. */
export function seldomPairs(): string[] {
  return SELDOM.flatMap(({ by, events }) => by.flatMap((id) => events.map((type) => `${id} ${type}`)));
}

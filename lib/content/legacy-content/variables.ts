import { GENERAL } from "#core/errors.ts";
import { ownProperty } from "#core/own-property.ts";
import type { NewsletterVariable } from "./entry-schema.ts";

const variable = (name: string, description: string, example: string): NewsletterVariable => ({
  name,
  placeholder: `{{${name}}}`,
  description,
  example,
});

const BUSINESS_VARIABLES = [
  variable("business.name", "Name of the business", "Blue Bottle"),
  variable("business.email", "Address that customers can write to", "hello@example.com"),
  variable("business.website", "Website of the business", "https://example.com"),
];
const CUSTOMER_VARIABLES = [variable("customer.email", "Address of the customer", "grace@example.com")];
const MONEY_VARIABLES = [
  variable("total", "Sum, as the language of the content writes money", "€42.00"),
  variable("currency", "ISO 4217 code of the amounts", "EUR"),
];

/** The variables of an entry's text, by the type of its owner. */
const VARIABLES: Record<string, NewsletterVariable[]> = {
  collection: [
    variable("entry.id", "Id of the entry", "lent_01j9z3k4m5n6p7q8r9s0t1v2w3"),
    variable("entry.locale", "Language of the entry", "en"),
    variable("collection.name", "Name of the collection", "Weekly roast"),
    ...BUSINESS_VARIABLES,
  ],
  newsletter: [
    variable("subscriber.email", "Address of the subscriber", "grace@example.com"),
    variable("subscriber.plan", "Name of the subscriber's plan", "Free"),
    variable("unsubscribeUrl", "Link that ends the subscription", "https://example.com/unsubscribe"),
    variable("collection.name", "Name of the newsletter", "Weekly roast"),
    ...BUSINESS_VARIABLES,
  ],
  order: [
    variable("order.id", "Id of the order", "order_01j9z3k4m5n6p7q8r9s0t1v2w3"),
    variable("order.number", "Number that the buyer knows it by", "100001"),
    variable("order.status", "State of the order", "paid"),
    ...MONEY_VARIABLES.map((item) => withPrefix("order", item)),
    ...CUSTOMER_VARIABLES,
    ...BUSINESS_VARIABLES,
  ],
  reservation: [
    variable("reservation.id", "Id of the reservation", "res_01j9z3k4m5n6p7q8r9s0t1v2w3"),
    variable("reservation.status", "State of the reservation", "CONFIRMED"),
    variable(
      "reservation.startTime",
      "Beginning in the time zone of the business",
      "Tuesday, 24 November 2026, 10:00",
    ),
    variable(
      "reservation.endTime",
      "End in the time zone of the business",
      "Tuesday, 24 November 2026, 10:30",
    ),
    variable("service.name", "What was booked", "Haircut"),
    variable("provider.name", "With whom", "Sam"),
    ...MONEY_VARIABLES.map((item) => withPrefix("reservation", item)),
    ...CUSTOMER_VARIABLES,
    ...BUSINESS_VARIABLES,
  ],
};

/** The variables of an entry type, in any case: `collection`, `newsletter`, `order` or `reservation`. */
export function listEntryVariables(entryType: string): { variables: NewsletterVariable[] } {
  const variables = ownProperty(VARIABLES, entryType.toLowerCase());
  if (!variables) throw GENERAL.NOT_FOUND();
  return { variables };
}

function withPrefix(owner: string, { name, description, example }: NewsletterVariable): NewsletterVariable {
  return variable(`${owner}.${name}`, description, example);
}

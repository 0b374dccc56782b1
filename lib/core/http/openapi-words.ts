import { lowerWords } from "#core/spelling.ts";

/** What parameters mean that many lists have, by name. */
export const PARAMETERS: Record<string, string> = {
  limit: "Items of a page. A page may have fewer and still have a cursor.",
  cursor: "The `cursor` of the page before.",
  query: "Finds records by the beginnings of words.",
  sort_field: "The field by which the list is sorted.",
  sort_direction: "The direction of the sorting.",
  sortField: "The field by which the list is sorted.",
  sortDirection: "The direction of the sorting.",
  sortOrder: "The direction of the sorting.",
  key: "Finds one record by its key; the last segment of the path is not read then.",
  slug: "Finds one record by its slug; the last segment of the path is not read then.",
  locale: "The language of the slug.",
  ids: "Ids, separated by commas or as a JSON array; at most 100.",
  created_at_from: "Earliest creation: Unix seconds or an ISO 8601 date.",
  created_at_to: "Latest creation: Unix seconds or an ISO 8601 date, whose day counts whole.",
  createdAtFrom: "Earliest creation: Unix seconds or an ISO 8601 date.",
  createdAtTo: "Latest creation: Unix seconds or an ISO 8601 date, whose day counts whole.",
  hydrate: "`true` gives records in place of references such as `media:…` and `entry:…`.",
  status: "Leaves records of this status.",
  statuses: "Leaves records of any of these statuses, separated by commas or as a JSON array.",
  item_statuses: "Leaves records with an item of any of these statuses.",
  taxonomies: "Leaves records filed there: ids, or JSON with `taxonomy_id` and `fields`.",
  match_all: "Whether all of the filters must hold, or any.",
  matchAll: "Whether all of the filters must hold, or any.",
  market: "Key of the market whose prices count.",
  price_from: "Lowest price in minor units, such as cents.",
  price_to: "Highest price in minor units, such as cents.",
  priceFrom: "Lowest price in minor units, such as cents.",
  priceTo: "Highest price in minor units, such as cents.",
  in_stock: "`true` leaves what can be bought now.",
  has_items: "`true` leaves those that have lines.",
  from: "Begin of the time window, Unix seconds.",
  to: "End of the time window, Unix seconds.",
  startTime: "Begin of the time window, Unix seconds.",
  endTime: "End of the time window, Unix seconds.",
  time: "A moment, Unix seconds.",
  explain: "`true` says of each provider why a time is free or not. Needs WRITE.",
  token: "The token of the link.",
  exact: "`true` reads `key` as the whole key and not as its beginning.",
  type: "Leaves records of this type.",
  entity: "Leaves events of this kind of record, such as `form` or `order`.",
  format: "The format of the file.",
  blocks: "Filters by the values of blocks, as JSON.",
  isNetwork: "`true` leaves what a network of businesses shares.",
  owner: "`true` leaves what belongs to the caller.",
  mimeType: "Leaves files of this type, such as `image/png` or `image/*`.",
  mime_type: "Leaves files of this type, such as `image/png` or `image/*`.",
  originUrl: "The address that the visitor came from.",
  redirectUrl: "Where the browser goes after the sign-in.",
  provider: "The identity provider, such as `GOOGLE`.",
  state: "The state that the identity provider gives back.",
  code: "The code that the identity provider gives.",
  error: "What the identity provider refused, by its code.",
  intent: "Id of the attempt at the payment provider.",
  outcome: "How the payment page was left.",
  after_created_at: "Time of the last message that the caller has, Unix seconds.",
  after_id: "Id of the last message that the caller has.",
  message_limit: "Messages of a reply.",
  immediately: "`true` ends at once what would end with its period.",
  cancelled: "`true` leaves what was cancelled.",
  priority: "Leaves conversations of this priority.",
  role: "Leaves people of this role.",
};

/** `Id of the form.` for `formId`, `form_id` and `form`. */
export function slotText(name: string): string {
  const words = lowerWords(name, " ").replaceAll("_", " ");
  if (words.endsWith(" ids")) return `Ids of ${words.slice(0, -4)} records, separated by commas.`;
  return words.endsWith(" id") ? `Id of the ${words.slice(0, -3)}.` : `The ${words}.`;
}

/** What stands in the slots of a message where it is an example. */
const SLOTS: Record<string, string> = {
  key: "contact",
  slug: "about-us",
  locale: "en",
  language: "en",
  limit: "20",
  most: "20",
  levels: "10",
  seconds: "30",
  code: "SUMMER10",
  status: "cancelled",
  action: "changed",
  from: "CANCELLED",
  to: "CONFIRMED",
  plan: "free",
  field: "email",
  type: ".md",
  id: "form_01j9z3k4m5n6p7q8r9s0t1v2w3",
  message: "email is required.",
  why: "the card was declined",
};

/** A message with its slots filled. */
export function exampleMessage(template: string): string {
  return template.replace(/\{(\w+)\}/g, (_, slot: string) => SLOTS[slot] ?? slot);
}

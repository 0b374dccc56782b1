/**
 * Descriptions of a domain's fields, by name. Where a name has several meanings, `workingDays.day` describes it
 * within another field, `Order.total` in a schema and its view, and `?status` as a parameter.
 */
export type FieldDescriptions = Readonly<Record<string, string | OlderName>>;

/** The description of a field for older clients that repeats another field, or the path. */
interface OlderName {
  readonly older: string;
}

/** Marks a field as the older name of another field of its record, which new clients use. */
export function olderNameOf(instead: string): OlderName {
  return { older: `Older form of \`${instead}\`.` };
}

/** Marks a field of a body that older clients send although the path has it: `repeatsPath("formId")`. */
export function repeatsPath(slot: string): OlderName {
  return { older: `Repeats \`{${slot}}\` of the path. Leave it out.` };
}

interface Description {
  readonly description: string;
  readonly deprecated?: true;
}

/** Where a field is declared: the domain, and the exported schema if it is in one. */
export interface FieldOwner {
  readonly domain: string;
  readonly schema?: string;
}

/** Descriptions of fields that many domains have; a domain's own description comes first. */
const SHARED_DESCRIPTIONS: FieldDescriptions = {
  id: "Id of the record.",
  store_id: "Id of the store.",
  business_id: "Id of the business.",
  storeId: "Id of the store.",
  businessId: "Id of the business.",
  key: "Your name for the record, unique among its kind.",
  slug: "Name in addresses, by language.",
  status: "Where the record stands in its life.",
  version: "Number of the record's last change. A change that sends it is a 409 if somebody else was faster.",
  created_at: "When it was created, Unix seconds.",
  updated_at: "When it last changed, Unix seconds.",
  createdAt: "When it was created, Unix seconds.",
  updatedAt: "When it last changed, Unix seconds.",
  "?limit": "Items of a page. A page may have fewer and still have a cursor.",
  "?cursor": "The `cursor` of the page before.",
  "?query": "Finds records by the beginnings of words.",
  "?sort_field": "The field by which the list is sorted.",
  "?sort_direction": "The direction of the sorting.",
  "?sortField": "The field by which the list is sorted.",
  "?sortDirection": "The direction of the sorting.",
  "?sortOrder": "The direction of the sorting.",
  "?key": "Finds one record by its key; the last segment of the path is not read then.",
  "?slug": "Finds one record by its slug; the last segment of the path is not read then.",
  "?locale": "The language of the slug.",
  "?ids": "Ids, separated by commas or as a JSON array; at most 100.",
  "?created_at_from": "Earliest creation: Unix seconds or an ISO 8601 date.",
  "?created_at_to": "Latest creation: Unix seconds or an ISO 8601 date, whose day counts whole.",
  "?createdAtFrom": "Earliest creation: Unix seconds or an ISO 8601 date.",
  "?createdAtTo": "Latest creation: Unix seconds or an ISO 8601 date, whose day counts whole.",
  "?hydrate": "`true` gives records in place of references such as `media:…` and `entry:…`.",
  "?status": "Only records of this status.",
  "?statuses": "Only records of any of these statuses, separated by commas or as a JSON array.",
};

export type DescribeField = (owner: FieldOwner, field: string, within?: string) => Description | undefined;

/** Makes the function that describes a field: by its domain's description, or else by the shared one. */
export function fieldDescriber(domains: Readonly<Record<string, FieldDescriptions>>): DescribeField {
  return ({ domain, schema = "" }, field, within = "") => {
    const own = domains[domain] ?? {};
    const record = schema.replace(/View$/, "");
    const names = [`${within}.${field}`, `${schema}.${field}`, `${record}.${field}`, field];
    const found = names.find((name) => Object.hasOwn(own, name));
    return meaningOf(found === undefined ? SHARED_DESCRIPTIONS[field] : own[found]);
  };
}

function meaningOf(text: string | OlderName | undefined): Description | undefined {
  if (text === undefined) return undefined;
  if (typeof text === "string") return { description: text };
  return { description: text.older, deprecated: true };
}

import { asObject, type Json, lookupIn, type SchemaLookup } from "./fields.ts";
import { anchorOf } from "./markdown.ts";
import { bodyOf, type PathOperation, parametersOf, successOf } from "./sample-request.ts";

/** The page of the site with the index of the search. */
export const SEARCH_FILE = "search.json";

/** Position of its kind in the list of the script, title, what stands beside it, and page with anchor. */
type SearchEntry = [kind: number, title: string, more: string, at: string];

/** Places of a field that are named beside it. */
const MOST_PLACES = 3;

/**
 * The index of the search: operations, headings of guides, errors, fields, events and schemas, each with its page. A
 * field or a schema leads to the first operation that has it.
 */
export function searchEntries(
  document: Json,
  domains: readonly { name: string; operations: readonly PathOperation[] }[],
  guides: readonly { name: string; text: string }[],
): SearchEntry[] {
  const lookup = lookupIn(document);
  const entries: SearchEntry[] = [];
  const events = new Map<string, string>();
  const schemas = new Map<string, string>();
  const fields = new Map<string, { at: string; places: Set<string> }>();
  const errors = new Map<string, string>();
  for (const { name: page, operations } of domains) {
    for (const { method, path, operation } of operations) {
      const at = `${page}#${String(operation.operationId)}`;
      entries.push([0, String(operation.summary), `${method} ${path}`, at]);
      for (const event of [operation["x-emits"] ?? []].flat()) keepFirst(events, String(event), at);
      for (const [code, message] of errorsIn(operation)) keepFirst(errors, code, message);
      const place = String(operation.operationId);
      for (const parameter of parametersOf(operation)) addField(fields, String(parameter.name), place, at);
      for (const schema of [bodyOf(operation).content.schema, successOf(operation).content.schema])
        visitFields(asObject(schema), lookup, place, {
          schema: (name) => keepFirst(schemas, name, at),
          field: (name, owner) => addField(fields, name, owner, at),
        });
    }
  }
  for (const { name, text } of guides)
    for (const title of headingsOf(text)) entries.push([1, title, name, `${name}#${anchorOf(title)}`]);
  for (const [code, message] of errors) entries.push([2, code, message, `catalogue-of-errors#${code}`]);
  for (const [name, { at, places }] of fields)
    entries.push([3, name, [...places].slice(0, MOST_PLACES).join(", "), at]);
  for (const [type, at] of events) entries.push([4, type, "", at]);
  for (const [name, at] of schemas) entries.push([5, name, "", at]);
  return entries;
}

function keepFirst(map: Map<string, string>, name: string, value: string): void {
  if (!map.has(name)) map.set(name, value);
}

function addField(
  fields: Map<string, { at: string; places: Set<string> }>,
  name: string,
  place: string,
  at: string,
): void {
  const known = fields.get(name) ?? { at, places: new Set() };
  fields.set(name, known);
  known.places.add(place);
}

interface Found {
  schema: (name: string) => void;
  field: (name: string, owner: string) => void;
}

/** Visits every schema and field within a schema once. `owner`: name of what has the fields. */
function visitFields(
  given: Json,
  lookup: SchemaLookup,
  owner: string,
  found: Found,
  seen = new Set<Json>(),
): void {
  const { name = owner, schema } = lookup(given);
  if (seen.has(schema)) return;
  seen.add(schema);
  if (name !== owner) found.schema(name);
  for (const [field, inner] of Object.entries(asObject(schema.properties))) {
    found.field(field, name);
    visitFields(asObject(inner), lookup, name, found, seen);
  }
  const inner = [schema.items, schema.anyOf, schema.oneOf, schema.allOf].flat();
  for (const each of inner.filter((part) => part !== undefined))
    visitFields(asObject(each), lookup, name, found, seen);
}

function errorsIn({ responses }: Json): [code: string, message: string][] {
  return Object.values(asObject(responses)).flatMap((response) => {
    const { examples } = asObject(asObject(asObject(response).content)["application/json"]);
    return Object.entries(asObject(examples)).map(([code, example]): [string, string] => [
      code,
      String(asObject(asObject(example).value).message),
    ]);
  });
}

function headingsOf(text: string): string[] {
  const plain = text.replace(/^```[\s\S]*?^```/gm, "");
  return [...plain.matchAll(/^#{1,4} (.+)$/gm)].map(([, title = ""]) => title);
}

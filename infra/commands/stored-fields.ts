import * as z from "zod";

interface SchemaPart {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: SchemaPart[];
  oneOf?: SchemaPart[];
  allOf?: SchemaPart[];
  items?: SchemaPart;
  properties?: Record<string, SchemaPart>;
  required?: string[];
  additionalProperties?: SchemaPart | boolean;
}

type RecordKind = { name: string; schema: z.ZodType };

type StoredField = { path: string; type: string; required: boolean };

/**
 * One line for each field of each stored record, `name.path: type`, with `?` for an optional one.
 *
 * @param before the committed text
 * @throws Error when a kind of record gets a required field, which stored records do not have
 */
export function recordsText(list: readonly RecordKind[], before: string): string {
  const earlierLines = new Set(before.split("\n"));
  const kinds = new Set([...earlierLines].map((line) => line.split(/[.[{|?:]/)[0]));
  const sorted = [...list].sort((a, b) => (a.name < b.name ? -1 : 1));
  const lines: string[] = [];
  const missing: string[] = [];
  for (const { name, schema } of sorted) {
    const fields = fieldsOf(
      z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as SchemaPart,
      name,
    );
    for (const { path, type, required } of fields) {
      const line = `${path}${required ? "" : "?"}: ${type}`;
      const parent = path.slice(0, path.lastIndexOf("."));
      const isInKnown = parent === name || [...earlierLines].some((each) => each.startsWith(parent));
      const stood = [...earlierLines].some((each) => each.startsWith(`${path}: `));
      if (required && kinds.has(name) && isInKnown && !stood) missing.push(path);
      lines.push(line);
    }
  }
  if (missing.length > 0) throw new Error(adviceFor(missing));
  return lines.map((line) => `${line}\n`).join("");
}

function adviceFor(paths: string[]): string {
  const kinds = [...new Set(paths.map((path) => path.split(".")[0]))];
  return [
    `New and required: ${paths.join(", ")}. Records that are stored already do not have it, and would not parse.`,
    "Give it a default in its schema: `.default(…)`, or `.nullable().default(null)`, or `.optional()`.",
    `If no such record is stored anywhere yet, delete the lines of ${kinds.join(" and ")} from test/contract/records.txt and run npm run routes.`,
  ].join("\n");
}

function fieldsOf(part: SchemaPart, path: string): StoredField[] {
  const { properties = {}, required = [] } = part;
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const at = `${path}.${name}`;
    return [{ path: at, type: typeOf(field), required: required.includes(name) }, ...fieldsOf(field, at)];
  });
  const variants = (part.anyOf ?? part.oneOf ?? []).filter(({ type }) => type !== "null");
  const { items, additionalProperties: values } = part;
  return [
    ...own,
    ...(part.allOf ?? []).flatMap((each) => fieldsOf(each, path)),
    ...variants.flatMap((each, at) => fieldsOf(each, variants.length > 1 ? `${path}|${at + 1}` : path)),
    ...(items ? fieldsOf(items, `${path}[]`) : []),
    ...(typeof values === "object" ? fieldsOf(values, `${path}{}`) : []),
  ];
}

function typeOf(part: SchemaPart): string {
  if (part.$ref) return "itself";
  if (part.const !== undefined) return JSON.stringify(part.const);
  if (part.enum) return part.enum.map((value) => JSON.stringify(value)).join(" | ");
  const variants = part.anyOf ?? part.oneOf;
  if (variants) return [...new Set(variants.map(typeOf))].join(" | ");
  if (part.items) return `${typeOf(part.items)}[]`;
  if (part.properties || part.allOf) return "object";
  if (part.type === "object") return "record";
  return [part.type ?? "any"].flat().join(" | ");
}

import * as z from "zod";
import type { DescribeField, FieldOwner } from "./field-descriptions.ts";

type Json = Record<string, unknown>;
type Io = "input" | "output";

/** Kinds of schemas that get a name of their own. */
const NAMED_KINDS = new Set(["object", "union", "enum", "intersection", "lazy"]);
/** Stands between domain and name of a schema whose name is another's: the document must not refer to it. */
const TAKEN_MARK = ".";

/**
 * The named schemas of an OpenAPI document: `add` returns the reference or the inline schema of a zod schema, and
 * `finish` returns the schemas that references lead to. A schema whose input differs from its output has two names:
 * `Form` and `FormInput`.
 */
export class Components {
  readonly #names = z.registry<Json>();
  readonly #found: Record<Io, Map<string, Json>> = { input: new Map(), output: new Map() };
  readonly #owners = new Map<string, FieldOwner>();
  readonly #describeField: DescribeField;

  /**
   * A record that has a view is named `FormInput` where it is sent, since its view is `Form`.
   *
   * @param modules the exports of the modules of schemas, by domain and file
   */
  constructor(
    modules: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
    describeField: DescribeField,
  ) {
    this.#describeField = describeField;
    const taken = new Set(["Error"]);
    const exported = Object.entries(modules).flatMap(([file, exports]) =>
      Object.entries(exports).map(([name, schema]) => ({
        domain: file.split("/")[0] ?? "",
        name,
        schema,
        owner: name,
        hasView: `${name}View` in exports,
      })),
    );
    // The view of a record takes the record's own name.
    const views = exported.filter(({ name }) => name.endsWith("View"));
    const all = [
      ...views.map((each) => ({ ...each, name: each.name.slice(0, -4) })),
      ...exported.filter(({ hasView }) => !hasView),
      ...exported.filter(({ hasView }) => hasView).map((each) => ({ ...each, name: `${each.name}Input` })),
    ];
    for (const { domain, name, schema, owner } of all) {
      if (!(schema instanceof z.ZodType) || !hasName(schema) || this.#names.has(schema)) continue;
      const id = taken.has(name) ? domain + TAKEN_MARK + name : name;
      if (taken.has(id)) continue;
      taken.add(id);
      this.#names.add(schema, { id });
      this.#owners.set(id, { domain, schema: owner });
    }
    const own = this.#names.get.bind(this.#names);
    // Adds the names to the descriptions that schemas have themselves.
    this.#names.get = ((schema: z.ZodType) => {
      const { examples: _, ...meta }: Json = { ...z.globalRegistry.get(schema), ...own(schema) };
      return Object.keys(meta).length > 0 ? meta : undefined;
    }) as typeof own;
  }

  /** The JSON schema of a zod schema with descriptions of its fields; a named one is a reference. */
  add(schema: z.ZodType, io: Io, domain: string): Json {
    const made: Json = z.toJSONSchema(schema, {
      io,
      unrepresentable: "any",
      reused: "inline",
      metadata: this.#names,
    });
    const { $schema: _, $defs = {}, ...rest } = made;
    const defs = Object.entries(Object(tidySchema($defs)) as Record<string, Json>);
    const rename = (name: string) => `${io}:${name}`;
    for (const [name, { id: _id, ...def }] of defs) {
      // zod numbers a recursive schema without a name.
      if (name.startsWith("__")) throw new Error(`${domain} has a recursive schema that no module exports.`);
      const owner = this.#owners.get(name) ?? { domain };
      this.#found[io].set(name, renameReferences(this.#described(def, owner), rename) as Json);
    }
    return renameReferences(this.#described(tidySchema(rest), { domain }), rename) as Json;
  }

  /** The schema that a reference leads to, or the schema itself. */
  resolve(schema: Json): Json {
    const [io, name] = String(schema.$ref ?? "")
      .replace(FINAL_PREFIX, "")
      .split(":");
    const found = io === "input" || io === "output" ? this.#found[io].get(name ?? "") : undefined;
    return found ?? schema;
  }

  /** The schemas that references lead to, by final name; `rename` puts final names into what `add` returned. */
  finish(roots: unknown): { schemas: Json; rename: (value: unknown) => unknown } {
    const { input, output } = this.#found;
    const differ = new Set<string>();
    const nameOf = (io: string, name: string) => (io === "input" && differ.has(name) ? `${name}Input` : name);
    const rename = (value: unknown) =>
      renameReferences(value, (name) => {
        const [io = "", own = ""] = name.split(":");
        return nameOf(io, own);
      });
    // A schema that refers to a differing one differs itself: repeated until no more is found.
    for (let before = -1; before < differ.size; ) {
      before = differ.size;
      for (const [name, def] of input) {
        const other = output.get(name);
        if (other && JSON.stringify(rename(def)) !== JSON.stringify(rename(other))) differ.add(name);
      }
    }
    const all = [...output].map(([name, def]) => [name, rename(def)] as const);
    for (const [name, def] of input) {
      if (!output.has(name) || differ.has(name)) all.push([nameOf("input", name), rename(def)]);
    }
    const schemas = Object.fromEntries(all.map(withoutRecursion).sort(([a], [b]) => (a < b ? -1 : 1)));
    const used = reachableNames(rename(roots), schemas);
    const shared = [...used].filter((name) => name.includes(TAKEN_MARK));
    if (shared.length > 0) throw new Error(`Other schemas have these names already: ${shared.join(", ")}.`);
    return {
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
      rename,
    };
  }

  /** A schema with descriptions of its fields, where it has none itself. */
  #described(value: unknown, owner: FieldOwner, within?: string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#described(item, owner, within));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        if (key === "properties")
          return [key, sortFields(this.#fields(item, owner, within), Object(value).required)];
        return [key, key === "default" ? item : this.#described(item, owner, within)];
      }),
    );
  }

  #fields(properties: unknown, owner: FieldOwner, within?: string): Record<string, Json> {
    return Object.fromEntries(
      Object.entries(Object(properties) as Record<string, Json>).map(([name, field]) => {
        const rest = this.#described(field, owner, name) as Json;
        return [name, { ...rest, ...this.#describeField(owner, name, within), ...ownDescription(field) }];
      }),
    );
  }
}

/** Fields that are required first, and those for older clients last. */
function sortFields(fields: Record<string, Json>, required: readonly string[] = []): Record<string, Json> {
  const rank = ([name, { deprecated }]: [string, Json]) => (deprecated ? 2 : required.includes(name) ? 0 : 1);
  return Object.fromEntries(Object.entries(fields).toSorted((one, other) => rank(one) - rank(other)));
}

function ownDescription({ description }: Json): Json {
  return description === undefined ? {} : { description };
}

/** Replaces a schema's references to itself by any JSON, because generators of types cannot express recursion. */
function withoutRecursion([name, def]: readonly [string, unknown]): readonly [string, unknown] {
  const own = JSON.stringify({ $ref: FINAL_PREFIX + name });
  return [name, JSON.parse(JSON.stringify(def).replaceAll(own, "{}"))];
}

const LOCAL_PREFIX = "#/$defs/";
const FINAL_PREFIX = "#/components/schemas/";

function renameReferences(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameReferences(item, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key !== "$ref" || typeof item !== "string") return [key, renameReferences(item, rename)];
      const name = item.replace(LOCAL_PREFIX, "").replace(FINAL_PREFIX, "");
      return [key, FINAL_PREFIX + rename(name)];
    }),
  );
}

/** The names of the schemas that a value refers to, directly or through others. */
function reachableNames(value: unknown, schemas: Readonly<Record<string, unknown>>): Set<string> {
  const found = new Set<string>();
  const visit = (part: unknown) =>
    renameReferences(part, (name) => {
      if (!found.has(name)) {
        found.add(name);
        visit(schemas[name]);
      }
      return name;
    });
  visit(value);
  return found;
}

/** Removes the patterns of texts that are declared as integers, and the bounds that every integer has. */
function tidySchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidySchema);
  if (typeof value !== "object" || value === null) return value;
  const isInteger = Object(value).type === "integer";
  const entries = Object.entries(value).filter(
    ([key, item]) =>
      !(isInteger && (key === "pattern" || Math.abs(Number(item)) === Number.MAX_SAFE_INTEGER)),
  );
  return Object.fromEntries(entries.map(([key, item]) => [key, tidySchema(item)]));
}

/** Whether a schema is of a kind with a name; an object behind transformations is too. */
function hasName(schema: z.ZodType): boolean {
  return NAMED_KINDS.has(schema._zod.def.type) || (schema instanceof z.ZodPipe && leadsToObject(schema));
}

function leadsToObject(schema: unknown): boolean {
  if (!(schema instanceof z.ZodPipe)) return schema instanceof z.ZodObject;
  return leadsToObject(schema.in) || leadsToObject(schema.out);
}

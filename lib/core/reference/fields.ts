import { html, joinHtml, type SafeHtml } from "#core/html.ts";
import { inlineHtml } from "./markdown.ts";

export type Json = Record<string, unknown>;

/** Levels of fields that are shown; deeper ones are only in the example. */
const MAX_DEPTH = 4;

export type SchemaLookup = (schema: Json) => { name?: string; schema: Json };

export function lookupIn(document: Json): SchemaLookup {
  const schemas = asObject(asObject(document.components).schemas);
  return (schema) => {
    const name = String(schema.$ref ?? "")
      .split("/")
      .at(-1);
    return name && schema.$ref ? { name, schema: asObject(schemas[name]) } : { schema };
  };
}

/** The fields of a body as a list; the fields within a field are collapsed. */
export function fieldList(given: unknown, lookup: SchemaLookup, depth = 0): SafeHtml | undefined {
  const schema = innerSchema(asObject(given), lookup);
  const forms = alternatives(schema, lookup);
  if (forms.length > 1) {
    return html`${forms.map(
      (form, index) =>
        html`<p class="soft">${index === 0 ? "One form:" : "Or:"}</p>${fieldList(form, lookup, depth)}`,
    )}`;
  }
  const all = propertiesOf(schema, lookup);
  const fields = Object.entries(all.properties).map(([name, field]) => ({ name, field: asObject(field) }));
  const items = inOrder(fields.map((each) => ({ ...each, required: all.required.has(each.name) }))).map(
    ({ name, field, required }) => fieldItem(name, field, required, lookup, depth),
  );
  return items.length > 0 ? html`<ul class="fields">${items}</ul>` : undefined;
}

/** Parameters of the path, the query or the headers, shown like the fields of a body. */
export function parameterList(parameters: readonly Json[], lookup: SchemaLookup): SafeHtml {
  const fields = parameters.map(({ name, required, description, deprecated, schema }) => ({
    name: String(name),
    required: required === true,
    field: { deprecated, ...asObject(schema), description },
  }));
  const items = inOrder(fields).map(({ name, field, required }) =>
    fieldItem(name, field, required, lookup, MAX_DEPTH),
  );
  return html`<ul class="fields">${items}</ul>`;
}

/** Required fields first, deprecated ones last. */
function inOrder<T extends { required: boolean; field: Json }>(fields: readonly T[]): T[] {
  const rank = ({ required, field }: T) => (required ? 0 : field.deprecated === true ? 2 : 1);
  return fields.toSorted((one, other) => rank(one) - rank(other));
}

function fieldItem(
  name: string,
  field: Json,
  required: boolean,
  lookup: SchemaLookup,
  depth: number,
): SafeHtml {
  const { schema } = lookup(field);
  const text = String(field.description ?? schema.description ?? "");
  const below = depth < MAX_DEPTH && fieldList(field, lookup, depth + 1);
  return html`${[
    html`<li><code class="name">${name}</code> <span class="soft">${typeText(field, lookup)}</span>`,
    required && html` <span class="mark">required</span>`,
    field.deprecated === true && html` <span class="mark">deprecated</span>`,
    text && html`<p>${inlineHtml(text)}</p>`,
    boundsOf(schema),
    below && html`<details><summary>Fields of <code>${name}</code></summary>${below}</details>`,
    html`</li>`,
  ]}`;
}

function boundsOf(schema: Json): SafeHtml | undefined {
  const {
    enum: values,
    minimum,
    maximum,
    minLength,
    maxLength,
    minItems,
    maxItems,
    pattern,
    default: unless,
  } = asObject(schema.type === "array" ? { ...asObject(schema.items), ...schema } : schema);
  const codes = (all: unknown[]) =>
    joinHtml(
      all.map((each) => html`<code>${String(each)}</code>`),
      ", ",
    );
  const texts = [
    Array.isArray(values) ? html`One of ${codes(values)}.` : "",
    minimum !== undefined ? `At least ${minimum}.` : "",
    maximum !== undefined ? `At most ${maximum}.` : "",
    minLength !== undefined && Number(minLength) > 1 ? `At least ${minLength} characters.` : "",
    maxLength !== undefined ? `At most ${maxLength} characters.` : "",
    minItems !== undefined && Number(minItems) > 0 ? `At least ${minItems} items.` : "",
    maxItems !== undefined ? `At most ${maxItems} items.` : "",
    typeof pattern === "string" && pattern.length < 60 ? html`Has the form <code>${pattern}</code>.` : "",
    unless !== undefined && typeof unless !== "object" ? html`${codes([unless])} unless given.` : "",
  ].filter(Boolean);
  return texts.length > 0 ? html`<p class="soft">${joinHtml(texts, " ")}</p>` : undefined;
}

function typeText(given: Json, lookup: SchemaLookup): string {
  const { name, schema } = lookup(given);
  if (schema.type === "array") return `list of ${typeText(asObject(schema.items), lookup)}`;
  const forms = alternatives(schema, lookup);
  if (forms.length > 0) {
    const texts = [...new Set(forms.map((form) => typeText(form, lookup)))];
    return `${texts.slice(0, 4).join(" or ")}${isNullable(schema) ? ", or null" : ""}`;
  }
  if (name && schema.type === "object") return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const words: Record<string, string> = { string: "text", integer: "whole number", boolean: "true or false" };
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? "any value"];
  return types.map((type) => words[String(type)] ?? String(type)).join(" or ");
}

/** The forms of a value, without `null`. */
function alternatives(schema: Json, lookup: SchemaLookup): Json[] {
  const forms = [schema.anyOf, schema.oneOf].find(Array.isArray);
  return (forms ?? []).map(asObject).filter((form: Json) => lookup(form).schema.type !== "null");
}

function isNullable(schema: Json): boolean {
  return [schema.anyOf, schema.oneOf].some(
    (forms) => Array.isArray(forms) && forms.some(({ type }) => type === "null"),
  );
}

/** The schema within a field: that of a list's items, or the only alternative that is not null. */
function innerSchema(given: Json, lookup: SchemaLookup): Json {
  const { schema } = lookup(given);
  if (schema.type === "array") return innerSchema(asObject(schema.items), lookup);
  const [form, ...others] = alternatives(schema, lookup);
  return form && others.length === 0 ? innerSchema(form, lookup) : schema;
}

function propertiesOf(schema: Json, lookup: SchemaLookup): { properties: Json; required: Set<unknown> } {
  const parts = Array.isArray(schema.allOf)
    ? schema.allOf.map((part) => propertiesOf(innerSchema(asObject(part), lookup), lookup))
    : [];
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  for (const part of parts) for (const name of part.required) required.add(name);
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties), schema.properties),
    required,
  };
}

export function asObject(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

import type { ReactNode } from "react";
import { say, type Words } from "./texts.ts";
import { w } from "./words.ts";

export type Kind = "text" | "lines" | "number" | "money" | "choice" | "check" | "time" | "tags";
export type Choice = readonly [value: string, words: Words];

/** The limits that the API sets for a field of a request. */
export interface Limits {
  required?: true;
  max?: number;
  min?: number;
  pattern?: string;
  choices?: readonly unknown[];
}

export interface Filter {
  /** The list's query parameter. */
  by: string;
  /** Whether the user can choose several values, which the parameter joins by commas. */
  several?: true;
  /** The list has two parameters, which end with `_from` and `_to`. */
  range?: true;
}

export interface FieldOptions<R> {
  label: Words;
  help?: Words;
  /** Whether lists have a column for it; a `hidden` column appears once the user selects it. */
  list?: true | "hidden";
  /** False for a field that only the server sets. */
  form?: false;
  filter?: Filter;
  /** The `sort_field` of the list. */
  sort?: string;
  choices?: readonly Choice[];
  currency?: (record: R) => string;
  /** Draws the value; without it, the value is shown as text. */
  show?: (record: R) => ReactNode;
}

/** One field of a record. Columns, filters, forms, details and comparisons are all made from it. */
export interface Field<R> extends FieldOptions<R> {
  name: string;
  kind: Kind;
  limits: Limits;
  /** Formats the value as a text. An amount takes its currency from `record`. */
  text?: (value: unknown, record: unknown) => string;
}

// A form has fields of many record types. `never` is safe, as a form does not call `show`, which takes the record.
export type AnyField = Field<never>;

type FieldName<R> = keyof R & string;
type NamedField<R, N extends string> = Field<R> & { name: N };

/**
 * Builders for the fields of one record: `const f = fieldsOf<Schemas["Customer"]>(UpdateCustomer)`. A name
 * that the record lacks does not compile.
 *
 * @param limits the limits of the request body that changes the record, from `schemas.ts`
 */
export function fieldsOf<R>(limits: Readonly<Record<string, Limits>> = {}) {
  const make =
    (kind: Kind) =>
    <N extends FieldName<R>>(name: N, options: FieldOptions<R>): NamedField<R, N> => {
      const field = { ...options, name, kind, limits: limits[name] ?? {} };
      return { ...field, text: (value) => textOf(field, value) };
    };
  return {
    text: make("text"),
    lines: make("lines"),
    number: make("number"),
    money: make("money"),
    choice: make("choice"),
    check: make("check"),
    time: make("time"),
    tags: make("tags"),
    /** Compiles only if every field of the record is either listed or explicitly left out. */
    record: recordBuilder<R>(),
  };
}

function recordBuilder<R>() {
  return <const F extends readonly { name: string }[], const L extends readonly FieldName<R>[]>(
    fields: F,
    _leavesOut: L,
    ..._missing: Missing<R, F[number]["name"] | L[number]>
  ): { readonly [N in F[number]["name"]]: Extract<F[number], { name: N }> } & { all: F } => {
    const byName = Object.fromEntries(fields.map((field) => [field.name, field]));
    // The compiler cannot see that each field has its own name as its key.
    return { ...byName, all: fields } as never;
  };
}

type Missing<R, Known> = [Exclude<FieldName<R>, Known>] extends [never]
  ? []
  : [missing: { "These fields are neither here nor left out": Exclude<FieldName<R>, Known> }];

export function textOf({ kind, choices }: Pick<AnyField, "kind" | "choices">, value: unknown): string {
  if (value === null || value === undefined || value === "") return w.none;
  if (kind === "check") return value ? w.yes : w.no;
  if (Array.isArray(value)) return value.map(String).join(", ") || w.none;
  const choice = choices?.find(([each]) => each === value);
  return choice ? say(choice[1]) : typeof value === "object" ? JSON.stringify(value) : String(value);
}

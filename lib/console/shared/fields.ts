import type { ReactNode } from "react";
import { say, type Words } from "./texts.ts";
import { w } from "./words.ts";

export type Kind = "text" | "lines" | "number" | "money" | "choice" | "check" | "moment" | "tags";
export type Choice = readonly [value: string, words: Words];

/** What `schemas.ts` says of a field of a request. */
export interface Limits {
  required?: true;
  max?: number;
  min?: number;
  pattern?: string;
  choices?: readonly unknown[];
}

export interface Filter {
  /** The parameter of the list. */
  by: string;
  /** Several of its values at once, joined by commas. */
  several?: true;
  /** `from` and `to` of a range: the parameter without its end. */
  range?: true;
}

export interface FieldOptions<R> {
  label: Words;
  help?: Words;
  /** Is a column of the list; `hidden` until somebody wants it. */
  list?: true | "hidden";
  /** Stands in forms; what only the server sets does not. */
  form?: false;
  filter?: Filter;
  /** The name by which the list is sorted. */
  sort?: string;
  choices?: readonly Choice[];
  /** The currency of an amount. */
  currency?: (record: R) => string;
  /** Shown in place of its text. */
  show?: (record: R) => ReactNode;
}

/** One field of a record: what the form, the detail, the column, the filter and the comparison are made of. */
export interface Field<R> extends FieldOptions<R> {
  name: string;
  kind: Kind;
  limits: Limits;
  /** What a value is in words; `record` has its currency. */
  text?: (value: unknown, record: unknown) => string;
}

// What a field is shown by is the record's; a form that holds many kinds does not look at it.
export type AnyField = Field<never>;

type Named<R> = keyof R & string;
type Made<R, N extends string> = Field<R> & { name: N };

/**
 * Fields of one record of the API: `const f = fieldsOf<Schemas["Customer"]>(UpdateCustomer)`. A name that the record does
 * not have does not compile.
 *
 * @param limits of the body that changes it, from `schemas.ts`
 */
export function fieldsOf<R>(limits: Readonly<Record<string, Limits>> = {}) {
  const make =
    (kind: Kind) =>
    <N extends Named<R>>(name: N, options: FieldOptions<R>): Made<R, N> => {
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
    moment: make("moment"),
    tags: make("tags"),
    /** The record whole: a field of it that is neither here nor left out does not compile. */
    record: record<R>(),
  };
}

function record<R>() {
  return <const F extends readonly { name: string }[], const L extends readonly Named<R>[]>(
    fields: F,
    _leavesOut: L,
    ..._missing: Missing<R, F[number]["name"] | L[number]>
  ): { readonly [N in F[number]["name"]]: Extract<F[number], { name: N }> } & { all: F } => {
    const byName = Object.fromEntries(fields.map((field) => [field.name, field]));
    // Each field stands under its own name.
    return { ...byName, all: fields } as never;
  };
}

type Missing<R, Known> = [Exclude<Named<R>, Known>] extends [never]
  ? []
  : [missing: { "These fields are neither here nor left out": Exclude<Named<R>, Known> }];

export function textOf({ kind, choices }: Pick<AnyField, "kind" | "choices">, value: unknown): string {
  if (value === null || value === undefined || value === "") return w.none;
  if (kind === "check") return value ? w.yes : w.no;
  if (Array.isArray(value)) return value.map(String).join(", ") || w.none;
  const choice = choices?.find(([each]) => each === value);
  return choice ? say(choice[1]) : typeof value === "object" ? JSON.stringify(value) : String(value);
}

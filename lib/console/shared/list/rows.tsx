import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import type { Field } from "#console/shared/fields.ts";
import { textOf } from "#console/shared/fields.ts";
import { Go } from "#console/shared/go.tsx";
import { money } from "#console/shared/money.ts";
import { useStore } from "#console/shared/store.ts";
import { say } from "#console/shared/texts.ts";
import { moment } from "#console/shared/time.ts";
import type { Selection } from "./bulk.tsx";
import type { Lead } from "./list.tsx";
import type { ListState } from "./state.ts";
import { t } from "./texts.ts";

interface RowsProps<R> {
  name: string;
  rows: readonly (R & { id: string })[];
  lead: Lead<R>;
  fields: readonly Field<R>[];
  list: ListState;
  selection?: Selection;
}

const NUMBERS = new Set(["money", "number"]);

export function Table<R>({ name, rows, lead, fields, list, selection }: RowsProps<R>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keys
    <section className="sheet sideways" tabIndex={0} aria-label={name}>
      <table className="rows" aria-label={name}>
        <thead>
          <tr>
            {selection && (
              <th>
                <Checkbox
                  aria-label={t.selectPage}
                  checked={selection.all}
                  indeterminate={selection.ids.length > 0 && !selection.all}
                  onChange={selection.togglePage}
                />
              </th>
            )}
            <th scope="col">{say(lead.label)}</th>
            {fields.map((field) => (
              <Head key={field.name} field={field} list={list} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-row={row.id}>
              {selection && (
                <td>
                  <Select row={row} name={lead.name(row)} selection={selection} />
                </td>
              )}
              <td>
                <Name row={row} lead={lead} />
              </td>
              {fields.map((field) => (
                <td key={field.name} className={NUMBERS.has(field.kind) ? "number" : undefined}>
                  <Shown field={field} record={row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The rows on a phone. */
export function Cards<R>({ name, rows, lead, fields, selection }: RowsProps<R>) {
  return (
    <ul className="cards" aria-label={name}>
      {rows.map((row) => (
        <li key={row.id} className="card" data-row={row.id}>
          <div className="card-head">
            <Name row={row} lead={lead} />
            {selection && <Select row={row} name={lead.name(row)} selection={selection} />}
          </div>
          <dl className="terms">
            {fields.map((field) => (
              <div key={field.name}>
                <dt>{say(field.label)}</dt>
                <dd>
                  <Shown field={field} record={row} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Name<R>({ row, lead }: { row: R; lead: Lead<R> }) {
  return (
    <span className="lead">
      {lead.before?.(row)}
      <Go to={lead.to(row)}>
        <bdi>{lead.name(row)}</bdi>
      </Go>
    </span>
  );
}

function Select({ row, name, selection }: { row: { id: string }; name: string; selection: Selection }) {
  return (
    <Checkbox
      data-select
      aria-label={t.selectRow(name)}
      checked={selection.has(row.id)}
      onChange={() => selection.toggle(row.id)}
    />
  );
}

function Head<R>({ field, list }: { field: Field<R>; list: ListState }) {
  const { label, sort, kind } = field;
  const className = NUMBERS.has(kind) ? "number" : undefined;
  if (!sort)
    return (
      <th scope="col" className={className}>
        {say(label)}
      </th>
    );
  const sorted = list.search.sort_field === sort;
  const up = list.search.sort_direction === "asc";
  return (
    <th scope="col" className={className} aria-sort={sorted ? (up ? "ascending" : "descending") : "none"}>
      <button
        type="button"
        className="sort"
        aria-label={t.sorted(say(label))}
        onClick={() => list.sortBy(sort)}
      >
        {say(label)}
        <span aria-hidden>{sorted ? (up ? " ↑" : " ↓") : ""}</span>
      </button>
    </th>
  );
}

/** The value of a record's field, in a list or a detail. */
export function Shown<R>({ field, record }: { field: Field<R>; record: R }): ReactNode {
  const { timezone } = useStore();
  if (field.show) return field.show(record);
  const value: unknown = Object(record)[field.name];
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0))
    return <span className="quiet">–</span>;
  if (field.kind === "money" && typeof value === "number")
    return money(value, field.currency?.(record) ?? Object(record).currency ?? "EUR");
  if (field.kind === "time" && typeof value === "number") return <time>{moment(value, timezone)}</time>;
  return <bdi>{textOf(field, value)}</bdi>;
}

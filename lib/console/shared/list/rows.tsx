import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import type { Field } from "#console/shared/fields.ts";
import { textOf } from "#console/shared/fields.ts";
import { money } from "#console/shared/money.ts";
import { useStore } from "#console/shared/store.ts";
import { StoreLink } from "#console/shared/store-link.tsx";
import { say } from "#console/shared/texts.ts";
import { shortTime } from "#console/shared/time.ts";
import type { Selection } from "./bulk.tsx";
import type { TitleColumn } from "./list.tsx";
import type { ListState } from "./state.ts";
import { t } from "./texts.ts";

interface RowsProps<R> {
  name: string;
  rows: readonly (R & { id: string })[];
  titleColumn: TitleColumn<R>;
  fields: readonly Field<R>[];
  list: ListState;
  selection?: Selection;
}

const NUMERIC_KINDS = new Set(["money", "number"]);

export function Table<R>({ name, rows, titleColumn, fields, list, selection }: RowsProps<R>) {
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
            <th scope="col">{say(titleColumn.label)}</th>
            {fields.map((field) => (
              <ColumnHeading key={field.name} field={field} list={list} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-row={row.id}>
              {selection && (
                <td>
                  <RowCheckbox row={row} name={titleColumn.name(row)} selection={selection} />
                </td>
              )}
              <td>
                <RowTitle row={row} lead={titleColumn} />
              </td>
              {fields.map((field) => (
                <td key={field.name} className={NUMERIC_KINDS.has(field.kind) ? "number" : undefined}>
                  <FieldValue field={field} record={row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function Cards<R>({ name, rows, titleColumn, fields, selection }: RowsProps<R>) {
  return (
    <ul className="cards" aria-label={name}>
      {rows.map((row) => (
        <li key={row.id} className="card" data-row={row.id}>
          <div className="card-head">
            <RowTitle row={row} lead={titleColumn} />
            {selection && <RowCheckbox row={row} name={titleColumn.name(row)} selection={selection} />}
          </div>
          <dl className="terms">
            {fields.map((field) => (
              <div key={field.name}>
                <dt>{say(field.label)}</dt>
                <dd>
                  <FieldValue field={field} record={row} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function RowTitle<R>({ row, lead }: { row: R; lead: TitleColumn<R> }) {
  return (
    <span className="lead">
      {lead.before?.(row)}
      <StoreLink to={lead.to(row)}>
        <bdi>{lead.name(row)}</bdi>
      </StoreLink>
    </span>
  );
}

function RowCheckbox({ row, name, selection }: { row: { id: string }; name: string; selection: Selection }) {
  return (
    <Checkbox
      data-select
      aria-label={t.selectRow(name)}
      checked={selection.has(row.id)}
      onChange={() => selection.toggle(row.id)}
    />
  );
}

function ColumnHeading<R>({ field, list }: { field: Field<R>; list: ListState }) {
  const { label, sort, kind } = field;
  const className = NUMERIC_KINDS.has(kind) ? "number" : undefined;
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
export function FieldValue<R>({ field, record }: { field: Field<R>; record: R }): ReactNode {
  const { timezone } = useStore();
  if (field.show) return field.show(record);
  const value: unknown = Object(record)[field.name];
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0))
    return <span className="quiet">–</span>;
  if (field.kind === "money" && typeof value === "number")
    return money(value, field.currency?.(record) ?? Object(record).currency ?? "EUR");
  if (field.kind === "time" && typeof value === "number") return <time>{shortTime(value, timezone)}</time>;
  return <bdi>{textOf(field, value)}</bdi>;
}

import type { ReactNode } from "react";
import { w } from "./words.ts";

interface DataTableProps {
  /** The table's accessible name. */
  name: string;
  /** The headings of the columns; an empty text for the column with buttons. */
  headings: readonly string[];
  /** The rows, as `tr` elements. */
  children: ReactNode;
}

/** A table that scrolls sideways where it does not fit. */
export function DataTable({ name, headings, children }: DataTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keys
    <section className="sideways" tabIndex={0} aria-label={w.tableOf(name)}>
      <table className="rows" aria-label={name}>
        <thead>
          <tr>
            {headings.map((head) =>
              head ? (
                <th key={head} scope="col">
                  {head}
                </th>
              ) : (
                <td key="acts" />
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

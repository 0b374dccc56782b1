import type { ReactNode } from "react";
import { w } from "./words.ts";

interface SheetProps {
  /** What it is a table of. */
  name: string;
  /** Its columns; one without a name has what can be done with a row. */
  heads: readonly string[];
  /** Its rows: `tr`. */
  children: ReactNode;
}

/** A table of a few rows, which scrolls by itself where there is little room. */
export function Sheet({ name, heads, children }: SheetProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keys
    <section className="sideways" tabIndex={0} aria-label={w.tableOf(name)}>
      <table className="rows" aria-label={name}>
        <thead>
          <tr>
            {heads.map((head) =>
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

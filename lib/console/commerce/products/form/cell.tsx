import { type ClipboardEvent, type KeyboardEvent, useId, useState } from "react";
import { useFieldState, useFormStore } from "#console/shared/form/store.ts";
import { type Column, cellText, isInvalid, parsePastedCells, pastedValues, toCell } from "../cells.ts";
import { t } from "./texts.ts";

/** The ids of the rows, and the columns, of the table of variants. */
export type Grid = { rows: readonly string[]; columns: readonly Column[] };

type CellProps = { grid: Grid; row: number; column: number; label: string };

/** One cell of the table. Typing redraws only this cell; a paste can fill several. */
export function Cell({ grid, row, column, label }: CellProps) {
  const form = useFormStore();
  const own = grid.columns[column];
  const name = own?.name(grid.rows[row] ?? "") ?? "";
  const { value, fault, set } = useFieldState(name);
  const [typed, setTyped] = useState<string>();
  const why = useId();
  if (!own) return null;
  // Keeps the text as typed while it stands for the value. A paste or reset can set another value.
  const shown = typed !== undefined && toCell(own, typed) === (value ?? null) ? typed : cellText(own, value);
  const wrong = fault ?? (typed === undefined && isInvalid(own, value) ? t.wrong(own.kind) : undefined);
  const paste = (event: ClipboardEvent) => {
    const cells = parsePastedCells(event.clipboardData.getData("text/plain"));
    if (cells.length === 1 && cells[0]?.length === 1) return;
    event.preventDefault();
    setTyped(undefined);
    form.setAll(pastedValues(cells, { row, column }, grid.rows, grid.columns));
  };
  return (
    <>
      <input
        className="cell"
        id={`field-${name}`}
        data-cell={`${row}:${column}`}
        aria-label={label}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : why}
        inputMode={
          { text: undefined, money: "decimal", count: "numeric", grams: "numeric" }[own.kind] as "text"
        }
        autoComplete="off"
        value={shown}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          set(toCell(own, event.currentTarget.value));
        }}
        onBlur={() => setTyped(undefined)}
        onPaste={paste}
        onKeyDown={(event) => moveFocus(event, row, column)}
      />
      {wrong !== undefined && (
        <span id={why} className="bad cell-fault">
          {wrong}
        </span>
      )}
    </>
  );
}

/** Moves the focus up or down in the column on Up, Down and Enter, as in a spreadsheet. */
function moveFocus(event: KeyboardEvent, row: number, column: number): void {
  const by = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
  if (!by || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const next = document.querySelector<HTMLInputElement>(`[data-cell="${row + by}:${column}"]`);
  next?.focus();
  next?.select();
}

import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { DialogForm } from "#console/shared/dialog.tsx";
import { useFormStore } from "#console/shared/form/store.ts";
import { isInvalid, toCell } from "../cells.ts";
import type { Grid } from "./cell.tsx";
import { labelsOf } from "./column-labels.tsx";
import { t } from "./texts.ts";
import type { Catalog } from "./values.ts";

/** Sets one value for all variants. SKUs are unique, so they are not offered. */
export function SetAll({ grid, setting, close }: { grid: Grid; setting: Catalog; close: () => void }) {
  const form = useFormStore();
  const columns = labelsOf(setting).map(({ short, more }) => `${short} ${more}`.trim());
  const [named, setNamed] = useState(columns[1] ?? "");
  const at = columns.indexOf(named);
  const [typed, setTyped] = useState("");
  const column = grid.columns[at];
  const value = column ? toCell(column, typed) : null;
  const wrong = column && isInvalid(column, value) ? t.wrong(column.kind) : undefined;
  const fill = () => {
    if (column) form.setAll(Object.fromEntries(grid.rows.map((row) => [column.name(row), value])));
    close();
  };
  return (
    <DialogForm title={t.all} close={close} action={t.all} blocked={wrong !== undefined} submit={fill}>
      <NativeSelect
        label={t.column}
        value={named}
        data={columns.slice(1)}
        onChange={(event) => setNamed(event.currentTarget.value)}
      />
      <TextInput
        label={t.value}
        data-autofocus
        value={typed}
        error={typed && wrong}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

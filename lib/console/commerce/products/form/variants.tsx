import { Button, Group, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { useFieldState } from "#console/shared/form/store.ts";
import { Action, Region } from "#console/shared/page.tsx";
import { MAX_VARIANTS, rowName } from "../options.ts";
import { Cell, type Grid } from "./cell.tsx";
import { ColumnHeadings, labelsOf } from "./column-labels.tsx";
import { SetAll } from "./set-all.tsx";
import { t } from "./texts.ts";
import { type Catalog, columnsOf, optionsIn, type Product, rowsIn } from "./values.ts";

type VariantsProps = { product: Product | undefined; setting: Catalog };

/** The table of variants, with a row for each combination of options. */
export function Variants({ product, setting }: VariantsProps) {
  const { value: options } = useFieldState("options");
  const { value: all, set: setAll } = useFieldState("all");
  const [filling, setFilling] = useState(false);
  const phone = useMediaQuery("(max-width: 700px)", false, { getInitialValueInEffect: false });
  const { rows, count, missing } = useMemo(
    () => rowsIn({ options, all }, product, setting),
    [options, all, product, setting],
  );
  const named = optionsIn({ options });
  const grid = useMemo<Grid>(
    () => ({ rows: rows.map(({ id }) => id), columns: columnsOf(setting) }),
    [rows, setting],
  );
  const names = rows.map((row) => rowName(row, named, t.default));
  return (
    <Region
      title={t.variants}
      beside={rows.length > 1 && <Action onClick={() => setFilling(true)}>{t.all}</Action>}
    >
      {count > MAX_VARIANTS && <Text className="bad">{t.tooMany(count)}</Text>}
      {phone ? (
        <Cards grid={grid} names={names} setting={setting} />
      ) : (
        <Table grid={grid} names={names} setting={setting} />
      )}
      {missing > 0 && (
        <Group mt="sm">
          <Text size="sm">{t.leftOut(missing)}</Text>
          <Button variant="default" size="xs" onClick={() => setAll(true)}>
            {t.addMissing(missing)}
          </Button>
        </Group>
      )}
      {filling && <SetAll grid={grid} setting={setting} close={() => setFilling(false)} />}
    </Region>
  );
}

type RowsProps = { grid: Grid; names: readonly string[]; setting: Catalog };

function Table({ grid, names, setting }: RowsProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keys */}
      <section className="sideways" tabIndex={0} aria-label={t.table}>
        <table className="rows cells" aria-label={t.variants}>
          <thead>
            <tr>
              <th scope="col">{t.variant}</th>
              <ColumnHeadings setting={setting} />
            </tr>
          </thead>
          <tbody>
            {grid.rows.map((id, row) => (
              <tr key={id}>
                <th scope="row">
                  <bdi>{names[row]}</bdi>
                </th>
                {labelsOf(setting).map(({ key, full }, column) => (
                  <td key={key}>
                    <Cell grid={grid} row={row} column={column} label={full(names[row] ?? "")} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {grid.rows.length > 1 && (
        <Text size="sm" className="quiet" mt="xs">
          {t.pasteHelp}
        </Text>
      )}
    </>
  );
}

function Cards({ grid, names, setting }: RowsProps) {
  return (
    <ul className="cards" aria-label={t.variants}>
      {grid.rows.map((id, row) => (
        <li key={id} className="card">
          <fieldset className="group">
            <legend>
              <bdi>{names[row]}</bdi>
            </legend>
            {labelsOf(setting).map(({ key, short, more, full }, column) => (
              <div key={key} className="card-cell">
                <span aria-hidden>
                  {short}
                  {more && <span className="quiet"> {more}</span>}
                </span>
                <div>
                  <Cell grid={grid} row={row} column={column} label={full(names[row] ?? "")} />
                </div>
              </div>
            ))}
          </fieldset>
        </li>
      ))}
    </ul>
  );
}

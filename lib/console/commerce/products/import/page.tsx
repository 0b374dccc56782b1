import { Text } from "@mantine/core";
import { useState } from "react";
import { IMPORT_PRODUCTS, PRODUCTS } from "#console/commerce/links.ts";
import { useRead } from "#console/shared/api/hooks.ts";
import { Failure } from "#console/shared/failure.tsx";
import { Loaded } from "#console/shared/loaded.tsx";
import { Act, Page as Frame, Region } from "#console/shared/page.tsx";
import { useSearchState } from "#console/shared/place.ts";
import { useMay, useStore } from "#console/shared/store.ts";
import { beginImport, exportedProducts } from "../transfer.ts";
import { type CellFault, checked, faultsOfFile, type Line } from "./check.ts";
import { rowsIn, rowsOf } from "./file.ts";
import { Preview } from "./preview.tsx";
import { Running } from "./running.tsx";
import { t } from "./texts.ts";

/** The API's limit for a file. */
const LARGEST = 20_000_000;

export function Page() {
  const [{ import: id }, put] = useSearchState(IMPORT_PRODUCTS);
  return (
    <Frame title={t.title} back={{ to: PRODUCTS, name: t.products }}>
      {id ? (
        <Running id={id} another={() => put({ import: undefined })} />
      ) : (
        <Choose began={(begun) => put({ import: begun })} />
      )}
    </Frame>
  );
}

interface Looked {
  file: File;
  whole: readonly CellFault[];
  lines: readonly Line[];
}

/** Compares a file with the stored products before it is imported. */
function Choose({ began }: { began: (id: string) => void }) {
  const may = useMay();
  const { id: store } = useStore();
  const markets = useRead("listMarkets", {});
  const locations = useRead("listLocations", {});
  const [file, setFile] = useState<File>();
  const [looked, setLooked] = useState<Looked>();
  const [state, setState] = useState<{ busy: boolean; error?: unknown; again?: () => void }>({ busy: false });
  const run = async (act: () => Promise<void>) => {
    setState({ busy: true });
    try {
      await act();
      setState({ busy: false });
    } catch (error) {
      setState({ busy: false, error, again: () => void run(act) });
    }
  };
  const look = async (known: { markets: string[]; locations: string[] }) => {
    if (!file) return;
    if (file.size > LARGEST) throw new Error(t.tooLarge);
    const rows = rowsOf(new Uint8Array(await file.arrayBuffer()));
    if (rows.rows.length === 0 && !rows.broken) throw new Error(t.noRows);
    const there = rowsIn(await exportedProducts(store));
    setLooked({ file, whole: faultsOfFile(rows, known), lines: checked(rows, there, known) });
  };
  const start = async (sent: File) => began(await beginImport(store, sent));
  return (
    <>
      <Region title={t.file}>
        <Text size="sm" mb="sm">
          {t.about}
        </Text>
        <input
          type="file"
          accept=".csv,text/csv"
          aria-label={t.file}
          onChange={(event) => {
            setFile(event.currentTarget.files?.[0]);
            setLooked(undefined);
            setState({ busy: false });
          }}
        />
        <Loaded<unknown> of={markets.data ? locations : markets} lines={1}>
          {() =>
            file && (
              <Act
                busy={state.busy && !looked}
                primary={!looked}
                act={() =>
                  void run(() => look(keysOf(markets.data?.items ?? [], locations.data?.items ?? [])))
                }
              >
                {t.check}
              </Act>
            )
          }
        </Loaded>
      </Region>
      {state.error !== undefined && <Failure error={state.error} again={state.again} />}
      {looked && (
        <Preview
          whole={looked.whole}
          lines={looked.lines}
          busy={state.busy}
          start={may("startImport") ? () => void run(() => start(looked.file)) : undefined}
        />
      )}
    </>
  );
}

function keysOf(
  markets: readonly { id: string; key?: string | null }[],
  locations: readonly { key: string }[],
) {
  return {
    markets: markets.map(({ id, key }) => key ?? id),
    locations: locations.map(({ key }) => key),
  };
}

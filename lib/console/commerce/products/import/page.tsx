import { Text } from "@mantine/core";
import { useState } from "react";
import { IMPORT_PRODUCTS, PRODUCTS } from "#console/commerce/links.ts";
import { useRead } from "#console/shared/api/hooks.ts";
import { Failure } from "#console/shared/failure.tsx";
import { Action, Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { useSearchState } from "#console/shared/url-params.ts";
import { exportProducts, startImport } from "../transfer.ts";
import { type CellFault, faultsOfFile, type Line, previewLines } from "./check.ts";
import { rowsIn, rowsOf } from "./file.ts";
import { ImportProgress } from "./import-progress.tsx";
import { Preview } from "./preview.tsx";
import { t } from "./texts.ts";

/** The API's limit for a file. */
const MAX_FILE_BYTES = 20_000_000;

export function Page() {
  const [{ import: id }, setSearch] = useSearchState(IMPORT_PRODUCTS);
  return (
    <Frame title={t.title} back={{ to: PRODUCTS, name: t.products }}>
      {id ? (
        <ImportProgress id={id} startAnother={() => setSearch({ import: undefined })} />
      ) : (
        <ChooseFile onStarted={(importId) => setSearch({ import: importId })} />
      )}
    </Frame>
  );
}

type CheckedFile = { file: File; fileFaults: readonly CellFault[]; lines: readonly Line[] };

/** Compares a file with the stored products before it is imported. */
function ChooseFile({ onStarted: began }: { onStarted: (id: string) => void }) {
  const may = useMay();
  const { id: store } = useStore();
  const markets = useRead("listMarkets", {});
  const locations = useRead("listLocations", {});
  const [file, setFile] = useState<File>();
  const [checkedFile, setCheckedFile] = useState<CheckedFile>();
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
  const checkFile = async (known: { markets: string[]; locations: string[] }) => {
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) throw new Error(t.tooLarge);
    const rows = rowsOf(new Uint8Array(await file.arrayBuffer()));
    if (rows.rows.length === 0 && !rows.unreadable) throw new Error(t.noRows);
    const current = rowsIn(await exportProducts(store));
    setCheckedFile({
      file,
      fileFaults: faultsOfFile(rows, known),
      lines: previewLines(rows, current, known),
    });
  };
  const start = async (sent: File) => began(await startImport(store, sent));
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
            setCheckedFile(undefined);
            setState({ busy: false });
          }}
        />
        <ReadView<unknown> of={markets.data ? locations : markets} lines={1}>
          {() =>
            file && (
              <Action
                busy={state.busy && !checkedFile}
                primary={!checkedFile}
                onClick={() =>
                  void run(() => checkFile(keysOf(markets.data?.items ?? [], locations.data?.items ?? [])))
                }
              >
                {t.check}
              </Action>
            )
          }
        </ReadView>
      </Region>
      {state.error !== undefined && <Failure error={state.error} retry={state.again} />}
      {checkedFile && (
        <Preview
          fileFaults={checkedFile.fileFaults}
          lines={checkedFile.lines}
          busy={state.busy}
          start={may("startImport") ? () => void run(() => start(checkedFile.file)) : undefined}
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

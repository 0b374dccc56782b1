import { Progress, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { PRODUCTS } from "#console/commerce/links.ts";
import { csvLine } from "#console/generated/csv.ts";
import { useRead } from "#console/shared/api/hooks.ts";
import { invalidateReads } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { DataTable } from "#console/shared/data-table.tsx";
import { saveFile } from "#console/shared/download.ts";
import { count } from "#console/shared/money.ts";
import { Action, DescriptionList, LinkButton, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useStore } from "#console/shared/store.ts";
import { say } from "#console/shared/texts.ts";
import { t } from "./texts.ts";
import { STATES } from "./words.ts";

type Import = Schemas["ProductImport"];
/** Milliseconds between two reads. */
const REFRESH_MS = 2_000;

/** Shows the progress of an import, which continues if the page is closed. */
export function ImportProgress({ id, startAnother }: { id: string; startAnother: () => void }) {
  const { id: store } = useStore();
  const [isDone, setDone] = useState(false);
  const read = useRead("getImport", { importId: id }, undefined, isDone ? {} : { every: REFRESH_MS });
  const status = read.data?.status;
  useEffect(() => {
    if (!isFinished(status)) return;
    setDone(true);
    void invalidateReads(store, ["listProducts", "getProduct"]);
  }, [status, store]);
  return (
    <ReadView of={read} lines={4} notFoundPage>
      {(data) => <Result of={data} another={startAnother} />}
    </ReadView>
  );
}

function Result({ of: data, another }: { of: Import; another: () => void }) {
  const isDone = isFinished(data.status);
  return (
    <>
      <Region title={t.progress}>
        <Text role="status">{say(STATES[data.status])}</Text>
        {/* The API knows the number of lines only at the end. */}
        {!isDone && (
          <Progress.Root my="sm">
            <Progress.Section value={100} animated aria-label={t.progress} />
          </Progress.Root>
        )}
        <DescriptionList
          items={[
            [t.read, count(data.rows)],
            [t.created, count(data.created)],
            [t.updated, count(data.updated)],
            [t.failed, count(data.failed)],
          ]}
        />
        <div className="page-actions">
          <LinkButton to={PRODUCTS}>{t.products}</LinkButton>
          {isDone && <Action onClick={another}>{t.another}</Action>}
        </div>
      </Region>
      {data.faults.length > 0 && <Faults of={data} />}
    </>
  );
}

function isFinished(status: Import["status"] | undefined): boolean {
  return status === "completed" || status === "failed";
}

function Faults({ of: { faults } }: { of: Import }) {
  const linesText = ({ lines, count: all }: Import["faults"][number]) =>
    `${lines.join(", ")}${all > lines.length ? " …" : ""}`;
  const save = () => {
    const rows = faults.map((fault) =>
      csvLine([linesText(fault), fault.key ?? "", fault.field, fault.message]),
    );
    saveFile("faults.csv", new Blob(["\ufeff", csvLine(["line", "key", "column", "fault"]), ...rows]));
  };
  return (
    <Region title={t.faultsTitle} beside={<Action onClick={save}>{t.downloadFaults}</Action>}>
      <DataTable name={t.faultsTitle} headings={[t.line, t.key, t.column, t.fault]}>
        {faults.map((fault) => (
          <tr key={`${fault.line} ${fault.field} ${fault.message}`}>
            <td>{linesText(fault)}</td>
            <td>{fault.key}</td>
            <td>{fault.field}</td>
            <td>{fault.message}</td>
          </tr>
        ))}
      </DataTable>
    </Region>
  );
}

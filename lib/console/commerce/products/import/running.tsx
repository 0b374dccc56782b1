import { Progress, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { PRODUCTS } from "#console/commerce/links.ts";
import { csvLine } from "#console/generated/csv.ts";
import { useRead } from "#console/shared/api/hooks.ts";
import { outdate } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { saveFile } from "#console/shared/download.ts";
import { Loaded } from "#console/shared/loaded.tsx";
import { count } from "#console/shared/money.ts";
import { Act, GoButton, Region, Terms } from "#console/shared/page.tsx";
import { useStore } from "#console/shared/store.ts";
import { Sheet } from "#console/shared/table.tsx";
import { say } from "#console/shared/texts.ts";
import { t } from "./texts.ts";
import { STATES } from "./words.ts";

type Import = Schemas["Import"];
/** Milliseconds between two reads. */
const EVERY = 2_000;

/** The progress of an import, which the API runs even when the page is closed. */
export function Running({ id, another }: { id: string; another: () => void }) {
  const { id: store } = useStore();
  const [over, setOver] = useState(false);
  const read = useRead("getImport", { importId: id }, undefined, over ? {} : { every: EVERY });
  const status = read.data?.status;
  useEffect(() => {
    if (!isOver(status)) return;
    setOver(true);
    void outdate(store, ["listProducts", "getProduct"]);
  }, [status, store]);
  return (
    <Loaded of={read} lines={4} page>
      {(data) => <Result of={data} another={another} />}
    </Loaded>
  );
}

function Result({ of: data, another }: { of: Import; another: () => void }) {
  const over = isOver(data.status);
  return (
    <>
      <Region title={t.progress}>
        <Text role="status">{say(STATES[data.status])}</Text>
        {/* The API knows the number of lines only at the end. */}
        {!over && (
          <Progress.Root my="sm">
            <Progress.Section value={100} animated aria-label={t.progress} />
          </Progress.Root>
        )}
        <Terms
          of={[
            [t.read, count(data.rows)],
            [t.created, count(data.created)],
            [t.updated, count(data.updated)],
            [t.failed, count(data.failed)],
          ]}
        />
        <div className="page-actions">
          <GoButton to={PRODUCTS}>{t.products}</GoButton>
          {over && <Act act={another}>{t.another}</Act>}
        </div>
      </Region>
      {data.faults.length > 0 && <Faults of={data} />}
    </>
  );
}

function isOver(status: Import["status"] | undefined): boolean {
  return status === "completed" || status === "failed";
}

function Faults({ of: { faults } }: { of: Import }) {
  const where = ({ lines, count: all }: Import["faults"][number]) =>
    `${lines.join(", ")}${all > lines.length ? " …" : ""}`;
  const save = () => {
    const rows = faults.map((fault) => csvLine([where(fault), fault.key ?? "", fault.field, fault.message]));
    saveFile("faults.csv", new Blob(["\ufeff", csvLine(["line", "key", "column", "fault"]), ...rows]));
  };
  return (
    <Region title={t.faultsTitle} beside={<Act act={save}>{t.downloadFaults}</Act>}>
      <Sheet name={t.faultsTitle} heads={[t.line, t.key, t.column, t.fault]}>
        {faults.map((fault) => (
          <tr key={`${fault.line} ${fault.field} ${fault.message}`}>
            <td>{where(fault)}</td>
            <td>{fault.key}</td>
            <td>{fault.field}</td>
            <td>{fault.message}</td>
          </tr>
        ))}
      </Sheet>
    </Region>
  );
}

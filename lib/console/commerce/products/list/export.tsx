import { ExportButton } from "#console/shared/export-button.tsx";
import { useStore } from "#console/shared/store.ts";
import { exportProducts } from "../transfer.ts";
import { t } from "./texts.ts";

export function ExportProducts() {
  const { id: store, key } = useStore();
  // A spreadsheet recognizes UTF-8 by the byte order mark.
  const make = async () => new Blob(["\ufeff", await exportProducts(store)], { type: "text/csv" });
  return <ExportButton label={t.export} name={`${key}-products.csv`} createFile={make} />;
}

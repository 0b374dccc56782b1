import { Export } from "#console/shared/export.tsx";
import { useStore } from "#console/shared/store.ts";
import { exportedProducts } from "../transfer.ts";
import { t } from "./texts.ts";

export function ExportProducts() {
  const { id: store, key } = useStore();
  // The byte order mark tells a spreadsheet that the text is UTF-8.
  const make = async () => new Blob(["\ufeff", await exportedProducts(store)], { type: "text/csv" });
  return <Export label={t.export} name={`${key}-products.csv`} make={make} />;
}

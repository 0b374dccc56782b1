import { UpdateProduct } from "#console/generated/schemas.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { fieldsOf } from "#console/shared/fields.ts";
import { count } from "#console/shared/money.ts";
import { StatusBadge } from "#console/shared/status-badge.tsx";
import { STATUSES } from "./words.ts";

type Product = Schemas["Product"];
const f = fieldsOf<Product>(UpdateProduct);

export function activeVariants({ variants }: Product) {
  return variants.filter(({ status }) => status === "active");
}

export const PRODUCT_FIELDS = f.record(
  [
    f.choice("status", {
      label: ["Status", "Status"],
      list: true,
      choices: STATUSES,
      filter: { by: "statuses", several: true },
      show: ({ status }) => <StatusBadge choices={STATUSES} value={status} />,
    }),
    f.number("variants", {
      label: ["Variants", "Varianten"],
      list: true,
      show: (product) => count(activeVariants(product).length),
    }),
    f.text("key", { label: ["Key", "Schlüssel"], list: "hidden", sort: "key" }),
    f.text("slug", { label: ["Slug", "Adressname"] }),
    f.tags("taxonomies", { label: ["Categories", "Kategorien"] }),
    f.time("created_at", { label: ["Created", "Angelegt"], list: "hidden", sort: "created_at" }),
    f.time("updated_at", { label: ["Changed", "Geändert"], list: "hidden", sort: "updated_at" }),
  ],
  ["id", "store_id", "blocks", "version"],
);

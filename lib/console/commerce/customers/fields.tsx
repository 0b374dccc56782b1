import { UpdateCustomer } from "#console/generated/schemas.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { fieldsOf } from "#console/shared/fields.ts";

const f = fieldsOf<Schemas["Customer"]>(UpdateCustomer);

export const CUSTOMER_FIELDS = f.record(
  [
    f.text("name", { label: ["Name", "Name"] }),
    f.text("email", { label: ["Email", "E-Mail"], list: true }),
    f.text("phone", { label: ["Phone", "Telefon"], list: "hidden" }),
    f.choice("language", {
      label: ["Language", "Sprache"],
      list: "hidden",
      choices: [
        ["", ["Not known", "Nicht bekannt"]],
        ["en", ["English", "English"]],
        ["de", ["Deutsch", "Deutsch"]],
      ],
    }),
    f.tags("tags", { label: ["Tags", "Schlagwörter"], list: true, filter: { by: "tags" } }),
    f.time("last_seen_at", {
      label: ["Last seen", "Zuletzt da"],
      list: true,
      filter: { by: "last_seen", range: true },
    }),
    f.time("created_at", { label: ["Since", "Seit"], list: "hidden", sort: "created_at" }),
  ],
  [
    "id",
    "store_id",
    "verified",
    "origin",
    "merged_ids",
    "updated_at",
    "other_emails",
    "notes",
    "addresses",
    "consents",
    "same_address",
    "version",
    "totals",
  ],
);

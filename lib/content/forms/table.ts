import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { terms } from "#core/dynamo/terms.ts";
import { Form, Submission } from "./schema.ts";

export const forms = entity({
  name: "form",
  schema: Form,
  pk: "TENANT#{store_id}#FORM",
  sk: "{id}",
  indexes: {
    list: "TENANT#{store_id}#FORM#{status}",
    by_updated: "{updated_at}#{id}",
    by_key: "{key}#{id}",
  },
  terms: (form) => terms([form.key]),
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Makes a key one form's within its store. */
export const formKeys = entity({
  name: "form_key",
  schema: z.object({ store_id: z.string(), key: z.string(), form_id: z.string() }),
  pk: "TENANT#{store_id}#FORM_KEY",
  sk: "{key}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

export const submissions = entity({
  name: "submission",
  schema: Submission,
  pk: "TENANT#{store_id}#FORM#{form_id}#SUBMISSION",
  sk: "{id}",
  indexes: {
    list: "TENANT#{store_id}#FORM#{form_id}#SUBMISSION",
    by_updated: "{updated_at}#{id}",
  },
  terms: (submission) =>
    terms(submission.fields.map(({ value }) => (typeof value === "string" ? value : undefined))),
  tenant: "store_id",
  deletion: { tenant: { below: "form", slot: "form_id" }, person: "unaffected" },
});

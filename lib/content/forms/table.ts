import { entity } from "#core/dynamo/entity.ts";
import { searchTerms } from "#core/dynamo/terms.ts";
import { nameEntity } from "#core/records/names.ts";
import { FORM_EVENTS, SUBMISSION_EVENTS } from "./events.ts";
import { Form, FormView, Submission, SubmissionView } from "./schema.ts";

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
  terms: (form) => searchTerms([form.key]),
  asText: { but: [] },
  tenant: "store_id",
  announces: { events: FORM_EVENTS, shows: FormView },
  deletion: { tenant: "partition", person: "unaffected" },
});

export const formNames = nameEntity(forms);

export const submissions = entity({
  name: "submission",
  schema: Submission,
  pk: "TENANT#{store_id}#FORM#{form_id}#SUBMISSION#{id%2}",
  sk: "{id}",
  indexes: { list: "TENANT#{store_id}#FORM#{form_id}#SUBMISSION", by_updated: "{updated_at}#{id}" },
  terms: (submission) =>
    searchTerms(submission.fields.map(({ value }) => (typeof value === "string" ? value : undefined))),
  termShards: 4,
  asText: { but: [] },
  counted: true,
  tenant: "store_id",
  announces: { events: SUBMISSION_EVENTS, shows: SubmissionView },
  deletion: { tenant: { below: "form", slot: "form_id" }, person: "unaffected" },
});

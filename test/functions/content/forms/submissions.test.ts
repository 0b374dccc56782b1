import { beforeAll, describe, expect, test } from "vitest";
import { queryItems } from "#core/dynamo/read.ts";
import { events } from "#core/events.ts";
import { forms, storefrontForms } from "#functions/content/forms/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { submissions } from "#lib/content/forms/table.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { eventually, mailsTo, newEmail, openStore, type TestStore, visitorOf } from "#test/support/world.ts";

const SCHEMA = [
  { type: "text", key: "name", required: true },
  { type: "number", key: "guests", min: 1, max: 12 },
  { type: "boolean", key: "terrace" },
  { type: "date", key: "day" },
  { type: "geo_location", key: "place" },
  { type: "select", key: "topics", options: ["a", "b"] },
];

let store: TestStore;
let formId: string;
beforeAll(async () => {
  store = await openStore();
  const created = { params: { storeId: store.id }, as: store.owner, body: { key: "table", schema: SCHEMA } };
  formId = (await ok(forms.createForm, created)).id;
});

const formAt = (id = formId) => ({ params: { storeId: store.id, formId: id } });
const submit = (fields: { key: string; value: unknown; type?: string }[], id = formId) =>
  call(forms.submitForm, { ...formAt(id), body: { form_id: id, fields } });

describe("a submission", () => {
  test("may leave out the form that the path names, and may not name another", async () => {
    const body = { key: "unsaid", schema: SCHEMA };
    const { id } = await ok(forms.createForm, { params: { storeId: store.id }, as: store.owner, body });
    const fields = [
      { key: "name", value: "Ada" },
      { key: "guests", value: 2 },
    ];
    expect(await ok(forms.submitForm, { ...formAt(id), body: { fields } })).toMatchObject({ form_id: id });
    const other = { ...formAt(id), body: { form_id: "form_other", fields } };
    expect((await refused(forms.submitForm, other)).body.validationErrors).toMatchObject([
      { field: "form_id" },
    ]);
  });

  test("is stored with the form's ids, keys and types, and an admin can read, list and correct it", async () => {
    const fields = [
      { key: "place", value: { coordinates: { lat: 52.5, lon: 13.4, alt: 3 }, label: "Mitte" } },
      { key: "name", type: "TEXT", value: "Ada" },
      { key: "guests", value: 2 },
      { key: "terrace", value: false },
      { key: "day", value: 1_790_000_000 },
      { key: "topics", value: ["b"] },
    ];
    const made = await ok(forms.submitForm, { ...formAt(), body: { form_id: formId, fields } });
    const form = await ok(forms.getForm, formAt());
    expect(made.fields.map(({ id }) => id)).toEqual(form.schema.map(({ id }) => id));
    expect(made.fields.find(({ key }) => key === "place")?.value).toEqual({
      coordinates: { lat: 52.5, lon: 13.4 },
      label: "Mitte",
    });
    const params = { ...formAt().params, submissionId: made.id };
    expect(await ok(forms.getSubmission, { params, as: store.owner })).toEqual(made);
    const listed = await ok(forms.listSubmissions, { ...formAt(), as: store.owner, query: { query: "ad" } });
    expect(listed.items).toEqual([made]);
    const body = { fields: [{ key: "name", value: "Grace" }] };
    const corrected = await ok(forms.updateSubmission, { params, as: store.owner, body });
    expect(corrected).toMatchObject({ id: made.id, fields: [{ key: "name", value: "Grace" }] });
    const old = await ok(forms.listSubmissions, { ...formAt(), as: store.owner, query: { query: "ada" } });
    expect(old.items).toEqual([]);
  });

  test.each([
    [
      "an unknown field",
      [
        { key: "name", value: "A" },
        { key: "age", value: 1 },
      ],
      "fields[1]",
      "FIELD.UNKNOWN",
    ],
    ["a missing required value", [], "fields", "FIELD.REQUIRED_MISSING"],
    ["an empty required value", [{ key: "name", value: "" }], "fields[0].value", "FIELD.REQUIRED_MISSING"],
    // White space, ignorable characters of PropList.txt and DerivedCoreProperties.txt, and the blank cell.
    ...[
      " \t\n",
      "\u00a0",
      "\u200b",
      "\u2003\u3000",
      "\ufeff",
      "\u00ad",
      "\u115f\u3164",
      "\u2800",
      "\u{e0020}",
      "\u0000",
    ].map((value): [string, { key: string; value: unknown }[], string, string] => [
      `a required text of ${JSON.stringify(value)} alone`,
      [{ key: "name", value }],
      "fields[0].value",
      "FIELD.REQUIRED_MISSING",
    ]),
    ["a wrong type", [{ key: "name", value: 5 }], "fields[0].value", "FIELD.TYPE_MISMATCH"],
    [
      "the type of another field",
      [{ key: "name", type: "number", value: "A" }],
      "fields[0].type",
      "FIELD.TYPE_MISMATCH",
    ],
    [
      "a number out of range",
      [
        { key: "name", value: "A" },
        { key: "guests", value: 13 },
      ],
      "fields[1].value",
      "FIELD.VALIDATION_FAILED",
    ],
    [
      "a fraction of a second",
      [
        { key: "name", value: "A" },
        { key: "day", value: 1.5 },
      ],
      "fields[1].value",
      "FIELD.TYPE_MISMATCH",
    ],
    [
      "a place beyond the pole",
      [
        { key: "name", value: "A" },
        { key: "place", value: { coordinates: { lat: 91, lon: 0 } } },
      ],
      "fields[1].value",
      "FIELD.TYPE_MISMATCH",
    ],
    [
      "an unknown option",
      [
        { key: "name", value: "A" },
        { key: "topics", value: ["c"] },
      ],
      "fields[1].value",
      "FIELD.VALIDATION_FAILED",
    ],
    [
      "a value given twice",
      [
        { key: "name", value: "A" },
        { key: "name", value: "B" },
      ],
      "fields[1]",
      "FIELD.VALIDATION_FAILED",
    ],
  ])("with %s is refused, naming it", async (_, fields, field, error) => {
    const { status, body } = await submit(fields);
    expect(status).toBe(400);
    expect(body).toMatchObject({ validationErrors: [expect.objectContaining({ field, error })] });
  });

  test("may name an optional field without a value", async () => {
    const fields = [{ key: "name", value: "\u200bAda " }, { key: "guests" }, { key: "topics" }];
    const made = await ok(forms.submitForm, { ...formAt(), body: { form_id: formId, fields } });
    expect(made.fields.map(({ key, value }) => [key, value])).toEqual([["name", "\u200bAda "]]);
    const refusal = await refused(forms.submitForm, {
      ...formAt(),
      body: { form_id: formId, fields: [{ key: "name" }] },
    });
    expect(refusal.body.validationErrors).toMatchObject([{ error: "FIELD.REQUIRED_MISSING" }]);
  });

  test("to an archived form is refused, and only members see the form", async () => {
    const created = { params: { storeId: store.id }, as: store.owner, body: { key: "old" } };
    const { id } = await ok(forms.createForm, created);
    await ok(forms.updateForm, { ...formAt(id), as: store.owner, body: { status: "ARCHIVED" } });
    expect(await submit([], id)).toMatchObject({ status: 400, body: { error: "FORM.ARCHIVED" } });
    expect(await refused(forms.getForm, formAt(id))).toMatchObject({ status: 404 });
    expect((await ok(forms.getForm, { ...formAt(id), as: store.owner })).status).toBe("archived");
    const seen = await ok(forms.listForms, { params: { storeId: store.id } });
    expect(seen.items.map((form) => form.id)).not.toContain(id);
  });

  test("by a visitor goes only to the visitor's store and names the visitor", async () => {
    const visitor = await visitorOf(store.id);
    const body = { form_id: formId, fields: [{ key: "name", value: "Visitor" }] };
    const made = await ok(storefrontForms.submitFormAsVisitor, { params: { formId }, as: visitor, body });
    expect(made).toMatchObject({ store_id: store.id, contact_id: visitor.contactId });
    expect((await ok(forms.submitForm, { ...formAt(), body })).contact_id).toBeNull();
    const elsewhere = await visitorOf((await openStore()).id);
    const answer = await refused(storefrontForms.submitFormAsVisitor, {
      params: { formId },
      as: elsewhere,
      body,
    });
    expect(answer.status).toBe(404);
  });

  test("is mailed once to the store's support email, and its event is written with it", async () => {
    const support = newEmail();
    const params = { storeId: store.id };
    await ok(stores.updateStore, { params, as: store.owner, body: { emails: { support } } });
    const body = { form_id: formId, fields: [{ key: "name", value: "<b>Ada</b>" }] };
    const made = await ok(forms.submitForm, { ...formAt(), body });
    // Earlier submissions may be mailed to the support address too.
    const mail = await eventually(
      async () => (await mailsTo(support)).find(({ body: sent }) => sent.html?.includes("&#60;b&#62;Ada")),
      "its mail",
    );
    expect(mail.subject).toContain("table");
    const { records } = await events.query(
      events.child({ tenant_id: store.id, resource: "submission", record_id: made.id }),
      { index: "child_created" },
    );
    expect(records).toMatchObject([{ type: "form.submitted", sequence: 1, data: { id: made.id } }]);
  });
});

test("a submission is made once per Idempotency-Key, and a different one with that key is a 409", async () => {
  const headers = { "idempotency-key": "first" };
  const body = { form_id: formId, fields: [{ key: "name", value: "Once" }] };
  const replies = await Promise.all(
    [1, 2, 3, 4].map(() => ok(forms.submitForm, { ...formAt(), body, headers })),
  );
  expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
  const other = { form_id: formId, fields: [{ key: "name", value: "Twice" }] };
  expect(await refused(forms.submitForm, { ...formAt(), body: other, headers })).toMatchObject({
    status: 409,
    error: "GENERAL.IDEMPOTENCY_KEY_REUSED",
  });
  const list = await ok(forms.listSubmissions, { ...formAt(), as: store.owner, query: { query: "once" } });
  expect(list.items).toHaveLength(1);
});

test("deleting a form deletes its submissions", async () => {
  const created = { params: { storeId: store.id }, as: store.owner, body: { key: "short-lived" } };
  const { id } = await ok(forms.createForm, created);
  await submit([], id);
  expect((await storedSubmissions(id)).length).toBeGreaterThan(0);
  await ok(forms.deleteForm, { ...formAt(id), as: store.owner });
  expect(await refused(forms.listSubmissions, { ...formAt(id), as: store.owner })).toMatchObject({
    status: 404,
  });
  await eventually(async () => (await storedSubmissions(id)).length === 0, "the submissions being gone");
});

// The API shows nothing of a deleted form, so the table is read.
async function storedSubmissions(form_id: string): Promise<Record<string, unknown>[]> {
  const partitions = submissions
    .partitions({ store_id: store.id, form_id })
    .flatMap((partition) => [partition, ...submissions.termPartitions(partition)]);
  const pages = await Promise.all(partitions.map((each) => queryItems(each, { consistent: true })));
  return pages.flatMap(({ items }) => items);
}

test("a form is found by id, by key and by the store's name for it", async () => {
  const byId = await ok(forms.getForm, formAt());
  expect(await ok(forms.getForm, formAt(`${store.id}:table`))).toEqual(byId);
  expect(await ok(forms.getForm, { ...formAt("any"), query: { key: "table" } })).toEqual(byId);
  expect(
    (await ok(forms.listForms, { params: { storeId: store.id }, query: { key: "table" } })).items,
  ).toEqual([byId]);
  const other = await openStore();
  expect(await refused(forms.getForm, formAt(`${other.id}:contact`))).toMatchObject({ status: 404 });
});

test("a value whose id and key name two fields is refused", async () => {
  const { id: storeId, owner } = await openStore();
  const form = await ok(forms.createForm, {
    params: { storeId },
    as: owner,
    body: {
      key: "two",
      schema: [
        { type: "text", key: "one" },
        { type: "text", key: "other" },
      ],
    },
  });
  const fields = [{ id: form.schema[0]?.id ?? "", key: "other", value: "x" }];
  const params = { storeId, formId: form.id };
  const { body } = await refused(forms.submitForm, { params, body: { form_id: form.id, fields } });
  expect(body.validationErrors.map(({ field }) => field)).toEqual(["fields[0].key"]);
});

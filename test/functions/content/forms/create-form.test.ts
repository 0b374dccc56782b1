import { expect, test } from "vitest";
import { forms } from "#functions/content/forms/routes.ts";
import { ok } from "#test/support/client.ts";
import { openStore } from "#test/support/world.ts";

test("a form is stored as it was sent, with ids for its fields", async () => {
  const { id: storeId, owner } = await openStore();
  const schema = [
    { type: "text", key: "name", required: true },
    { type: "NUMBER", key: "guests", min: 1, max: 12 },
    { type: "select", key: "topic", options: ["a", "b"] },
  ];
  const form = await ok(forms.createForm, { params: { storeId }, as: owner, body: { key: "table", schema } });
  expect(form).toMatchObject({ key: "table", store_id: storeId, status: "active" });
  expect(form.schema).toMatchObject(schema.map((field) => ({ ...field, type: field.type.toLowerCase() })));
  expect(await ok(forms.getForm, { params: { storeId, formId: form.id } })).toEqual(form);
});

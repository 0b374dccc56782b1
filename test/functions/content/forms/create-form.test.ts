import { expect, test } from "vitest";
import { forms } from "#functions/content/forms/routes.ts";
import { ok, refused } from "#test/support/client.ts";
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

test("a form's key is unique in its store, and free again after deletion", async () => {
  const { id: storeId, owner } = await openStore();
  const create = { params: { storeId }, as: owner, body: { key: "once" } };
  const form = await ok(forms.createForm, create);
  expect(await refused(forms.createForm, create)).toMatchObject({ status: 409, error: "FORM.KEY_TAKEN" });
  await ok(forms.deleteForm, { params: { storeId, formId: form.id }, as: owner });
  expect((await ok(forms.createForm, create)).id).not.toBe(form.id);
});

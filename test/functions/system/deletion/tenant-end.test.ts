import { expect, test } from "vitest";
import { forms } from "#functions/content/forms/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { openStore } from "#test/support/world.ts";

test("a warm function that cached a store writes nothing after its deletion, and reads for 30 s", async () => {
  const store = await openStore();
  const params = { storeId: store.id };
  const { token } = store.owner;
  const list = (at: number) => invokeDirect(forms.listForms, { params, token, headers: timeHeader(at) });
  const now = Math.floor(Date.now() / 1000);
  expect((await list(now)).status).toBe(200);
  await ok(stores.deleteStore, { params, as: store.owner });
  const body = JSON.stringify({ key: "late", name: "Late", schema: [] });
  expect(
    (await invokeDirect(forms.createForm, { params, token, body, headers: timeHeader(now) })).status,
  ).toBe(404);
  expect((await list(now + 30)).status).toBe(404);
});

function timeHeader(at: number): Record<string, string> {
  return { "x-local-time": String(at) };
}

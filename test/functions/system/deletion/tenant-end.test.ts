import { afterAll, expect, test } from "vitest";
import { forms } from "#functions/content/forms/routes.ts";
import { operations } from "#functions/manifest.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { type Stack, startStack } from "#infra/local/stack.ts";
import { endWhileKilled } from "#test/proofs/tenant-end.ts";
import { ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { seeded } from "#test/support/random.ts";
import { openStore } from "#test/support/world.ts";

test("a warm function that remembers a store writes nothing once its deletion is answered, and reads for 30 seconds at most", async () => {
  const store = await openStore();
  const params = { storeId: store.id };
  const { token } = store.owner;
  const list = (at: number) => invokeDirect(forms.listForms, { params, token, headers: time(at) });
  const now = Math.floor(Date.now() / 1000);
  expect((await list(now)).status).toBe(200);
  await ok(stores.deleteStore, { params, as: store.owner });
  const body = JSON.stringify({ key: "late", name: "Late", schema: [] });
  expect((await invokeDirect(forms.createForm, { params, token, body, headers: time(now) })).status).toBe(
    404,
  );
  expect((await list(now + 30)).status).toBe(404);
});

let stack: Stack | undefined;
afterAll(() => stack?.stop());

test("a tenant that is deleted under kills leaves nothing, and nothing is charged for it afterwards", async () => {
  stack = await startStack({
    manifest: { operations, workers: [] },
    environment: { LOG_LEVEL: "SILENT" },
  });
  await seeded((random) => endWhileKilled(random, 60, 25));
});

function time(at: number): Record<string, string> {
  return { "x-local-time": String(at) };
}

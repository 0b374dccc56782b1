import { expect, test } from "vitest";
import { CACHE_SECONDS } from "#core/dynamo/cache.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { storefrontAccount } from "#functions/tenancy/storefront/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { authenticate } from "#lib/tenancy/access/authenticate.ts";
import { tombstones } from "#lib/tenancy/access/records.ts";
import { ok, refused } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { purgeStore } from "#test/support/purge-store.ts";
import { bulkWrite, watchCalls } from "#test/support/table.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { openStore, testContext, visitorOf } from "#test/support/world.ts";

test("a visitor's session with a deleted store is invalid, also on paths without a store", async () => {
  const store = await openStore();
  const { token } = await visitorOf(store.id);
  await transact(testContext(), [tombstones.put({ tenant_id: store.id, deleted_at: 1 })]);
  await expect(authenticate(token, undefined, Math.floor(Date.now() / 1000))).rejects.toMatchObject({
    code: "GENERAL.UNAUTHENTICATED",
  });
  const later = Math.floor(Date.now() / 1000) + CACHE_SECONDS;
  const options = { params: { storeId: store.id }, as: { token }, at: later };
  expect(await refused(storefrontAccount.getCurrentContact, options)).toMatchObject({ status: 401 });
});

test("a deletion is announced, and the purge repeats when no function caches the store", async () => {
  const store = await openStore();
  const params = { storeId: store.id };
  const [form] = (await ok(forms.listForms, { params })).items;
  const { calls } = await watchCalls(() =>
    invokeDirect(stores.deleteStore, { params, token: store.owner.token }),
  );
  const put = calls
    .flatMap(({ input }) => ("TransactItems" in input ? Object(input.TransactItems) : []))
    .map(({ Put }: { Put?: { Item: Record<string, unknown> } }) => Put?.Item);
  expect(put).toContainEqual(
    expect.objectContaining({ _t: "event", type: "store.deleted", operation: "deleteStore" }),
  );
  const delays = put
    .filter((item: Record<string, unknown> | undefined) => item?.queue === "purge")
    .map((item?: { delay?: number }) => item?.delay ?? 0);
  expect(delays.some((delay: number) => delay > CACHE_SECONDS && delay < 120)).toBe(true);
  expect(delays.some((delay: number) => delay >= 300)).toBe(true);
  const left = async (partition: string) => (await queryItems(partition, { consistent: true })).items.length;
  const partitions = [`TENANT#${store.id}#TAXONOMY`, `TENANT#${store.id}#FORM#${form?.id}#SUBMISSION#0/2`];
  await waitForWorkers(store.id);
  // Writes as a function does that still caches the store.
  for (const pk of partitions)
    await transact(testContext(), [{ entity: "form", put: { pk, sk: form?.id, _t: "form" } }]);
  await purgeStore(store.id);
  for (const partition of partitions) expect(await left(partition), partition).toBe(0);
});

test("functions that cached a deleted store write nothing of it", async () => {
  for (const operation of [forms.createForm, forms.updateForm, forms.deleteForm]) {
    const store = await openStore();
    const params = { storeId: store.id };
    const { token } = store.owner;
    // Makes this process cache the store.
    const [form] = (await ok(forms.listForms, { params })).items;
    await invokeDirect(forms.listForms, { params, token });
    await bulkWrite([tombstones.put({ tenant_id: store.id, deleted_at: 1 })]);
    const body = JSON.stringify({ key: "late", schema: [] });
    const { calls, result } = await watchCalls(() =>
      invokeDirect(operation, { params: { ...params, formId: form?.id ?? "" }, token, body }),
    );
    expect(result.status, operation.id).toBe(404);
    expect(calls.map(({ command }) => command)).toEqual([expect.stringMatching(/Get/)]);
  }
});

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { putItems } from "#core/dynamo/batch.ts";
import { transact } from "#core/dynamo/transact.ts";
import { products } from "#functions/commerce/products/routes.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { promoCodes } from "#functions/money/promo-codes/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { restoreStoreFrom } from "#infra/commands/restore-store.ts";
import { provisionTable } from "#infra/local/provision.ts";
import { deliverMail } from "#lib/delivery/mail/deliver.ts";
import { deliveries } from "#lib/delivery/webhooks/table.ts";
import { readsOf } from "#test/proofs/transfer.ts";
import { ok } from "#test/support/client.ts";
import { exampleBody } from "#test/support/fixtures.ts";
import { bodyFor, furnish } from "#test/support/furnish.ts";
import { dumpTable, interceptCalls } from "#test/support/table.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { mailsTo, newEmail, openStore, testContext } from "#test/support/world.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "put-back-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A copy of a store's records in another table, as a restore creates it. */
async function restoredTable(storeId: string): Promise<string> {
  const name = `restored-${crypto.randomUUID()}`;
  const items = (await dumpTable()).filter((item) => JSON.stringify(item).includes(storeId));
  await provisionTable(new DynamoDBClient(), name);
  const before = process.env.TABLE_NAME ?? "";
  process.env.TABLE_NAME = name;
  try {
    await putItems(items);
  } finally {
    process.env.TABLE_NAME = before;
  }
  return name;
}

/** The answers of all reads, without versions, which a restore raises, and without events and sent mail, which stay. */
async function readAll(store: Awaited<ReturnType<typeof furnish>>, at: number): Promise<Map<string, string>> {
  const all = [...(await readsOf(store, store.owner, at))];
  const kept = all.filter(([name]) => !/Events|Activity|Event$|MailStats/.test(name));
  return new Map(kept.map(([name, answer]) => [name, answer.replaceAll(/"version":\d+/g, '"version":0')]));
}

test("a restored store answers every read as it did then, and what was sent stays sent", async () => {
  const store = await furnish();
  const params = { storeId: store.id };
  const asked = { params, as: store.owner };
  const ctx = testContext();
  const owed = { tenant_id: store.id, webhook_id: "wh_1", event_id: "evt_1", event_type: "form.submitted" };
  const created_at = ctx.now();
  const unsent = { status: "pending", attempts: 0, due_at: created_at } as const;
  await transact(ctx, [deliveries.create({ ...owed, ...unsent, ends: [], created_at })]);
  await waitForWorkers(store.id);
  const at = created_at + 60;
  const before = await readAll(store, at);
  expect(before.size).toBeGreaterThan(50);
  const from = await restoredTable(store.id);

  const { formId = "", productId = "", promoCodeId = "" } = store.ids;
  await ok(forms.deleteForm, { ...asked, params: { ...params, formId } });
  await ok(products.deleteProduct, { ...asked, params: { ...params, productId } });
  await ok(promoCodes.deletePromoCode, { ...asked, params: { ...params, promoCodeId } });
  const late = await ok(forms.createForm, {
    ...asked,
    body: { ...Object(bodyFor(forms.createForm, store.ids)), key: "late" },
  });
  const sent = `mail_${crypto.randomUUID()}`;
  const email = newEmail();
  const mail = { to: email, subject: "Once", text: "Once", html: "<p>Once</p>", tenant_id: store.id };
  expect(await deliverMail(ctx, sent, mail)).toBe("sent");
  const open = await deliveries.find(owed);
  if (open) await transact(ctx, [deliveries.replace(open, { ...open, status: "delivered", due_at: null })]);

  const file = join(folder, "overwritten.jsonl");
  await expect(restoreStoreFrom(ctx, store.id, from, file)).rejects.toThrow("archive it");
  await ok(stores.updateStore, { ...asked, body: { status: "archived" } });
  await waitForWorkers(store.id);
  const done = await restoreStoreFrom(ctx, store.id, from, file);
  expect(done).toMatchObject({ put: { form: 1, product: 1, promo_code: 1, tenant: 1 }, missed: 0 });
  expect(done.taken.form).toBe(1);
  expect(await readFile(file, "utf8")).toContain(late.id);

  await waitForWorkers(store.id);
  const after = await readAll(store, at);
  for (const [name, answer] of before) expect.soft(after.get(name), name).toBe(answer);
  expect(await deliveries.find(owed)).toMatchObject({ status: "delivered", due_at: null });
  expect(await deliverMail(ctx, sent, mail)).toBe("known");
  expect(await mailsTo(email)).toHaveLength(1);
  // The next change of a restored record works as usual.
  await ok(forms.updateForm, {
    ...asked,
    params: { ...params, formId },
    body: Object(exampleBody(forms.updateForm)),
  });
});

test("restoring an unchanged store changes nothing, and an interrupted restore can be repeated", async () => {
  const store = await openStore();
  const asked = { params: { storeId: store.id }, as: store.owner };
  const made = await Promise.all(
    ["one", "two"].map((key) => ok(forms.createForm, { ...asked, body: { key, schema: [] } })),
  );
  await waitForWorkers(store.id);
  const from = await restoredTable(store.id);
  const ctx = testContext();
  const archive = () => ok(stores.updateStore, { ...asked, body: { status: "archived" } });
  await archive();
  for (const { id } of made)
    await ok(forms.deleteForm, { ...asked, params: { ...asked.params, formId: id } });
  await waitForWorkers(store.id);
  let left = 1;
  const dying = interceptCalls(
    (command, next) => {
      if (/^(Put|Delete)/.test(command) && left-- <= 0) throw new Error("killed");
      return next();
    },
    () => restoreStoreFrom(ctx, store.id, from, join(folder, "killed.jsonl")),
  );
  await expect(dying).rejects.toThrow("killed");
  const file = join(folder, "again.jsonl");
  expect((await restoreStoreFrom(ctx, store.id, from, file)).put.tenant).toBe(1);
  const again = await ok(forms.listForms, asked);
  expect(again.items.map(({ key }) => key)).toEqual(expect.arrayContaining(["one", "two"]));
  await archive();
  const { put, taken } = await restoreStoreFrom(ctx, store.id, from, file);
  expect([put, taken]).toEqual([{ tenant: 1 }, {}]);
  await expect(restoreStoreFrom(ctx, "store_missing", from, file)).rejects.toThrow("There is no store");
});

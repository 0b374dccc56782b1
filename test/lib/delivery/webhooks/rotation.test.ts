import { expect, test } from "vitest";
import { createWebhook, deleteWebhook, findWebhook, rotateSecret } from "#lib/delivery/webhooks/service.ts";
import { decryptWebhookSecret } from "#lib/tenancy/tenants/secrets.ts";
import { interceptCalls } from "#test/support/table.ts";
import { openStore, testContext } from "#test/support/world.ts";

/** Rotates a secret, and does something else to the webhook right after its first read. */
async function rotateWhile(meanwhile: (storeId: string, id: string) => Promise<unknown>) {
  const { id: storeId } = await openStore();
  const ctx = testContext();
  const body = { url: "https://example.com/", events: [], headers: {}, enabled: true };
  const { id } = await createWebhook(ctx, storeId, body);
  let calls = 0;
  await interceptCalls(
    async (_, next) => {
      calls += 1;
      const isFirst = calls === 1;
      const answer = await next();
      if (isFirst) await meanwhile(storeId, id);
      return answer;
    },
    () => rotateSecret(ctx, storeId, id, { overlap: 60 }),
  );
  return { storeId, id };
}

test("the later of two concurrent rotations keeps the earlier one's secret", async () => {
  const other = { secret: "" };
  const { storeId, id } = await rotateWhile(async (...webhook) => {
    other.secret = (await rotateSecret(testContext(), ...webhook, { overlap: 60 })).secret;
  });
  const { endpoint } = await findWebhook(storeId, id);
  expect(await decryptWebhookSecret(storeId, endpoint?.previous_secret ?? "")).toBe(other.secret);
});

test("a webhook that is deleted during a rotation gets no new secret", async () => {
  const deleting = rotateWhile((...webhook) => deleteWebhook(testContext(), ...webhook));
  await expect(deleting).rejects.toMatchObject({ status: 404 });
});

import { forms } from "#functions/content/forms/routes.ts";
import { ok } from "#test/support/client.ts";
import { openStore } from "#test/support/world.ts";

export type BenchWorld = { storeId: string; formId: string; token: string };

export async function benchWorld(): Promise<BenchWorld> {
  const { id: storeId, owner } = await openStore();
  const body = { key: "form", schema: [{ type: "text" as const, key: "message", required: true }] };
  const form = await ok(forms.createForm, { params: { storeId }, as: owner, body });
  return { storeId, formId: form.id, token: owner.token };
}

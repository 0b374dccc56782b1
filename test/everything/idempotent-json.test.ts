import { expect, test } from "vitest";
import { forms } from "#functions/content/forms/routes.ts";
import { call } from "#test/support/client.ts";
import { openStore } from "#test/support/world.ts";

test("a retry with reordered JSON gets the first answer, and another body a 409", async () => {
  const { id: storeId, owner } = await openStore();
  const send = (raw: string) =>
    call(forms.createForm, { params: { storeId }, as: owner, raw, headers: { "idempotency-key": "k" } });
  const first = await send('{"key":"a","schema":[{"type":"text","key":"m"}]}');
  const second = await send('{ "schema": [{"key":"m","type":"text"}], "key":"a" }');
  expect([second.status, second.body]).toEqual([201, first.body]);
  expect((await send('{"key":"b","schema":[{"type":"text","key":"m"}]}')).status).toBe(409);
});

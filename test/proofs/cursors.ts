import assert from "node:assert/strict";
import { ApiError } from "#core/errors.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { listForms } from "#lib/content/forms/service.ts";
import { listSubmissions } from "#lib/content/forms/submissions.ts";
import { call, ok } from "#test/support/client.ts";
import type { Random } from "#test/support/random.ts";
import { openStore, type TestStore, testContext } from "#test/support/world.ts";

const CURSOR_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/= %\u0000é";

type ListCursor = { cursor: string; read(cursor: string): Promise<unknown> };

/** Sends changed cursors, or cursors of another list: each is a 400 that names the cursor. */
export async function mutateCursors(random: Random, mutations: number): Promise<void> {
  const stores = await Promise.all([openStore(), openStore()]);
  const good = (await Promise.all(stores.map(validCursors))).flat();
  for (const { cursor, read } of good) await read(cursor);
  for (let count = 0; count < mutations; count++) {
    const { cursor, read } = random.pick(good);
    const other = random.pick(good).cursor;
    const bad = random.chance(0.1) && other !== cursor ? other : mutateCursor(random, cursor, other);
    if (bad === cursor) continue;
    await assert.rejects(
      () => read(bad),
      (error) =>
        error instanceof ApiError && error.status === 400 && error.validationErrors[0]?.field === "cursor",
      `a page for ${JSON.stringify(bad)}, made of ${cursor}`,
    );
  }
  for (let count = 0; count < Math.min(50, mutations); count++) {
    const text = mutateCursor(random, random.pick(good).cursor, random.pick(good).cursor) || "x";
    // Longer than any cursor, but short enough for the gateway if each character takes six bytes.
    const cursor = text.slice(0, 1200);
    const { status } = await call(forms.listForms, {
      params: { storeId: stores[0]?.id ?? "" },
      query: { cursor },
    });
    assert.equal(status, 400, cursor);
  }
}

async function validCursors({ id: storeId, owner }: TestStore): Promise<ListCursor[]> {
  const ctx = testContext({ operation: "listForms" });
  const [form] = (await listForms(ctx, storeId, { key: "order-notes" })).items;
  const formId = form?.id ?? "";
  for (let count = 0; count < 3; count++) {
    await ok(forms.submitForm, {
      params: { storeId, formId },
      body: { form_id: formId, fields: [] },
      as: owner,
    });
  }
  const queries = [
    {},
    { sort_field: "key" as const },
    { sort_direction: "asc" as const },
    { status: "active" as const },
    { created_at_from: 1 },
  ];
  const lists = [
    ...queries.map((query) => (cursor?: string) => listForms(ctx, storeId, { limit: 1, ...query, cursor })),
    (cursor?: string) => listSubmissions(ctx, storeId, formId, { limit: 1, cursor }),
  ];
  return Promise.all(
    lists.map(async (read) => {
      const { cursor } = await read();
      assert.ok(cursor, "a list has a second page");
      assert.ok(cursor.length <= 1024);
      return { cursor, read };
    }),
  );
}

function mutateCursor(random: Random, cursor: string, other: string): string {
  const at = random.int(cursor.length);
  const character = CURSOR_CHARACTERS[random.int(CURSOR_CHARACTERS.length)] ?? "";
  const bytes = Buffer.from(cursor, "base64url");
  switch (random.int(9)) {
    case 0:
      return cursor.slice(0, at) + character + cursor.slice(at + 1);
    case 1:
      return cursor.slice(0, at) + character + cursor.slice(at);
    case 2:
      return cursor.slice(0, at) + cursor.slice(at + 1 + random.int(8));
    case 3:
      return cursor.slice(0, at) + other.slice(at);
    case 4:
      return cursor + character.repeat(1 + random.int(2000));
    case 5:
      bytes.writeUInt8((bytes[at % bytes.length] ?? 0) ^ (1 << random.int(8)), at % bytes.length);
      return bytes.toString("base64url");
    case 6:
      return bytes.toString("base64");
    case 7:
      return random.chance(0.5) ? cursor.toLowerCase() : [...cursor].reverse().join("");
    default:
      return Array.from(
        { length: random.int(200) },
        () => CURSOR_CHARACTERS[random.int(CURSOR_CHARACTERS.length)],
      ).join("");
  }
}

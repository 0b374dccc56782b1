import assert from "node:assert/strict";
import { forms } from "#functions/content/forms/routes.ts";
import { invokeDirect } from "#test/support/direct.ts";
import type { Random } from "#test/support/random.ts";
import { withJitter } from "#test/support/table.ts";
import { openStore, type TestStore } from "#test/support/world.ts";

/**
 * Creates forms with one key at once, under random delays: one is created, the others are refused, and the key of a
 * deleted form is free again.
 *
 * @returns number of creates that were refused
 */
export async function contendForKeys(random: Random, schedules: number): Promise<number> {
  const store = await openStore();
  let refusedCreates = 0;
  await withJitter(random, 3, async () => {
    for (let schedule = 0; schedule < schedules; schedule++) {
      const key = `contended-${schedule}`;
      const contenders = 2 + random.int(3);
      const replies = await Promise.all(Array.from({ length: contenders }, () => createForm(store, key)));
      const made = replies.filter(({ status }) => status === 201);
      assert.equal(made.length, 1, `${made.length} of ${contenders} creates of ${key} succeeded`);
      for (const { status, body } of replies) {
        if (status !== 201) assert.deepEqual([status, body.error], [409, "FORM.KEY_TAKEN"]);
      }
      refusedCreates += contenders - 1;
      await deleteAndContend(store, key, made[0]?.body.id ?? "");
    }
  });
  return refusedCreates;
}

/** Deletes a form and creates one with its key at once: the create may fail now, but works after the delete. */
async function deleteAndContend(store: TestStore, key: string, formId: string): Promise<void> {
  const params = { storeId: store.id, formId };
  const [gone, early] = await Promise.all([
    invokeDirect(forms.deleteForm, { params, token: store.owner.token }),
    createForm(store, key),
  ]);
  assert.equal(gone.status, 200);
  assert.ok(
    early.status === 201 || early.body.error === "FORM.KEY_TAKEN",
    `${early.status} ${early.body.error}`,
  );
  const again = await createForm(store, key);
  assert.equal(again.status, early.status === 201 ? 409 : 201, "after the delete the key is free, once");
}

async function createForm(store: TestStore, key: string) {
  const { status, body } = await invokeDirect(forms.createForm, {
    params: { storeId: store.id },
    token: store.owner.token,
    body: JSON.stringify({ key }),
  });
  const answer: { id?: string; error?: string } = JSON.parse(body);
  return { status, body: answer };
}

import { expect, test } from "vitest";
import { withRetries } from "#core/dynamo/retry.ts";
import { publications } from "#functions/engagement/social/routes.ts";
import { advanceAttempt } from "#lib/engagement/social/attempt.ts";
import { attemptId } from "#lib/engagement/social/attempt-record.ts";
import { requireReconnect } from "#lib/engagement/social/reconnect.ts";
import { attempts } from "#lib/engagement/social/table.ts";
import { startDuePublication } from "#lib/engagement/social/transition-writes.ts";
import { ok } from "#test/support/client.ts";
import { connectSandbox, injectFault, publishText, waitForPublication } from "#test/support/social.ts";
import { eventually, openStore, type TestStore, testContext } from "#test/support/world.ts";

const NOW = Math.floor(Date.now() / 1000);
const LATER = NOW + 7200;
/** Failed look-ups after which an outcome counts as unknown. */
const ROUNDS = 3;

/** A store with an account, and actions on its publications. */
async function openSocial() {
  const store = await openStore();
  const account = await connectSandbox(store);
  const storeId = store.id;
  const at = (publicationId: string) => ({ params: { storeId, publicationId }, as: store.owner });
  const create = async (body: { scheduled_at?: number; publish?: boolean }) => {
    const content = { text: "Guji, washed, is back." };
    const whole = { social_account_id: account.id, content, ...body };
    const made = await ok(publications.createPublication, {
      params: { storeId },
      as: store.owner,
      body: whole,
    });
    return made.publication.id;
  };
  const social = {
    store,
    account,
    draft: () => create({}),
    scheduled: () => create({ scheduled_at: LATER }),
    cancelled: () => social.cancel(social.scheduled()),
    publish: async (id: string) => {
      const body = { confirm_not_posted: true };
      const { publication } = await ok(publications.publishPublication, { ...at(id), body });
      return publication.status;
    },
    schedule: async (id: string) => {
      const body = { scheduled_at: LATER + 60 };
      const { publication } = await ok(publications.schedulePublication, { ...at(id), body });
      return publication.status;
    },
    edit: async (id: string, scheduled_at: number | null) => {
      const { publication } = await ok(publications.updatePublication, { ...at(id), body: { scheduled_at } });
      return publication.status;
    },
    cancel: async (which: Promise<string>) => {
      const id = await which;
      const { status } = await ok(publications.cancelPublication, at(id));
      expect(status).toBe("cancelled");
      return id;
    },
    remove: (id: string) => ok(publications.deletePublication, at(id)),
  };
  return social;
}

test("a draft or cancelled publication can be scheduled, posted and deleted", async () => {
  const social = await openSocial();
  await social.cancel(social.draft());
  expect(await social.edit(await social.draft(), LATER)).toBe("scheduled");
  const scheduled = await social.scheduled();
  expect(await social.schedule(scheduled)).toBe("scheduled");
  expect(await social.edit(scheduled, null)).toBe("draft");
  expect(await social.edit(await social.cancelled(), LATER)).toBe("scheduled");
  expect(await social.schedule(await social.cancelled())).toBe("scheduled");
  expect(await social.publish(await social.cancelled())).toBe("publishing");
  expect(await social.publish(await social.scheduled())).toBe("publishing");
  for (const id of [await social.draft(), await social.scheduled(), await social.cancelled()])
    await social.remove(id);
  const { id } = await publishText(social.store, social.account.id, "And gone.");
  await social.remove(id);
});

test("a publication that fails without a sign-in can be scheduled, posted and deleted again", async () => {
  const social = await openSocial();
  const ids = await Promise.all([1, 2, 3, 4].map(social.scheduled));
  await requireReconnect(testContext(), social.store.id, social.account.id);
  const due = testContext({ clock: () => LATER });
  for (const id of ids) expect(await startDuePublication(due, { store_id: social.store.id, id })).toBe(true);
  const [first = "", second = "", third = "", fourth = ""] = ids;
  expect(await waitForPublication(social.store, first, "failed")).toMatchObject({
    error_code: "reconnect_required",
  });
  expect(await social.edit(first, LATER)).toBe("scheduled");
  expect(await social.schedule(second)).toBe("scheduled");
  expect(await social.publish(third)).toBe("publishing");
  await social.remove(fourth);
});

/** A publication whose first call the network loses, so that its outcome is unknown. */
async function openUnknown(when: "before" | "after", lookups: number) {
  const social = await openSocial();
  const { page } = social.account;
  await injectFault({ account: page, step: "publish", when });
  await injectFault({ account: page, step: "lookup", times: lookups });
  const id = await social.draft();
  await social.publish(id);
  await runLookUp(social.store, id, "unknown");
  return { social, id };
}

/** Runs the next look-up of a publication, by a clock that has reached its time. */
async function runLookUp({ id: storeId, owner }: TestStore, publicationId: string, status: string) {
  const attempt_id = attemptId(publicationId, 1);
  await eventually(async () => {
    const found = await attempts.find({ store_id: storeId, id: attempt_id });
    const then = testContext({ clock: () => found?.waits_until ?? 0 });
    if (found?.look_up) await withRetries(() => advanceAttempt(then, { store_id: storeId, attempt_id }));
    const publication = await ok(publications.getPublication, {
      params: { storeId, publicationId },
      as: owner,
    });
    return publication.status === status;
  }, `a publication that is ${status}`);
}

test("an unknown publication is resolved by the network's answer, or posted again on request", async () => {
  const [lost, posted, asked] = await Promise.all([
    openUnknown("before", ROUNDS),
    openUnknown("after", ROUNDS),
    openUnknown("before", 50),
  ]);
  expect(await asked.social.publish(asked.id)).toBe("publishing");
  await Promise.all([
    runLookUp(lost.social.store, lost.id, "failed"),
    runLookUp(posted.social.store, posted.id, "published"),
  ]);
});

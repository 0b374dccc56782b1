import { expect, test } from "vitest";
import { type Operation, slotsOf } from "#core/http/contract.ts";
import { comments } from "#functions/engagement/comments/routes.ts";
import { operations } from "#functions/manifest.ts";
import { call, ok } from "#test/support/client.ts";
import { connectSandbox, publishText, writeComment } from "#test/support/social.ts";
import { openStore, type TestStore } from "#test/support/world.ts";

type CallOptions = NonNullable<Parameters<typeof call>[1]>;

/** Ids that do not exist, by the path parameter that they are for. */
const MISSING_IDS = {
  socialAccountId: "soc_01j9z3k4m5n6p7q8r9s0t1v2w3",
  publicationId: "pub_01j9z3k4m5n6p7q8r9s0t1v2w3",
  commentId: "cmt_01j9z3k4m5n6p7q8r9s0t1v2w3",
};

const operationsWithIds = operations.filter(({ path }) =>
  slotsOf(path).some((slot) => Object.hasOwn(MISSING_IDS, slot)),
);

/** Calls an operation with the given ids and the first example of its body. */
async function answer(
  operation: Operation,
  { id: storeId, owner: as }: TestStore,
  ids: object,
): Promise<string> {
  const examples = operation.body?.meta()?.examples;
  const body = Array.isArray(examples) ? { raw: JSON.stringify(examples[0]) } : {};
  const asking = { params: { storeId, ...MISSING_IDS, ...ids }, as, ...body } as CallOptions;
  const reply = await call(operation, asking);
  return `${reply.status} ${Object(reply.body).error}`;
}

test("a missing account, publication or comment is a plain 404", async () => {
  expect(new Set(operationsWithIds.flatMap(({ path }) => slotsOf(path)))).toEqual(
    new Set(["storeId", ...Object.keys(MISSING_IDS)]),
  );
  const store = await openStore();
  const answers = await Promise.all(
    operationsWithIds.map(async (each) => [each.id, await answer(each, store, {})]),
  );
  expect(answers).toEqual(operationsWithIds.map(({ id }) => [id, "404 GENERAL.NOT_FOUND"]));
});

test("a comment of another publication is a 404", async () => {
  const store = await openStore();
  const { id } = await connectSandbox(store);
  const [one, other] = [await publishText(store, id, "One"), await publishText(store, id, "Other")];
  await writeComment(one.provider_post_id ?? "", "When do you open?");
  await ok(comments.syncEngagement, { params: { storeId: store.id }, as: store.owner, body: {} });
  const found = await ok(comments.listComments, {
    params: { storeId: store.id, publicationId: one.id },
    as: store.owner,
  });
  const commentId = found.items[0]?.id ?? "";
  for (const operation of operationsWithIds.filter(({ path }) => slotsOf(path).includes("commentId")))
    for (const ids of [{ publicationId: one.id }, { publicationId: other.id, commentId }])
      expect([operation.id, await answer(operation, store, ids)]).toEqual([
        operation.id,
        "404 GENERAL.NOT_FOUND",
      ]);
});

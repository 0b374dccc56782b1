import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from "@aws-sdk/client-dynamodb";
import { expect, test, vi } from "vitest";
import { Contention, withRetries } from "#core/dynamo/retry.ts";
import { transact } from "#core/dynamo/transact.ts";
import { ApiError, defineErrors, GENERAL } from "#core/errors.ts";
import { events } from "#core/events.ts";
import { newId } from "#core/id.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { getForm, updateForm } from "#lib/content/forms/service.ts";
import { formNames } from "#lib/content/forms/table.ts";
import { TEST_OPERATION } from "#test/support/changes.ts";
import { ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { inParallel, seeded } from "#test/support/random.ts";
import { interceptCalls, withJitter } from "#test/support/table.ts";
import { openStore, testContext, testEvent } from "#test/support/world.ts";

const AWS_FIELDS = { $metadata: {}, message: "injected" };
const cancelledBy = (...codes: string[]) =>
  new TransactionCanceledException({ ...AWS_FIELDS, CancellationReasons: codes.map((Code) => ({ Code })) });

const TEST = defineErrors("TEST", { FIRST: [409, "first"], SECOND: [400, "second"] });

/** Two writes, each with a condition and an error. */
function twoWrites() {
  const name = { tenant_id: newId("store"), text: "KEY#k", id: "form_1" };
  return [
    formNames.create(name, TEST.FIRST()),
    formNames.create({ ...name, text: "KEY#other" }, TEST.SECOND()),
  ];
}

/** Fails the first writes with these errors, one after the other; counts all writes. */
async function failWrites(errors: Error[], run: () => Promise<unknown>) {
  let writes = 0;
  const left = [...errors];
  const outcome = await interceptCalls(
    async (command, next) => {
      if (!/Transact|Put|Update|Delete/.test(command)) return next();
      writes += 1;
      const error = left.shift();
      if (error) throw error;
      return next();
    },
    () => run().catch((error: unknown) => error),
  );
  return { outcome, writes };
}

test("a transaction that conflicts with another one is retried until it succeeds", async () => {
  const conflicts = [cancelledBy("None", "TransactionConflict"), cancelledBy("ThrottlingError", "None")];
  const again = new TransactionInProgressException({ ...AWS_FIELDS });
  const { outcome, writes } = await failWrites([...conflicts, again], () =>
    transact(testContext(), twoWrites(), "done"),
  );
  expect(outcome).toBe("done");
  expect(writes).toBe(4);
});

test("a failed condition beside a conflict is an answer, not a reason to retry", async () => {
  const { outcome, writes } = await failWrites(
    [cancelledBy("TransactionConflict", "ConditionalCheckFailed")],
    () => transact(testContext(), twoWrites()),
  );
  expect(outcome).toMatchObject({ code: "TEST.SECOND" });
  expect(writes).toBe(1);
});

test("of several failed conditions, the first one with an error is the answer", async () => {
  const both = cancelledBy("ConditionalCheckFailed", "ConditionalCheckFailed");
  const { outcome } = await failWrites([both], () => transact(testContext(), twoWrites()));
  expect(outcome).toMatchObject({ code: "TEST.FIRST" });
});

test("a write that keeps conflicting ends as a 409 with Retry-After when its time is up", async () => {
  vi.stubEnv("LOCAL_PATIENCE", "0.2");
  const conflict = new TransactionConflictException({ ...AWS_FIELDS });
  const single = await failWrites(Array(6).fill(conflict), () => transact(testContext(), [twoWrites()[0]]));
  expect(single.outcome).toBeInstanceOf(Contention);
  expect(single.writes).toBe(6);
  let runs = 0;
  const outcome = await withRetries(async () => {
    runs += 1;
    throw new Contention();
  }).catch((error: unknown) => error);
  expect(outcome).toMatchObject({ code: GENERAL.CONFLICT.code, status: 409, retryAfter: 1 });
  expect(runs).toBeGreaterThan(1);
});

test("a single write or a counter that conflicts with a transaction is retried", async () => {
  const conflict = new TransactionConflictException({ ...AWS_FIELDS });
  const put = await failWrites([conflict, conflict], () => transact(testContext(), [twoWrites()[0]], "done"));
  expect([put.outcome, put.writes]).toEqual(["done", 3]);
  const event = newEvent();
  await transact(testContext(), [events.put(event)]);
  const counted = await failWrites([conflict], () =>
    events.increment(event, { sequence: 1 }, { expression: "attribute_exists(pk)" }),
  );
  expect(counted.outcome).toMatchObject({ sequence: 2 });
});

test("an SDK retry that meets its own lost write succeeds, but not one that meets another's", async () => {
  const [write] = twoWrites();
  const lost = await interceptCalls(
    async (command, next) => {
      await next();
      return command === "PutItemCommand" ? next() : undefined;
    },
    () => transact(testContext(), [write], "done").catch((error: unknown) => error),
  );
  expect(lost).toBe("done");
  await expect(transact(testContext(), [write])).rejects.toMatchObject({ code: "TEST.FIRST" });
});

test("an error other than a conflict is not hidden", async () => {
  const broken = new ConditionalCheckFailedException({ ...AWS_FIELDS });
  const { outcome } = await failWrites([broken], () => transact(testContext(), [twoWrites()[0]]));
  expect(outcome).toBeInstanceOf(ApiError);
  const other = await failWrites([new Error("no network")], () => transact(testContext(), twoWrites()));
  expect(other.outcome).toMatchObject({ message: "no network" });
});

test("concurrent changes of a record each start from the last one, or fail visibly", async () => {
  await seeded(async (random) => {
    const { id: storeId, owner } = await openStore();
    const made = await ok(forms.createForm, { params: { storeId }, as: owner, body: { key: "busy" } });
    const before = await getForm(testContext(), storeId, made.id);
    await withJitter(random, 2, () =>
      inParallel(8, 4, async (index) => {
        const schema = [{ type: "text", key: `field_${index}` }];
        const body = JSON.stringify({ status: index % 2 ? "archived" : "active", schema });
        const params = { storeId, formId: made.id };
        const send = () => invokeDirect(forms.updateForm, { params, body, token: owner.token });
        let reply = await send();
        while (reply.status === 409) reply = await send();
        expect(reply.status, reply.body).toBe(200);
      }),
    );
    const versions = await versionsOf(storeId, made.id);
    expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const after = await updateForm(testContext(), storeId, made.id, { key: "calm" });
    expect(after.created_at).toBe(before.created_at);
  });
});

/** Sequence numbers of the events of one form. */
async function versionsOf(storeId: string, formId: string): Promise<number[]> {
  const partition = events.child({ tenant_id: storeId, resource: "form", record_id: formId });
  const { records } = await events.query(partition, { index: "child_created" });
  return records.map(({ sequence }) => sequence).sort((one, other) => one - other);
}

const newEvent = () =>
  testEvent({ tenant_id: newId("store"), type: "form.created", operation: TEST_OPERATION });

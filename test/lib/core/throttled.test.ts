import {
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ThrottlingException,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import type { SQSEvent } from "aws-lambda";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import { table } from "#core/dynamo/client.ts";
import { errorsOf } from "#core/http/openapi.ts";
import { newId } from "#core/id.ts";
import { AlreadyLogged, logger } from "#core/log.ts";
import { workers } from "#core/queue/contract.ts";
import { runInTurn } from "#core/queue/run-in-turn.ts";
import { scheduledWorker } from "#core/queue/scheduled.ts";
import { worker } from "#core/queue/worker.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { operations } from "#functions/manifest.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { interceptCalls } from "#test/support/table.ts";
import { openStore } from "#test/support/world.ts";

const AWS_FIELDS = { message: "injected", $metadata: { httpStatusCode: 400 } };
const errorNamed = (name: string) => Object.assign(new Error("injected"), { name });
const cancelledBy = (...codes: string[]) =>
  new TransactionCanceledException({ ...AWS_FIELDS, CancellationReasons: codes.map((Code) => ({ Code })) });
const THROTTLING_ERRORS = [
  new ProvisionedThroughputExceededException(AWS_FIELDS),
  new ThrottlingException(AWS_FIELDS),
  new RequestLimitExceeded(AWS_FIELDS),
  errorNamed("ThrottlingException"),
];

/** Fails each matching call to the table while something runs. */
const failCalls = <T>(pattern: RegExp, refusal: () => unknown, run: () => Promise<T>) =>
  interceptCalls(async (command, next) => {
    if (!pattern.test(command)) return next();
    const found = refusal();
    if (found instanceof Error) throw found;
    return found;
  }, run);

test("a throttled call of the table is a 503 with Retry-After, and not logged as a defect", async () => {
  const { id: storeId, owner } = await openStore();
  const as = { params: { storeId }, token: owner.token };
  const list = () => invokeDirect(forms.listForms, as);
  const create = () => invokeDirect(forms.createForm, { ...as, body: JSON.stringify({ key: "press" }) });
  await list();
  const errors = vi.spyOn(logger, "error");
  const replies = [];
  for (const refusal of THROTTLING_ERRORS) replies.push(await failCalls(/^Query/, () => refusal, list));
  replies.push(await failCalls(/^Transact/, () => cancelledBy("ThrottlingError", "None"), create));
  replies.push(
    await failCalls(/^Transact/, () => cancelledBy("None", "ProvisionedThroughputExceeded"), create),
  );
  const all = { [process.env.TABLE_NAME ?? ""]: { Keys: [{ pk: "a", sk: "b" }] } };
  const unread = { output: { UnprocessedKeys: all }, response: {} };
  const some = { ...as, query: { ids: `${newId("form")},${newId("form")}` } };
  replies.push(
    await failCalls(
      /^BatchGet/,
      () => unread,
      () => invokeDirect(forms.listForms, some),
    ),
  );
  for (const { status, headers, body } of replies) {
    expect([status, headers["retry-after"]]).toEqual([503, "2"]);
    expect(JSON.parse(body)).toMatchObject({ error: "GENERAL.UNAVAILABLE", statusCode: 503 });
  }
  expect(errors).not.toHaveBeenCalled();
  errors.mockRestore();
  expect((await create()).status).toBe(201);
});

test("the SDK retries throttled calls first, and throttling does not rerun a request", async () => {
  const { id: storeId, owner } = await openStore();
  const list = () => invokeDirect(forms.listForms, { params: { storeId }, token: owner.token });
  await list();
  let calls = 0;
  table().middlewareStack.add(
    () => async () => {
      calls += 1;
      throw new ProvisionedThroughputExceededException(AWS_FIELDS);
    },
    { step: "finalizeRequest", name: "throttle", priority: "low" },
  );
  const reply = await list().finally(() => table().middlewareStack.remove("throttle"));
  expect([reply.status, calls]).toEqual([503, 4]);
  let writes = 0;
  const body = JSON.stringify({ key: "press" });
  const count = () => {
    writes += 1;
    return cancelledBy("ThrottlingError");
  };
  await failCalls(/^Transact/, count, () =>
    invokeDirect(forms.createForm, { params: { storeId }, token: owner.token, body }),
  );
  expect(writes).toBeLessThanOrEqual(7);
});

test("the reference lists the 503 for throttling with every operation", () => {
  const without = operations.filter(
    (operation) => !errorsOf(operation).some(({ code }) => code === "GENERAL.UNAVAILABLE"),
  );
  expect(without.map(({ id }) => id)).toEqual([]);
});

test("a throttled message goes back, a throttled run ends, and neither is logged as a defect", async () => {
  const errors = vi.spyOn(logger, "error").mockImplementation(() => undefined);
  const [throttled] = THROTTLING_ERRORS;
  const { take, tick } = workers("content/forms", {
    take: { summary: "t", trigger: { kind: "queue", message: z.any(), foreign: true } },
    tick: { summary: "t", trigger: { kind: "schedule", everyMinutes: 1 } },
  });
  const event = {
    Records: [{ messageId: "m", body: "1", attributes: { ApproximateReceiveCount: "1" } }],
  } as unknown as SQSEvent;
  const minute = { id: "t", time: new Date().toISOString() };
  const failing = (error: unknown) => async () => {
    throw error;
  };
  const back = { batchItemFailures: [{ itemIdentifier: "m" }] };
  expect(await worker(take, failing(throttled))(event)).toEqual(back);
  await scheduledWorker(tick, failing(throttled))(minute);
  await scheduledWorker(tick, () => runInTurn([1, 2], failing(throttled)))(minute);
  expect(errors).not.toHaveBeenCalled();
  const defect = new TypeError("a defect");
  expect(await worker(take, failing(defect))(event)).toEqual(back);
  await expect(scheduledWorker(tick, failing(defect))(minute)).rejects.toThrow(AlreadyLogged);
  expect(errors.mock.lastCall).toMatchObject(["tick failed", { outcome: "failed", error: defect }]);
  const mixed = runInTurn([throttled, defect], async (error) => {
    throw error;
  });
  await expect(mixed).rejects.toBe(defect);
  expect(errors).toHaveBeenCalledTimes(3);
  errors.mockRestore();
});

import { expect, test } from "vitest";
import { type Guards, guardsOf } from "#core/context.ts";
import { getItem, readUnguarded } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { watchCalls } from "#test/support/table.ts";
import { testContext } from "#test/support/world.ts";

class Forbidden extends Error {}

const item = () => ({ pk: `GUARD#${crypto.randomUUID()}`, sk: "A" });
const put = (key: { pk: string; sk: string }) =>
  transact(testContext(), [{ entity: "probe", put: { ...key, ttl: 1 } }]);

/** A guard that forbids the request if its item exists, and the context of such a request. */
function guardedContext() {
  const key = item();
  const judge = (found: unknown) => {
    if (found) throw new Forbidden();
  };
  const guards = guardsOf([{ key, judge }], readUnguarded);
  if (!guards) throw new Error("There are no guards.");
  return { key, guards, ctx: testContext({ guards }) };
}

const commandNames = (calls: { command: string }[]) =>
  calls.map(({ command }) => command.replace("Command", ""));

test("a read with the context takes the guards along, and later reads do not repeat them", async () => {
  const { guards, ctx } = guardedContext();
  const read = async () => {
    await getItem(item(), ctx);
    await getItem(item(), ctx);
  };
  const { calls } = await watchCalls(() => guards.runGuarded(read));
  expect(commandNames(calls)).toEqual(["BatchGetItem", "GetItem"]);
});

test("a request that reads without the context ends only after its guards were read", async () => {
  const { guards } = guardedContext();
  const beside = await watchCalls(() => guards.runGuarded(() => getItem(item())));
  expect(commandNames(beside.calls)).toEqual(["GetItem", "GetItem"]);
  const { calls } = await watchCalls(() => guardedContext().guards.runGuarded(async () => "done"));
  expect(commandNames(calls)).toEqual(["GetItem"]);
});

test("the refusal of a guard replaces the answer and any other error, and nothing is written", async () => {
  const written = item();
  const write = ({ ctx }: ReturnType<typeof guardedContext>) =>
    transact(ctx, [{ entity: "probe", put: { ...written, ttl: 1 } }]);
  const refuse = async () => {
    await getItem(item());
    throw new Error("There is none.");
  };
  const verbs = [async () => "done", refuse, async (one: ReturnType<typeof guardedContext>) => write(one)];
  for (const verb of verbs) {
    const one = guardedContext();
    await put(one.key);
    await expect(one.guards.runGuarded<unknown>(() => verb(one))).rejects.toThrow(Forbidden);
  }
  expect(await getItem(written)).toBeUndefined();
});

test("parallel requests have guards of their own", async () => {
  const [open, shut] = [guardedContext(), guardedContext()];
  await put(shut.key);
  const run = (guards: Guards, ctx: Parameters<typeof transact>[0]) =>
    guards.runGuarded(async () => {
      await getItem(item());
      return transact(ctx, [{ entity: "probe", put: { ...item(), ttl: 1 } }], "done");
    });
  const [first, second] = await Promise.allSettled([run(open.guards, open.ctx), run(shut.guards, shut.ctx)]);
  expect(first).toMatchObject({ status: "fulfilled", value: "done" });
  expect(second).toMatchObject({ status: "rejected", reason: expect.any(Forbidden) });
});

test("a write that conflicts has its guards read again", async () => {
  const { key, guards, ctx } = guardedContext();
  const taken = item();
  await put(taken);
  let tries = 0;
  const verb = () =>
    guards.runGuarded(async () => {
      tries += 1;
      const condition = { expression: "attribute_not_exists(pk)" };
      if (tries === 1) await transact(ctx, [{ entity: "probe", put: taken, condition, failure: "conflict" }]);
      return getItem(item(), ctx);
    });
  await expect(verb()).rejects.toThrow("changed by somebody else");
  await put(key);
  await expect(verb()).rejects.toThrow(Forbidden);
});

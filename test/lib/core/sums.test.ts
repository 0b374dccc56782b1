import { expect, test } from "vitest";
import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { readTogether } from "#core/dynamo/read.ts";
import { recordName } from "#core/dynamo/record-name.ts";
import { transact } from "#core/dynamo/transact.ts";
import { countRecords } from "#core/sums/count.ts";
import { aggregate, sumSource } from "#core/sums/declaration.ts";
import { addLanes, readySums, rowReads } from "#core/sums/read.ts";
import { maintainSums } from "#core/sums/service.ts";
import { drawShape, runShop } from "#test/proofs/sums.ts";
import { runRounds } from "#test/proofs/sums-world.ts";
import { interceptCalls, withMemoryTable } from "#test/support/table.ts";
import { testContext } from "#test/support/world.ts";

/** Random runs of each test. */
const RUNS = 60;

test("sums match their records after any order, kills, conflicts and rebuilds", async () => {
  const rounds = await runRounds(
    RUNS,
    "kill",
    (random) => runShop(random, drawShape(random)),
    (all) => all.some(({ kills }) => kills > 0),
  );
  const wrong = rounds.filter((each) => each.wrong.length > 0);
  expect(wrong.map(({ seed, wrong }) => ({ seed, wrong }))).toEqual([]);
});

test("without the condition on marks, the sums go wrong", async () => {
  await runRounds(
    RUNS,
    "wrong sum",
    (random) => runShop(random, { ...drawShape(random), isDeleted: false }, false),
    (all) => all.some(({ wrong }) => wrong.some((each) => / is -?\d+ and not -?\d+$/.test(each))),
  );
});

const samples = entity({
  name: "proof_card",
  schema: z.object({ store_id: z.string(), id: z.string(), copy: z.int() }),
  pk: "TENANT#{store_id}#PROOF_CARD",
  sk: "{id}",
  counted: true,
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

const sums = sumSource(samples, {
  deleted: "taken back",
  born: ({ copy }) => String(copy),
  contributions: () => ({ all: { cards: 1 } }),
});

test("a record with a reused key adds nothing if it is deleted while it is counted", async () => {
  const place = {
    tenantId: "store_1",
    tally: aggregate({ name: "cards", definition: 1, sources: [sums] }),
    lanes: 1,
  };
  const ctx = testContext();
  const key = { store_id: "store_1", id: "card_1" };
  const name = recordName("store_1", samples.key(key));
  const count = () => countRecords(ctx, { ...place, generations: ["cards-0"] }, sums, [name]);
  const remove = async () => {
    await transact(ctx, [samples.removeKey(key)]);
    await count();
  };
  let meanwhile: (() => Promise<void>) | undefined;
  const beforeWrites = async (command: string, next: () => Promise<unknown>) => {
    const act = command.startsWith("Transact") ? meanwhile : undefined;
    if (act) meanwhile = undefined;
    await act?.();
    return next();
  };
  const run = async () => {
    await transact(ctx, [samples.create({ ...key, copy: 1 })]);
    await remove();
    await transact(ctx, [samples.create({ ...key, copy: 2 })]);
    meanwhile = remove;
    await count();
    expect(meanwhile).toBeUndefined();
    const lanes = await readTogether(rowReads({ ...place, generation: "cards-0", zone: "" }, "all"));
    expect(addLanes(lanes).cards ?? 0).toBe(0);
  };
  await interceptCalls(beforeWrites, () => withMemoryTable(run));
});

test("a record of two sums is counted in both by one transaction", async () => {
  const tallies = ["cards", "copies"].map((name) => aggregate({ name, definition: 1, sources: [sums] }));
  const { count } = maintainSums(tallies, { tenantChecks: () => [] });
  const ctx = testContext();
  const key = { store_id: "store_1", id: "card_1" };
  const of = [recordName("store_1", samples.key(key))];
  const commands: string[] = [];
  const noted = (command: string, next: () => Promise<unknown>) => {
    commands.push(command);
    return next();
  };
  const run = async () => {
    await transact(ctx, readySums("store_1", ctx.now(), tallies));
    await transact(ctx, [samples.create({ ...key, copy: 1 })]);
    commands.length = 0;
    const failed = await count(ctx, [{ tenant_id: "store_1", kind: "proof_card", of, again: 0 }]);
    expect(failed.size).toBe(0);
    expect(commands.filter((each) => /Write|Put|Update/.test(each))).toEqual(["TransactWriteItemsCommand"]);
    // The reads are one of both heads, one of the marks, and one of the record.
    expect(commands.filter((each) => /Query|Get/.test(each))).toHaveLength(3);
  };
  await interceptCalls(noted, () => withMemoryTable(run));
});

import assert from "node:assert/strict";
import type { Context } from "#core/context.ts";
import { getData, listData, putData } from "#lib/system/platform-data/service.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { personActor, somebody, testContext } from "#test/support/world.ts";
import { tableFaults } from "./table-faults.ts";

/** Moves values between keys until enough faults struck: after each move exactly one of the two keys has the value. */
export async function proveDataMoves(random: Random, faultsWanted: number) {
  const { id } = await somebody();
  const faults = tableFaults(random);
  let struck = 0;
  let moves = 0;
  try {
    while (struck < faultsWanted) {
      struck += sum(
        await inParallel(8, 4, (lane) =>
          moveValues(testContext({ actor: personActor(id) }), faults, `${moves}-${lane}`),
        ),
      );
      moves += 8;
    }
  } finally {
    faults.stop();
  }
  return { moves, struck, faults: faults.count };
}

async function moveValues(
  ctx: Context,
  faults: ReturnType<typeof tableFaults>,
  name: string,
): Promise<number> {
  const [from, to] = [`old-${name}`, `new-${name}`];
  await putData(ctx, { key: from, value: name });
  const before = total(faults.count);
  await faults.strike(() => putData(ctx, { key: to, value: name, previous_key: from }).catch(() => {}));
  const there = await Promise.all([from, to].map((key) => getData(ctx, key)));
  const values = there.flatMap((item) => (item ? [item.value] : []));
  assert.deepEqual(values, [name], `${from} and ${to} hold ${JSON.stringify(there)}`);
  const listed = await listData(ctx, { key: "", limit: 1 });
  assert.equal(listed.items.length, 1);
  return total(faults.count) > before ? 1 : 0;
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
const total = (counts: Record<string, number>) => sum(Object.values(counts));

import assert from "node:assert/strict";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { newId } from "#core/id.ts";
import { submissions } from "#lib/content/forms/table.ts";
import { importFile, withEmptyStorage, withExport } from "#test/proofs/transfer.ts";
import { furnish } from "#test/support/furnish.ts";
import { bulkWrite } from "#test/support/table.ts";
import { somebody } from "#test/support/world.ts";

export const name = "a store of many records, moved in flat memory";
export { noWorkers as manifest } from "./manifests.ts";

const RECORDS = Number(process.env.SIZE ?? 100_000);
/** Most megabytes by which memory may grow, whatever the size of the store. */
const MAX_GROWTH_MB = 60;

export async function run(): Promise<string> {
  const store = await furnish();
  const made = await createSubmissions(store.id, store.ids.formId ?? "", RECORDS);
  const before = usedMegabytes();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, usedMegabytes());
  }, 500);
  const started = performance.now();
  try {
    return await withExport(
      store.id,
      async (file) => {
        const read = secondsSince(started);
        return withEmptyStorage(async () => {
          await somebody(store.owner.email);
          const begun = performance.now();
          const { items } = await importFile(file);
          assert.ok(items >= made);
          assert.ok(most - before < MAX_GROWTH_MB, `the memory grew by ${most - before} MB`);
          return `${items} records out in ${read} s and in within ${secondsSince(begun)} s; the memory grew by ${most - before} MB at most`;
        });
      },
      ".jsonl.gz",
    );
  } finally {
    clearInterval(watch);
  }
}

async function createSubmissions(store_id: string, form_id: string, count: number): Promise<number> {
  for (let made = 0; made < count; made += 2000) {
    const some = Array.from({ length: Math.min(2000, count - made) }, (_, index) => {
      const at = 1_790_000_000 + made + index;
      const value = `${crypto.randomUUID()} ${"and so on ".repeat(20)}`;
      const field = { type: "text" as const, id: "field_message", key: "message", value };
      const id = newId("sub", at);
      return submissions.put({
        id,
        form_id,
        store_id,
        contact_id: null,
        customer_id: null,
        fields: [field],
        created_at: at,
        updated_at: at,
      });
    });
    await bulkWrite(some);
  }
  return count;
}

setFlagsFromString("--expose_gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Megabytes in use after garbage collection. */
function usedMegabytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return Math.round((heapUsed + external) / 1024 / 1024);
}

function secondsSince(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

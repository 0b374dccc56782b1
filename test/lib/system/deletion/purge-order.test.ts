import { expect, test } from "vitest";
import { purgePartitions } from "#core/dynamo/purge.ts";
import { newId } from "#core/id.ts";
import { attempts, paymentCredentials } from "#lib/money/payments/table.ts";
import { tenantPartitions } from "#lib/system/deletion/tenant-partitions.ts";
import { interceptCalls } from "#test/support/table.ts";

test("a purge deletes provider credentials after the pages that they close", async () => {
  const tenant_id = newId("store");
  const pages = attempts.partitions({ tenant_id });
  const accounts = paymentCredentials.partitions({ tenant_id });
  const gone = new Set<string>();
  const early: string[] = [];
  await interceptCalls(
    async (_, next, input) => {
      const asked = (each: string) => JSON.stringify(input).includes(`"${each}"`);
      if (accounts.some(asked)) early.push(...pages.filter((each) => !gone.has(each)));
      const answer = await next();
      for (const each of [...pages, ...accounts].filter(asked)) gone.add(each);
      return answer;
    },
    () => purgePartitions(tenantPartitions(tenant_id), Number.POSITIVE_INFINITY),
  );
  expect(gone).toEqual(new Set([...pages, ...accounts]));
  expect(early).toEqual([]);
});

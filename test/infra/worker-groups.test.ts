import type { SQSEvent, SQSRecord } from "aws-lambda";
import { expect, test } from "vitest";
import { kebab } from "#core/http/contract.ts";
import { sharedQueueHandler } from "#core/queue/shared-queue.ts";
import { workers } from "#functions/manifest.ts";
import { resourcesUsedBy } from "#infra/function-access.ts";
import { sharedQueues, workerGroupsOf } from "#infra/worker-groups.ts";

const groups = workerGroupsOf(workers);
const shared = groups.filter(({ members }) => members.length > 1);

test("every worker is in one group, and messages of a shared queue name their worker", () => {
  const members = groups.flatMap((each) => each.members.map(({ id }) => id));
  expect(members.toSorted()).toEqual(workers.map(({ id }) => id).sort());
  expect(shared.length).toBeGreaterThan(0);
  expect(sharedQueues(workers)).toEqual(
    Object.fromEntries(
      shared.flatMap(({ id, members }) => members.map((each) => [kebab(each.id), kebab(id)])),
    ),
  );
  // Synthesis checks that all settings fit into 4 KB; this one stays below half.
  expect(JSON.stringify(sharedQueues(workers)).length).toBeLessThan(2048);
});

test("a shared function has no more permissions than its workers, except for providers", () => {
  const accounts = ["credentials", "billing", "apps"];
  for (const { id, members, uses = [], timeout = 0 } of shared) {
    const entrusted = id.toLowerCase().includes("provider");
    for (const worker of members) {
      const speaks = resourcesUsedBy(worker).some((use) => accounts.includes(use));
      expect(speaks, worker.id).toBe(entrusted);
      expect(worker.timeout ?? 30, worker.id).toBeLessThanOrEqual(timeout);
    }
    const plain = ["table:read", "table:write", "secrets"];
    // Workers of due rows send to queues, and some read the mail quota.
    const provider = [...plain, ...accounts, "media:write", "mail:quota", "queue:send"];
    const due = [...plain, "queue:send", "media:write"];
    const files = [...plain, "media:read", "media:write", "variants:write"];
    const own: Record<string, string[]> = { providerTidyUps: provider, dueWork: due, fileTidyUps: files };
    const allowed = own[id] ?? (entrusted ? [...plain, ...accounts, "media:write"] : plain);
    expect(uses.filter((use) => !allowed.includes(use))).toEqual([]);
  }
});

test("mail, payments and webhooks share no queue with other work", () => {
  const alone = groups.filter(({ members }) => members.length === 1).map(({ id }) => id);
  for (const id of ["sendEmail", "sendTenantEmail", "deliverWebhooks", "planDeliveries", "publishStep"])
    expect(alone).toContain(id);
  const cascades = shared.find(({ members }) => members.some(({ id }) => id === "removeEntries"));
  expect(cascades?.members.map(({ id }) => id)).not.toContain("settleOrderFromEvent");
});

test("each worker gets its own messages; failed and unaddressed ones go back", async () => {
  const got: Record<string, string[]> = {};
  const take = (name: string, failing?: string) => async () => ({
    handler: async ({ Records }: SQSEvent) => {
      got[name] = Records.map(({ messageId }) => messageId);
      if (failing === "all") throw new Error("broken");
      return { batchItemFailures: failing ? [{ itemIdentifier: failing }] : [] };
    },
  });
  const handler = sharedQueueHandler({
    one: take("one", "b"),
    two: take("two"),
    three: take("three", "all"),
  });
  const Records = [
    queueRecord("a", { to: "one" }),
    queueRecord("b", { to: "one" }),
    queueRecord("c", { to: "two" }),
    queueRecord("d", { to: "nobody" }),
    queueRecord("e", { to: "three" }),
    queueRecord("f", "no JSON"),
  ];
  const { batchItemFailures } = await handler({ Records }, {});
  expect(got).toEqual({ one: ["a", "b"], two: ["c"], three: ["e"] });
  expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier).sort()).toEqual(["b", "d", "e", "f"]);
});

function queueRecord(messageId: string, body: unknown): SQSRecord {
  return {
    messageId,
    receiptHandle: messageId,
    body: typeof body === "string" ? body : JSON.stringify(body),
    attributes: {
      ApproximateReceiveCount: "1",
      SentTimestamp: "0",
      SenderId: "",
      ApproximateFirstReceiveTimestamp: "0",
    },
    messageAttributes: {},
    md5OfBody: "",
    eventSource: "aws:sqs",
    eventSourceARN: "arn:aws:sqs:us-east-1:000000000000:follow-ups",
    awsRegion: "us-east-1",
  };
}

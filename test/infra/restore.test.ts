import { DescribeTableCommand, DescribeTimeToLiveCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { transact } from "#core/dynamo/transact.ts";
import * as manifest from "#functions/manifest.ts";
import { copyOutboundRecords, enableStream, outboundKinds } from "#infra/commands/restore.ts";
import { configOf } from "#infra/config.ts";
import { provisionTable } from "#infra/local/provision.ts";
import { deliverMail } from "#lib/delivery/mail/deliver.ts";
import { mailDeliveries, suppressions } from "#lib/delivery/mail/table.ts";
import { deliveries } from "#lib/delivery/webhooks/table.ts";
import { mailsTo, newEmail, testContext } from "#test/support/world.ts";
import { synthesise } from "./synthesis.ts";

const DELIVERY_RECORD = {
  tenant_id: "store_1",
  webhook_id: "wh_1",
  event_id: "evt_1",
  event_type: "form.submitted",
};

const streamArn =
  "arn:aws:dynamodb:eu-central-1:111122223333:table/shop-table-1/stream/2026-11-23T04:00:00.000";
const config = { ...configOf("prod", {}), table: { name: "shop-table-1", streamArn } };
const system = synthesise(config, manifest);

async function withTable<T>(table: string, run: () => Promise<T>): Promise<T> {
  const before = process.env.TABLE_NAME ?? "";
  process.env.TABLE_NAME = table;
  try {
    return await run();
  } finally {
    process.env.TABLE_NAME = before;
  }
}

test("mails and webhooks sent after a restore's time are not sent again", async () => {
  const client = new DynamoDBClient();
  const [source = "", target = ""] = ["live", "restored"].map((name) => `${name}-${crypto.randomUUID()}`);
  for (const name of [source, target]) await provisionTable(client, name);
  const ctx = testContext();
  const created_at = ctx.now();
  const pendingDelivery = {
    ...DELIVERY_RECORD,
    status: "pending" as const,
    attempts: 0,
    due_at: created_at,
    ends: [],
    created_at,
  };
  const [sent, unsent] = [`mail_${crypto.randomUUID()}`, `mail_${crypto.randomUUID()}`];
  // At the restored time, a delivery of a webhook was due, and no mail had been sent.
  for (const name of [source, target])
    await withTable(name, () => transact(ctx, [deliveries.create(pendingDelivery)]));
  const email = newEmail();
  const content = { to: email, subject: "Once", text: "Once", html: "<p>Once</p>" };
  await withTable(source, async () => {
    expect(await deliverMail(ctx, sent, content)).toBe("sent");
    const before = await deliveries.find(DELIVERY_RECORD);
    if (before)
      await transact(ctx, [deliveries.replace(before, { ...before, status: "delivered", due_at: null })]);
    const late = { address: "gone", scope: "*", reason: "bounce" as const, created_at };
    await transact(ctx, [suppressions.put(late)]);
  });
  expect(await copyOutboundRecords(client, { source, target }, outboundKinds())).toBe(3);
  await withTable(target, async () => {
    expect(await deliverMail(ctx, sent, content)).toBe("known");
    expect(await deliverMail(ctx, unsent, content)).toBe("sent");
    expect(await deliveries.find(DELIVERY_RECORD)).toMatchObject({ status: "delivered", due_at: null });
    expect(await deliveries.dueUntil(created_at + 60, undefined, DELIVERY_RECORD)).toEqual([]);
    expect(await suppressions.find({ address: "gone", scope: "*" })).toBeDefined();
    expect(await mailDeliveries.find({ id: sent })).toMatchObject({ status: "sent" });
  });
  expect(await mailsTo(email)).toHaveLength(2);
  // A second copy finds nothing newer.
  expect(await copyOutboundRecords(client, { source, target }, outboundKinds())).toBe(0);
});

test("a restored table gets its stream and TTL again", async () => {
  const client = new DynamoDBClient();
  const table = `restored-${crypto.randomUUID()}`;
  await provisionTable(client, table);
  const arn = await enableStream(client, table);
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
  expect([Table?.LatestStreamArn, Table?.StreamSpecification?.StreamViewType]).toEqual([
    arn,
    "NEW_AND_OLD_IMAGES",
  ]);
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: table }));
  expect(TimeToLiveDescription).toMatchObject({ AttributeName: "ttl" });
});

test("with a setting, functions, roles, stream and protection use a restored table", () => {
  expect(system.ofType("AWS::DynamoDB::Table")).toEqual([]);
  const sources = system.ofType("AWS::Lambda::EventSourceMapping");
  expect(sources.filter(({ properties }) => properties.EventSourceArn === streamArn)).toHaveLength(1);
  const [last] = system.ofType("Custom::Protection");
  expect(last?.properties.table).toBe("shop-table-1");
  const text = JSON.stringify(system.ofType("AWS::Lambda::Function"));
  expect(text).toContain('"TABLE_NAME":"shop-table-1"');
  expect(text).not.toContain("storefront-prod-table");
  expect(JSON.stringify(system.ofType("AWS::IAM::Role"))).toContain("table/shop-table-1/index/due");
});

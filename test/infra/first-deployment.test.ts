import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import * as manifest from "#functions/manifest.ts";
import { configOf, ENVIRONMENTS } from "#infra/config.ts";
import { handler } from "#infra/protect-data.ts";
import { type Synthesis, synthesise } from "./synthesis.ts";

/** What makes a service refuse to delete, whatever CloudFormation asks. */
const REFUSALS =
  /^(DeletionProtection\w*|TerminationProtection\w*|EnableTerminationProtection|LockConfiguration)$/;
const Emptied = z.object({ BucketName: z.object({ Ref: z.string() }) });
const systems = new Map(ENVIRONMENTS.map((name) => [name, synthesise(configOf(name, {}), manifest)]));

describe.each(ENVIRONMENTS)("a first deployment of %s that fails", (name) => {
  const { templates, ofType } = systems.get(name) as Synthesis;
  const all = templates.flatMap(({ resources }) => resources);

  test("deletes all that it made: nothing refuses, and nothing is kept by its fixed name", () => {
    const kept = all.filter(
      ({ attributes }) => !["Delete", "RetainExceptOnCreate"].includes(policyOf(attributes)),
    );
    expect(kept.map(({ logicalId }) => logicalId)).toEqual([]);
    const refusing = all.filter(({ properties }) =>
      Object.entries(properties).some(([key, value]) => REFUSALS.test(key) && value !== false),
    );
    expect(refusing.map(({ logicalId }) => logicalId)).toEqual([]);
  });

  test("empties what fills by itself before it deletes it, and so does a teardown", () => {
    const emptied = ofType("Custom::S3AutoDeleteObjects").map(
      (each) => Emptied.parse(each.properties).BucketName.Ref,
    );
    const going = ofType("AWS::S3::Bucket").filter(({ attributes }) => policyOf(attributes) === "Delete");
    expect(emptied.toSorted()).toEqual(going.map(({ logicalId }) => logicalId).toSorted());
    expect(going.length).toBeGreaterThanOrEqual(2);
  });

  test("has not protected the table yet: that is the last step of all, and is never left out", () => {
    const last = ofType("Custom::Protection");
    expect(last).toHaveLength(configOf(name, {}).protect ? 1 : 0);
    for (const { logicalId, stack } of last) {
      const root = all.filter((each) => each.stack === stack);
      const before = reachedFrom(logicalId, root);
      expect(root.map((each) => each.logicalId).filter((id) => !before.has(id))).toEqual([]);
    }
  });
});

test("what holds data stays when a protected stack goes, and goes with one that is not", () => {
  const held = ["AWS::DynamoDB::Table", "AWS::SecretsManager::Secret", "AWS::Logs::LogGroup"];
  for (const name of ENVIRONMENTS) {
    const found = held.flatMap((type) => systems.get(name)?.ofType(type) ?? []);
    const policies = new Set(found.map(({ attributes }) => policyOf(attributes)));
    expect([...policies], name).toEqual([name === "dev" ? "Delete" : "RetainExceptOnCreate"]);
  }
});

describe("the last step", () => {
  const told: { Status: string; Reason?: string }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      told.push(JSON.parse(body));
      response.end();
    });
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => server.close());

  const call = async (RequestType: "Create" | "Update" | "Delete", table: string) => {
    vi.stubEnv("TABLE_NAME", table);
    const { port } = server.address() as AddressInfo;
    const ids = { StackId: "stack", RequestId: "request", LogicalResourceId: "Last" };
    await handler({ RequestType, ResponseURL: `http://127.0.0.1:${port}/`, ...ids } as never);
    vi.unstubAllEnvs();
    return told.at(-1);
  };

  test("protects the table again and again, leaves it so when the stack goes, and says why where it cannot", async () => {
    const TableName = `protected-${crypto.randomUUID()}`;
    const client = new DynamoDBClient();
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
        KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
      }),
    );
    for (const type of ["Create", "Update", "Delete"] as const) {
      expect(await call(type, TableName)).toMatchObject({ Status: "SUCCESS", PhysicalResourceId: "Last" });
      const { Table } = await client.send(new DescribeTableCommand({ TableName }));
      expect(Table?.DeletionProtectionEnabled).toBe(true);
    }
    expect(await call("Create", "no-such-table")).toMatchObject({
      Status: "FAILED",
      Reason: expect.any(String),
    });
  });
});

function policyOf(attributes: Record<string, unknown>): string {
  return String(attributes.DeletionPolicy ?? "Delete");
}

/** What a resource waits for, by references and by `DependsOn`, at any distance. */
function reachedFrom(id: string, resources: Synthesis["templates"][number]["resources"]): Set<string> {
  const known = new Map(resources.map((each) => [each.logicalId, each]));
  const reached = new Set([id]);
  for (const next of reached) {
    const { properties, attributes } = known.get(next) ?? {};
    const text = JSON.stringify([properties, attributes?.DependsOn]);
    for (const [, named = ""] of text.matchAll(/"([A-Za-z0-9]+)"/g)) if (known.has(named)) reached.add(named);
  }
  return reached;
}

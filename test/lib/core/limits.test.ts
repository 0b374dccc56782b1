import { expect, test } from "vitest";
import { changeItem } from "#core/dynamo/change.ts";
import { PutCommand, QueryCommand, table, tableName, UpdateCommand } from "#core/dynamo/client.ts";
import { queryItems } from "#core/dynamo/read.ts";
import { transact } from "#core/dynamo/transact.ts";
import { testContext } from "#test/support/world.ts";

const pk = `LIMIT#${crypto.randomUUID()}`;
const item = { pk, sk: "one" };
const limitError = { name: "ValidationException" };
const put = (more: Record<string, unknown>) =>
  table().send(new PutCommand({ TableName: tableName(), Item: { ...item, ...more } }));
const condition = (expression: string, values: Record<string, unknown>) =>
  table().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: item,
      UpdateExpression: "SET a = :a",
      ConditionExpression: expression,
      ExpressionAttributeValues: { ":a": 1, ...values },
    }),
  );
const query = (more: object) =>
  table().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :p",
      ExpressionAttributeValues: { ":p": pk },
      ...more,
    }),
  );

test("index keys have at most as many bytes as DynamoDB allows, wherever they are written", async () => {
  await put({ list: "é".repeat(1024), by_key: "x".repeat(1024), sk: "long" });
  for (const more of [
    { list: "é".repeat(1025) },
    { due: "x".repeat(2049), due_by: "1" },
    { by_key: "x".repeat(1025) },
    { by_updated: "" },
  ]) {
    await expect(put(more)).rejects.toMatchObject(limitError);
    await expect(changeItem(item, { set: more })).rejects.toMatchObject(limitError);
    const writes = [
      { entity: "limit", put: { ...item, ...more } },
      { entity: "limit", put: { ...item, sk: "two" } },
    ];
    await expect(transact(testContext(), writes)).rejects.toMatchObject(limitError);
  }
});

test("an expression has at most 300 operators, and IN at most 100 values", async () => {
  const terms = (count: number) => Array.from({ length: count }, () => "a <> :b").join(" and ");
  await condition(terms(150), { ":b": 2 });
  await expect(condition(terms(151), { ":b": 2 })).rejects.toMatchObject(limitError);
  const choices = (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `:v${index}`);
    return condition(
      `not a in (${names.join(", ")})`,
      Object.fromEntries(names.map((name, index) => [name, index + 9])),
    );
  };
  await choices(100);
  await expect(choices(101)).rejects.toMatchObject(limitError);
});

test("no expression uses begins_with, and a page starts only after a row of its own list", async () => {
  const bound = { ":p": pk, ":x": "o" };
  const beginning = "pk = :p and begins_with(sk, :x)";
  const key = { KeyConditionExpression: beginning, ExpressionAttributeValues: bound };
  await expect(query(key)).rejects.toMatchObject(limitError);
  const filter = { FilterExpression: "begins_with (a, :x)", ExpressionAttributeValues: bound };
  await expect(query(filter)).rejects.toMatchObject(limitError);
  await expect(condition("begins_with(a, :x)", { ":x": "o" })).rejects.toMatchObject(limitError);
  expect((await queryItems(pk, { prefix: "" })).items.length).toBeGreaterThan(0);
  await query({ ExclusiveStartKey: item });
  for (const after of [{ ...item, pk: "ANOTHER" }, { pk }, { ...item, list: "x" }])
    await expect(query({ ExclusiveStartKey: after })).rejects.toMatchObject(limitError);
});

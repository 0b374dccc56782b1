import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GetCommand, PutCommand, table, tableName, UpdateCommand } from "#core/dynamo/client.ts";
import { readItem, writeCall } from "#core/dynamo/fast/wire.ts";

const options = { removeUndefinedValues: true };

// Left out, because the SDK drops this name while our reader keeps it.
const name = fc.string({ unit: "binary" }).filter((text) => text !== "__proto__");
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.string({ unit: "binary" }),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array({ minLength: 1 }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const item = fc.dictionary(name, fc.option(value, { nil: undefined }), { maxKeys: 6, noNullPrototype: true });

describe("the wire", () => {
  test("writes and reads every value as the SDK does", () => {
    fc.assert(
      fc.property(item, (fields) => {
        const theirs = marshall(fields, options);
        const ours = JSON.parse(writeCall({ Item: fields })) as { Item: Record<string, unknown> };
        const read = readItem(ours.Item);
        expect(read).toEqual(unmarshall(theirs));
        expect(read).toEqual(readItem(theirs));
      }),
      { numRuns: 300 },
    );
  });

  test("keeps an item through the table, bytes and deep values among it", async () => {
    const key = { pk: `WIRE#${crypto.randomUUID()}`, sk: "WIRE" };
    const fields = { ...key, n: 1.5, bytes: new Uint8Array([0, 255, 7]), deep: [{ a: [null, true, "ä😀"] }] };
    await table().send(new PutCommand({ TableName: tableName(), Item: { ...fields, gone: undefined } }));
    const reply = await table().send(new GetCommand({ TableName: tableName(), Key: key }));
    expect(reply.Item).toEqual(fields);
  });

  test("reports a refusal as the SDK does, with the item that caused it", async () => {
    const key = { pk: `WIRE#${crypto.randomUUID()}`, sk: "WIRE" };
    await table().send(new PutCommand({ TableName: tableName(), Item: { ...key, n: 1 } }));
    const refused = table().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: "SET n = :n",
        ConditionExpression: "n = :n",
        ExpressionAttributeValues: { ":n": 2 },
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    const error = await refused.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConditionalCheckFailedException);
    expect((error as ConditionalCheckFailedException).Item?.n).toEqual({ N: "1" });
  });

  test("refuses values that would be read as something else", () => {
    for (const wrong of [Number.NaN, 2 ** 60, () => 1, new Date(0), 1n]) {
      expect(() => writeCall({ Item: { wrong } })).toThrow("The table cannot keep");
    }
  });
});

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { timeouts } from "#core/aws.ts";
import { tableName } from "#core/dynamo/client.ts";
import type { TableDriver } from "#core/dynamo/driver.ts";
import { driver as tuned } from "#core/dynamo/fast/driver.ts";
import { driver as plain } from "#core/dynamo/plain-driver.ts";

const DRIVERS = { tuned, plain };

const clientOf = ({ settings, wrapClient }: TableDriver) =>
  wrapClient(new DynamoDBClient({ ...settings, ...timeouts(3_000) }));

const FIELDS = {
  text: "Ä\n\u{1F375}",
  empty: "",
  number: -12.5,
  flag: false,
  nothing: null,
  several: [1, "two", { three: [] }],
  map: { "a.b": { c: null } },
  bytes: new Uint8Array([0, 255]),
};

test("what one driver of the table writes, the other reads unchanged", async () => {
  for (const [writes, reads] of [
    ["tuned", "plain"],
    ["plain", "tuned"],
  ] as const) {
    const Key = { pk: `DRIVERS#${crypto.randomUUID()}`, sk: "A" };
    const Item = { ...Key, ...FIELDS, absent: undefined, ttl: 1 };
    const [by, from] = [DRIVERS[writes], DRIVERS[reads]];
    await clientOf(by).send(new by.commands.PutCommand({ TableName: tableName(), Item }));
    const reply = await clientOf(from).send(new from.commands.GetCommand({ TableName: tableName(), Key }));
    expect({ ...reply.Item }, `${writes}, then ${reads}`).toEqual({ ...Key, ...FIELDS, ttl: 1 });
  }
});

test("a record is the same after packing and unpacking by either driver", () => {
  const record = { id: "a", title: { en: "Bowl" }, tags: ["x"], note: null };
  for (const driver of Object.values(DRIVERS)) {
    const options = { asText: { but: ["id"] }, packed: ["tags"] };
    const { pack, unpack } = driver.packing(() => Object.keys(record), options);
    expect(unpack({ ...pack(record), pk: "P", sk: "S" })).toEqual(record);
  }
});

test("the plain driver remembers no reads", () => {
  const known = plain.recentReads<string>();
  known.set("a", "b");
  expect(known.get("a")).toBeUndefined();
});

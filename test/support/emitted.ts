import { DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import { operations, workers } from "#functions/manifest.ts";

/**
 * Events that an operation or a worker declares and that nothing announced in this run: each is a type that a subscriber
 * may wait for in vain. The events of a deleted store go with it: its tombstone, written beside the event, stands for
 * its last one.
 */
export async function neverEmitted(environment: Readonly<Record<string, string>>): Promise<string[]> {
  const declaring = [...operations, ...workers].filter(({ emits = [] }) => emits.length > 0);
  const names = new Set(declaring.map(({ id }) => id));
  const missing = new Set(declaring.flatMap(({ emits = [] }) => emits as readonly string[]));
  const client = new DynamoDBClient({
    endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB,
    region: environment.AWS_REGION ?? "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  const pages = paginateScan(
    { client },
    {
      TableName: environment.TABLE_NAME,
      FilterExpression: "#t = :event or #t = :tombstone",
      ProjectionExpression: "#t, #type, #operation",
      ExpressionAttributeNames: { "#t": "_t", "#type": "type", "#operation": "operation" },
      ExpressionAttributeValues: { ":event": { S: "event" }, ":tombstone": { S: "tombstone" } },
    },
  );
  for await (const { Items = [] } of pages) {
    for (const { _t, type, operation } of Items) {
      if (_t?.S === "tombstone") missing.delete("store.deleted");
      if (names.has(operation?.S ?? "")) missing.delete(type?.S ?? "");
    }
  }
  client.destroy();
  return [...missing].sort();
}

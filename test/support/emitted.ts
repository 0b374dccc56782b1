import { DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import { operations, workers } from "#functions/manifest.ts";

/**
 * Events that an operation or a worker declares and that nothing announced in this run: each is a type that a subscriber
 * may wait for in vain. Events of tenants that the run deleted for good are gone.
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
      FilterExpression: "#t = :event",
      ProjectionExpression: "#type, #operation",
      ExpressionAttributeNames: { "#t": "_t", "#type": "type", "#operation": "operation" },
      ExpressionAttributeValues: { ":event": { S: "event" } },
    },
  );
  for await (const { Items = [] } of pages) {
    for (const { type, operation } of Items) {
      if (names.has(operation?.S ?? "")) missing.delete(type?.S ?? "");
    }
  }
  client.destroy();
  return [...missing].sort();
}

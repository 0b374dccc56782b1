import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { table, tableName } from "./client.ts";
import { UpdateCommand } from "./commands.ts";
import { canExist, type Key } from "./key.ts";

/** What must hold for a write, in DynamoDB's notation. */
export interface Condition {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

/** Adds to numbers of an item that is there, and reads what results; `undefined` when the condition does not hold. */
export async function incrementItem(
  key: Key,
  amounts: Record<string, unknown>,
  condition: Condition,
): Promise<Record<string, unknown> | undefined> {
  if (!canExist(key)) return undefined;
  const fields = Object.entries(amounts);
  try {
    const reply = await table().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: `ADD ${fields.map((_, index) => `#f${index} :f${index}`).join(", ")}`,
        ConditionExpression: `attribute_exists(pk) and (${condition.expression})`,
        ExpressionAttributeNames: {
          ...condition.names,
          ...Object.fromEntries(fields.map(([name], index) => [`#f${index}`, name])),
        },
        ExpressionAttributeValues: {
          ...condition.values,
          ...Object.fromEntries(fields.map(([, amount], index) => [`:f${index}`, amount])),
        },
        ReturnValues: "ALL_NEW",
      }),
    );
    return reply.Attributes;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/**
 * Adds one to a counter that is made at its first use, if it is below `most`.
 *
 * @param ttl seconds after which the table may drop the counter
 * @returns whether one was added
 */
export async function countUpTo(key: Key, most: number, ttl: number): Promise<boolean> {
  try {
    await table().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: "ADD #n :one SET #ttl = if_not_exists(#ttl, :ttl)",
        ConditionExpression: "attribute_not_exists(#n) or #n < :most",
        ExpressionAttributeNames: { "#n": "n", "#ttl": "ttl" },
        ExpressionAttributeValues: { ":one": 1, ":most": most, ":ttl": ttl },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

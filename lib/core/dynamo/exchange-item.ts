import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, PutCommand, table, tableName } from "./client.ts";
import { keyOfItem } from "./key.ts";

type Item = Record<string, unknown>;

/**
 * Has a key hold another whole item, or none, in place of what was read of it. For who moves items as they are; a change
 * of a record goes through its entity.
 *
 * @returns whether it still held what was read
 */
export async function exchangeItem(now: Item | undefined, then: Item | undefined): Promise<boolean> {
  const given = { TableName: tableName(), ...conditionOf(now) };
  try {
    if (then) await table().send(new PutCommand({ ...given, Item: then }));
    else if (now) await table().send(new DeleteCommand({ ...given, Key: keyOfItem(now) }));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

function conditionOf(now: Item | undefined) {
  if (!now) return { ConditionExpression: "attribute_not_exists(pk)" };
  if (now._v === undefined) return {};
  return {
    ConditionExpression: "#v = :v",
    ExpressionAttributeNames: { "#v": "_v" },
    ExpressionAttributeValues: { ":v": now._v },
  };
}

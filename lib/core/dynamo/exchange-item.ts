import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, PutCommand, table, tableName } from "./client.ts";
import { keyOfItem } from "./key.ts";

type Item = Record<string, unknown>;

/**
 * Replaces a whole item, or deletes it, if it is unchanged since it was read: for moving items as they are. A change
 * of a record goes through its entity.
 *
 * @returns whether it was unchanged
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

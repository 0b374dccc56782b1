import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, PutCommand, table, tableName } from "./client.ts";
import { keyOfItem } from "./key.ts";

type Item = Record<string, unknown>;

/**
 * Creates, replaces or deletes a whole item if it is unchanged since it was read. This is for moving items as they
 * are; a change of a record goes through its entity.
 *
 * @returns whether it was unchanged
 */
export async function exchangeItem(before: Item | undefined, after: Item | undefined): Promise<boolean> {
  const common = { TableName: tableName(), ...conditionOf(before) };
  try {
    if (after) await table().send(new PutCommand({ ...common, Item: after }));
    else if (before) await table().send(new DeleteCommand({ ...common, Key: keyOfItem(before) }));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

function conditionOf(before: Item | undefined) {
  if (!before) return { ConditionExpression: "attribute_not_exists(pk)" };
  if (before._v === undefined) return {};
  return {
    ConditionExpression: "#v = :v",
    ExpressionAttributeNames: { "#v": "_v" },
    ExpressionAttributeValues: { ":v": before._v },
  };
}

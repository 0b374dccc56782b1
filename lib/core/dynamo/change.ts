import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { table, tableName } from "./client.ts";
import { UpdateCommand } from "./commands.ts";
import type { Condition } from "./increment.ts";

/** What is done to the attributes of one item; it is made if it is not there. */
export interface Change {
  add?: Record<string, number>;
  set?: Record<string, unknown>;
  /** Set where they have no value yet. */
  initially?: Record<string, unknown>;
  remove?: readonly string[];
}

/**
 * Changes attributes of one item at once and reads what results: for counters, leases and other records that many
 * writers touch and none of them reads first. Index keys are attributes like any other here.
 *
 * @returns the item as it is now; `undefined` when the condition does not hold
 */
export async function changeItem(
  key: { pk: string; sk: string },
  change: Change,
  condition?: Condition,
): Promise<Record<string, unknown> | undefined> {
  const { expression, names, values } = updateOf(change);
  const all = { ...values, ...condition?.values };
  try {
    const reply = await table().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: expression,
        ...(condition ? { ConditionExpression: condition.expression } : {}),
        ExpressionAttributeNames: { ...names, ...condition?.names },
        ...(Object.keys(all).length > 0 ? { ExpressionAttributeValues: all } : {}),
        ReturnValues: "ALL_NEW",
      }),
    );
    return reply.Attributes;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

function updateOf({ add = {}, set = {}, initially = {}, remove = [] }: Change) {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const slot = (field: string, value?: unknown) => {
    const id = Object.keys(names).length;
    names[`#c${id}`] = field;
    if (value !== undefined) values[`:c${id}`] = value;
    return { name: `#c${id}`, value: `:c${id}` };
  };
  const each = (fields: Record<string, unknown>, write: (name: string, value: string) => string) =>
    Object.entries(fields).map(([field, content]) => {
      const { name, value } = slot(field, content);
      return write(name, value);
    });
  const sets = [
    ...each(set, (name, value) => `${name} = ${value}`),
    ...each(initially, (name, value) => `${name} = if_not_exists(${name}, ${value})`),
  ];
  const adds = each(add, (name, value) => `${name} ${value}`);
  const removes = remove.map((field) => slot(field).name);
  const clause = (verb: string, parts: string[]) => (parts.length > 0 ? `${verb} ${parts.join(", ")}` : "");
  return {
    expression: [clause("SET", sets), clause("ADD", adds), clause("REMOVE", removes)]
      .filter(Boolean)
      .join(" "),
    names,
    values,
  };
}

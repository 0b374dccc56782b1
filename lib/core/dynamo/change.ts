import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { table, tableName, UpdateCommand } from "./client.ts";
import { canExist, type Key } from "./key.ts";

/** The condition of a write, in DynamoDB's notation. */
export interface Condition {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

/** A change of the attributes of one item, which is created if it does not exist. */
export interface Change {
  add?: object;
  set?: object;
  /** Set only where the attribute has no value yet. */
  initially?: object;
  remove?: readonly string[];
  /** For an attribute that is an existing map: numbers to add to its members, and members to remove. */
  within?: { name: string; add?: object; remove?: readonly string[] };
}

/**
 * Changes attributes of one item and returns the result: for counters, leases and other records that many writers
 * change without reading first. Index keys are attributes like any other here. It waits for no guards: a request that
 * may create an item of a tenant waits for them itself.
 *
 * @returns the item after the change; `undefined` when the condition does not hold
 */
export async function changeItem(
  key: Key,
  change: Change,
  condition?: Condition,
): Promise<Record<string, unknown> | undefined> {
  if (!canExist(key)) return undefined;
  try {
    const reply = await table().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        ...expressionsOf(change, condition),
        ReturnValues: "ALL_NEW",
      }),
    );
    return reply.Attributes;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** A change and its condition in DynamoDB's notation. A field that is `undefined` is unchanged. */
export function expressionsOf(
  { add = {}, set = {}, initially = {}, remove = [], within }: Change,
  condition?: Condition,
) {
  const names: Record<string, string> = { ...condition?.names };
  const values: Record<string, unknown> = { ...condition?.values };
  let slots = 0;
  const slot = (field: string, value?: unknown) => {
    const id = slots++;
    names[`#c${id}`] = field;
    if (value !== undefined) values[`:c${id}`] = value;
    return { name: `#c${id}`, value: `:c${id}` };
  };
  const each = (fields: object, write: (name: string, value: string) => string) =>
    Object.entries(fields)
      .filter(([, content]) => content !== undefined)
      .map(([field, content]) => {
        const { name, value } = slot(field, content);
        return write(name, value);
      });
  const sets = [
    ...each(set, (name, value) => `${name} = ${value}`),
    ...each(initially, (name, value) => `${name} = if_not_exists(${name}, ${value})`),
  ];
  const map = within && slot(within.name).name;
  const adds = [
    ...each(add, (name, value) => `${name} ${value}`),
    ...each(within?.add ?? {}, (name, value) => `${map}.${name} ${value}`),
  ];
  const removes = [
    ...remove.map((field) => slot(field).name),
    ...(within?.remove ?? []).map((member) => `${map}.${slot(member).name}`),
  ];
  const clause = (verb: string, parts: string[]) => (parts.length > 0 ? `${verb} ${parts.join(", ")}` : "");
  return {
    UpdateExpression: [clause("SET", sets), clause("ADD", adds), clause("REMOVE", removes)]
      .filter(Boolean)
      .join(" "),
    ...(condition ? { ConditionExpression: condition.expression } : {}),
    ExpressionAttributeNames: names,
    ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
  };
}

import { MAX_PARTITION_BYTES, MAX_SORT_BYTES } from "./key.ts";
import { INDEXES, type IndexName, LAYOUT } from "./layout.ts";

/** Most operators and functions of one expression, and most values of one IN. */
const MAX_OPERATORS = 300;
const MAX_IN_VALUES = 100;

const PARTITION_KEYS: readonly string[] = [
  LAYOUT.partition,
  ...Object.values(INDEXES).map(({ partition }) => partition),
];
const OPERATOR = /<>|<=|>=|[=<>+]|\s-\s|\b(?:and|or|not|between|in)\b|\b[a-z_]+\s*\(/gi;

type Fields = Readonly<Record<string, unknown>>;

/** The input of a command, of which every part may be missing. */
interface CommandInput {
  Item?: Fields;
  IndexName?: IndexName;
  ExclusiveStartKey?: Fields;
  ExpressionAttributeNames?: Readonly<Record<string, string>>;
  ExpressionAttributeValues?: Fields;
  UpdateExpression?: string;
  ConditionExpression?: string;
  KeyConditionExpression?: string;
  FilterExpression?: string;
  TransactItems?: readonly Readonly<Record<string, CommandInput>>[];
  RequestItems?: Readonly<Record<string, readonly { PutRequest?: CommandInput }[] | object>>;
}

/**
 * Refuses what DynamoDB refuses and emulators accept: key attributes that are empty or too long, expressions with too
 * many operators, `in` with too many values, and pages that begin after a row of another index. It refuses
 * `begins_with` too, because an emulator ignores case there.
 */
export function refuseBeyondLimits(sent: object): void {
  // Safe: each part may be missing, and is checked before use.
  const input = sent as CommandInput;
  const { Item, TransactItems = [], RequestItems = {} } = input;
  if (Item) checkKeys(Item);
  checkExpressions(input);
  // A scan, which only tests make, may begin after any row.
  if (input.KeyConditionExpression && input.ExclusiveStartKey) checkPageStart(input, input.ExclusiveStartKey);
  for (const each of TransactItems) for (const part of Object.values(each)) refuseBeyondLimits(part);
  for (const each of Object.values(RequestItems)) {
    if (Array.isArray(each))
      for (const { PutRequest } of each) if (PutRequest) refuseBeyondLimits(PutRequest);
  }
}

function checkKeys(fields: Fields): void {
  for (const name of LAYOUT.keys) {
    const value = fields[name];
    if (value === undefined) continue;
    if (typeof value !== "string" || value === "")
      throw new LimitError(`The key attribute ${name} is not a text.`);
    const most = PARTITION_KEYS.includes(name) ? MAX_PARTITION_BYTES : MAX_SORT_BYTES;
    const bytes = Buffer.byteLength(value);
    if (bytes > most)
      throw new LimitError(`The key attribute ${name} has ${bytes} bytes, and ${most} are the most.`);
  }
}

function checkExpressions(input: CommandInput): void {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = input;
  const { UpdateExpression, ConditionExpression, KeyConditionExpression, FilterExpression } = input;
  for (const text of [UpdateExpression, ConditionExpression, KeyConditionExpression, FilterExpression]) {
    if (text === undefined) continue;
    if (/\bbegins_with\b/i.test(text))
      throw new LimitError("begins_with is not the same everywhere: ask for what is between two keys.");
    const operators = text.match(OPERATOR)?.length ?? 0;
    if (operators > MAX_OPERATORS)
      throw new LimitError(`An expression has ${operators} operators, and ${MAX_OPERATORS} are the most.`);
    for (const [, choices = ""] of text.matchAll(/\bin\s*\(([^)]*)\)/gi)) {
      const count = choices.split(",").length;
      if (count > MAX_IN_VALUES)
        throw new LimitError(`An IN has ${count} values, and ${MAX_IN_VALUES} are the most.`);
    }
  }
  for (const [, name = "", value = ""] of (UpdateExpression ?? "").matchAll(/(#?\w+)\s*=\s*(:\w+)/g))
    checkKeys({ [names[name] ?? name]: values[value] });
}

/** The start of a page must be exactly the key of the table or index that is read. */
function checkPageStart(input: CommandInput, start: Fields): void {
  const index = input.IndexName && INDEXES[input.IndexName];
  const expected = new Set<string>([
    LAYOUT.partition,
    LAYOUT.sort,
    ...(index ? [index.partition, index.sort] : []),
  ]);
  const names = Object.keys(start);
  const values = Object.values(input.ExpressionAttributeValues ?? {});
  const isForeign =
    names.length !== expected.size ||
    names.some((name) => !expected.has(name)) ||
    !values.includes(start[index ? index.partition : LAYOUT.partition]);
  if (isForeign) throw new LimitError("The exclusive start key is not one of what is read.");
}

/** An error with the name that the SDK gives to DynamoDB's own refusals. */
class LimitError extends Error {
  override readonly name = "ValidationException";
}

import { DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { type Event, events } from "#core/events.ts";
import { operations, workers } from "#functions/manifest.ts";
import { CAUSES } from "./causes.ts";

/** What a run has announced: every event that stands in its table. */
interface Announced {
  all: Event[];
  /** Whether a store was deleted: its events are gone with it, and its tombstone stands for the last one. */
  hasTombstone: boolean;
}

export async function announcedIn(environment: Readonly<Record<string, string>>): Promise<Announced> {
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
      ExpressionAttributeNames: { "#t": "_t" },
      ExpressionAttributeValues: { ":event": { S: "event" }, ":tombstone": { S: "tombstone" } },
    },
  );
  const found: Announced = { all: [], hasTombstone: false };
  for await (const { Items = [] } of pages)
    for (const item of Items.map((each) => unmarshall(each))) {
      if (item._t === "tombstone") found.hasTombstone = true;
      else found.all.push(events.parse(item));
    }
  client.destroy();
  return found;
}

/**
 * Events that an operation or a worker declares and that nothing announced in this run: each is a type that a subscriber
 * may wait for in vain. And the pairs of an event and one of the operations and workers that declare it which were not
 * seen together.
 */
export function neverEmitted({ all, hasTombstone }: Announced): { types: string[]; pairs: string[] } {
  const pairsSeen = new Set(all.map(({ type, operation }) => `${operation} ${type}`));
  const declaring = [...operations, ...workers].flatMap(({ id, emits = [] }) =>
    emits.map((type) => ({ pair: `${id} ${type}`, type: String(type) })),
  );
  const seen = declaring.filter(
    ({ pair, type }) => pairsSeen.has(pair) || (hasTombstone && type === "store.deleted"),
  );
  const types = new Set(declaring.map(({ type }) => type));
  for (const { type } of seen) types.delete(type);
  const pairs = declaring.filter((each) => !seen.includes(each)).map(({ pair }) => pair);
  return { types: [...types].sort(), pairs: pairs.sort() };
}

/**
 * Events whose cause is not the one of their type, and causes that another type announced: each record is followed from
 * event to event, by what they show of it.
 */
export function wronglyCaused({ all }: Announced): string[] {
  const records = Map.groupBy(all, ({ tenant_id, resource, record_id }) =>
    [tenant_id, resource, record_id].join(),
  );
  return [...new Set([...records.values()].flatMap((told) => wrongIn(inOrder(told))))].sort();
}

/** Kinds of records whose events of one change have a number each. */
const NUMBERED_ONE_BY_ONE = new Set(["conversation"]);

/** Those of one change stand together. */
function inOrder(told: Event[]): Event[][] {
  const changes: Event[][] = [];
  for (const event of told.toSorted((left, right) => left.sequence - right.sequence)) {
    const last = changes.at(-1);
    const [first] = last ?? [];
    const isTold = NUMBERED_ONE_BY_ONE.has(event.resource) && first?.request_id === event.request_id;
    if (last && (isTold || first?.sequence === event.sequence)) last.push(event);
    else changes.push([event]);
  }
  return changes;
}

// What a record is as it begins, its creation says: what stands beside that is free.
function wrongIn(changes: Event[][]): string[] {
  return changes.flatMap((change, index) => {
    const [before] = changes[index - 1] ?? [];
    const [after] = change;
    if (!before || !after) return [];
    const [was, is] = [before, after].map(({ data }) => String(data.status));
    const types = change.map(({ type }) => type);
    return Object.entries(CAUSES)
      .filter(([type]) => type.startsWith(`${after.resource}.`))
      .filter(([type, { to, from }]) => {
        const isCause = is === to && was !== to && (from === undefined || from.includes(was ?? ""));
        return types.includes(type) !== isCause;
      })
      .map(
        ([type]) =>
          `${after.operation} announces ${types.join(" and ")} as ${was} becomes ${is}, not ${type}`,
      );
  });
}

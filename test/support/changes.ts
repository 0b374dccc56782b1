import { unmarshall } from "@aws-sdk/util-dynamodb";
import { type Event, events } from "#core/events.ts";
import type { RecordEvents } from "./event-cause.ts";
import { RECORD_EVENTS } from "./event-causes.ts";

/** As much of a record of the table's stream as is looked at. */
export interface CommittedRecord {
  eventName?: string | undefined;
  dynamodb?: { NewImage?: Image; OldImage?: Image };
}

type Image = Record<string, { S?: string; N?: string }>;

/** A change of an item that holds records which events tell of. */
interface Change {
  at: number;
  holder: string;
  key: string;
  version: number;
  was: Image | undefined;
  is: Image | undefined;
  /** Events that tell of it, by the record in it that they are of. */
  told: Map<string, { kind: RecordEvents; events: Event[] }>;
}

/** The operation of an event that a test has written itself: there was no change that it could tell of. */
export const BY_HAND = "by hand";

/** Records of the stream between two of one transaction, at most: a transaction has a hundred writes. */
const APART = 100;

const HOLDERS = new Set(RECORD_EVENTS.map(({ holder }) => holder));
const BY_RESOURCE = Map.groupBy(RECORD_EVENTS, ({ resource }) => resource);

/**
 * Goes through what is committed, in the order of the stream, and finds for each event the change of a record that was
 * committed with it.
 *
 * @returns events by operation and type, and what is wrong: an event beside no change of its record, one whose cause that
 *   change is not, and a cause that was not told
 */
export function followChanges() {
  const pairs = new Set<string>();
  const wrong = new Set<string>();
  let changes: Change[] = [];
  let waiting: { at: number; event: Event }[] = [];
  let at = 0;

  const settle = (until: number) => {
    const ready = waiting.filter((each) => each.at + APART < until);
    waiting = waiting.filter((each) => each.at + APART >= until);
    for (const { at: place, event } of ready) {
      const found = changeOf(changes, place, event);
      if (found) noteIn(found.change, found.kind, event);
      else wrong.add(`${event.operation} announces ${event.type} beside no change of its record`);
    }
    for (const change of changes)
      if (change.at + 2 * APART < until) for (const each of wrongIn(change)) wrong.add(each);
    changes = changes.filter((change) => change.at + 2 * APART >= until);
  };

  return {
    take(records: readonly CommittedRecord[]) {
      for (const record of records) {
        at += 1;
        const { NewImage: is, OldImage: was } = record.dynamodb ?? {};
        const holder = (is ?? was)?._t?.S ?? "";
        if (holder === events.name && !was && is) {
          const event = events.parse(unmarshall(is as never));
          if (event.operation === BY_HAND) continue;
          pairs.add(`${event.operation} ${event.type}`);
          waiting.push({ at, event });
        } else if (HOLDERS.has(holder) && !(was && is && notesIn(is) > notesIn(was)))
          changes.push(changeIn(at, holder, was, is));
      }
      settle(at);
    },
    end() {
      settle(Number.POSITIVE_INFINITY);
      return { pairs, wrong: [...wrong].sort() };
    },
  };
}

function changeIn(at: number, holder: string, was: Image | undefined, is: Image | undefined): Change {
  const { pk, sk } = is ?? was ?? {};
  // What is removed has by that the version that the next write would have had.
  const version = is ? toldIn(is) : toldIn(was) + 1;
  return { at, holder, key: `${pk?.S}#${sk?.S}`, version, was, is, told: new Map() };
}

/** The version of an item less the notes in it, of which nothing tells. */
function toldIn(image: Image | undefined): number {
  return Number(image?._v?.N ?? 1) - notesIn(image);
}

function notesIn(image: Image | undefined): number {
  return Number(image?._n?.N ?? 0);
}

function changeOf(changes: readonly Change[], place: number, event: Event) {
  const near = changes.filter((change) => Math.abs(change.at - place) <= APART);
  // The change itself is written before what tells of it, as a rule.
  const inTurn = [...near.filter(({ at }) => at < place).reverse(), ...near.filter(({ at }) => at > place)];
  const kinds = BY_RESOURCE.get(event.resource) ?? [];
  for (const change of inTurn)
    for (const kind of kinds)
      if (kind.holder === change.holder && kind.types.includes(event.type) && isOf(kind, change, event))
        return { change, kind };
  return undefined;
}

function isOf(kind: RecordEvents, change: Change, { tenant_id, record_id, sequence }: Event): boolean {
  if (!change.key.includes(tenant_id)) return false;
  if (kind.isNamed && !change.key.includes(record_id)) return false;
  if (kind.isVersioned) return change.version === sequence;
  const [was, is] = bothOf(kind, change, record_id);
  return JSON.stringify(was) !== JSON.stringify(is);
}

function noteIn(change: Change, kind: RecordEvents, event: Event): void {
  const name = `${kind.resource} ${event.record_id}`;
  const known = change.told.get(name) ?? { kind, events: [] };
  known.events.push(event);
  change.told.set(name, known);
}

function wrongIn(change: Change): string[] {
  return [...change.told.values()].flatMap(({ kind, events: told }) => {
    const [first] = told;
    if (!first) return [];
    const types = told.map(({ type }) => type);
    const [was, is] = bothOf(kind, change, first.record_id);
    const caused = kind.caused(was, is);
    const isRight = caused.length === new Set(types).size && caused.every((type) => types.includes(type));
    const statuses = [was, is].map((record) =>
      record && "status" in record ? String(record.status) : record && "it",
    );
    const how = `as ${statuses[0] ?? "nothing"} becomes ${statuses[1] ?? "nothing"}`;
    return isRight
      ? []
      : [
          `${first.operation} announces ${types.join(" and ")} ${how}, not ${caused.join(" and ") || "nothing"}`,
        ];
  });
}

function bothOf(kind: RecordEvents, { was, is }: Change, id: string): (object | undefined)[] {
  return [was, is].map((image) => image && kind.read(unmarshall(image as never), id));
}

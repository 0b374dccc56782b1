import { unmarshall } from "@aws-sdk/util-dynamodb";
import { type Event, events } from "#core/events.ts";
import type { RecordEvents } from "./event-cause.ts";
import { RECORD_EVENTS } from "./event-causes.ts";

/** The part of a stream record that is read here. */
export interface CommittedRecord {
  eventName?: string | undefined;
  dynamodb?: { NewImage?: ItemImage; OldImage?: ItemImage };
}

type ItemImage = Record<string, { S?: string; N?: string }>;

/** A change of an item whose records have events. */
interface Change {
  at: number;
  holder: string;
  key: string;
  version: number;
  was: ItemImage | undefined;
  is: ItemImage | undefined;
  announced: Map<string, { kind: RecordEvents; events: Event[] }>;
}

/** The operation of events that a test writes itself, without a change. */
export const TEST_OPERATION = "by hand";

/** Two stream records of one transaction are at most this far apart, as it has at most 100 writes. */
const MAX_GAP = 100;

const HOLDER_KINDS = new Set(RECORD_EVENTS.map(({ holder }) => holder));
const EVENTS_BY_RESOURCE = Map.groupBy(RECORD_EVENTS, ({ resource }) => resource);

/**
 * Follows the stream and matches each event with the change in its transaction. Returns events by operation
 * and type, and errors: an event without a change or with the wrong cause, and a change without its event.
 */
export function followChanges() {
  const pairs = new Set<string>();
  const wrong = new Set<string>();
  let changes: Change[] = [];
  let waiting: { at: number; event: Event }[] = [];
  let at = 0;

  const matchEvents = (until: number) => {
    const ready = waiting.filter((each) => each.at + MAX_GAP < until);
    waiting = waiting.filter((each) => each.at + MAX_GAP >= until);
    for (const { at: place, event } of ready) {
      const found = changeOf(changes, place, event);
      if (found) recordEvent(found.change, found.kind, event);
      else wrong.add(`${event.operation} announces ${event.type} beside no change of its record`);
    }
    for (const change of changes)
      if (change.at + 2 * MAX_GAP < until) for (const each of problemsIn(change)) wrong.add(each);
    changes = changes.filter((change) => change.at + 2 * MAX_GAP >= until);
  };

  return {
    take(records: readonly CommittedRecord[]) {
      for (const record of records) {
        at += 1;
        const { NewImage: is, OldImage: was } = record.dynamodb ?? {};
        const holder = (is ?? was)?._t?.S ?? "";
        if (holder === events.name && !was && is) {
          const event = events.parse(unmarshall(is as never));
          if (event.operation === TEST_OPERATION) continue;
          pairs.add(`${event.operation} ${event.type}`);
          waiting.push({ at, event });
        } else if (HOLDER_KINDS.has(holder) && !(was && is && noteCount(is) > noteCount(was)))
          changes.push(changeIn(at, holder, was, is));
      }
      matchEvents(at);
    },
    end() {
      matchEvents(Number.POSITIVE_INFINITY);
      return { pairs, wrong: [...wrong].sort() };
    },
  };
}

function changeIn(at: number, holder: string, was: ItemImage | undefined, is: ItemImage | undefined): Change {
  const { pk, sk } = is ?? was ?? {};
  // A deletion counts as the next version.
  const version = is ? versionWithoutNotes(is) : versionWithoutNotes(was) + 1;
  return { at, holder, key: `${pk?.S}#${sk?.S}`, version, was, is, announced: new Map() };
}

/** The version without the changes of notes, which have no events. */
function versionWithoutNotes(image: ItemImage | undefined): number {
  return Number(image?._v?.N ?? 1) - noteCount(image);
}

function noteCount(image: ItemImage | undefined): number {
  return Number(image?._n?.N ?? 0);
}

function changeOf(changes: readonly Change[], place: number, event: Event) {
  const near = changes.filter((change) => Math.abs(change.at - place) <= MAX_GAP);
  // Usually the change comes before its event.
  const inOrder = [...near.filter(({ at }) => at < place).reverse(), ...near.filter(({ at }) => at > place)];
  const kinds = EVENTS_BY_RESOURCE.get(event.resource) ?? [];
  for (const change of inOrder)
    for (const kind of kinds)
      if (kind.holder === change.holder && kind.types.includes(event.type) && isChangeOf(kind, change, event))
        return { change, kind };
  return undefined;
}

function isChangeOf(kind: RecordEvents, change: Change, { tenant_id, record_id, sequence }: Event): boolean {
  if (!change.key.includes(tenant_id)) return false;
  if (kind.keyHasId && !change.key.includes(record_id)) return false;
  if (kind.isVersioned) return change.version === sequence;
  const [was, is] = statesOf(kind, change, record_id);
  return JSON.stringify(was) !== JSON.stringify(is);
}

function recordEvent(change: Change, kind: RecordEvents, event: Event): void {
  const name = `${kind.resource} ${event.record_id}`;
  const known = change.announced.get(name) ?? { kind, events: [] };
  known.events.push(event);
  change.announced.set(name, known);
}

function problemsIn(change: Change): string[] {
  return [...change.announced.values()].flatMap(({ kind, events: announced }) => {
    const [first] = announced;
    if (!first) return [];
    const types = announced.map(({ type }) => type);
    const [was, is] = statesOf(kind, change, first.record_id);
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

function statesOf(kind: RecordEvents, { was, is }: Change, id: string): (object | undefined)[] {
  return [was, is].map((image) => image && kind.read(unmarshall(image as never), id));
}

import { Text } from "@mantine/core";
import { useRead } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { Loaded } from "#console/shared/loaded.tsx";
import { Region } from "#console/shared/page.tsx";
import { useStore } from "#console/shared/store.ts";
import { day, dayAndTime, inBothZones } from "#console/shared/time.ts";
import { t } from "./texts.ts";
import { TOLD } from "./told.ts";

type Entry = Schemas["TimelineEntry"];

/** The last event of each appointment and chat of a customer. */
export function Encounters({ id }: { id: string }) {
  const { timezone } = useStore();
  const timeline = useRead("getCustomerTimeline", { contactId: id }, TOLD);
  return (
    <>
      <Region title={t.appointments}>
        <Loaded of={timeline} lines={2}>
          {({ items }) => (
            <Entries
              entries={lastOf(items, "reservation")}
              none={t.noAppointments}
              what={({ starts_at }) => (starts_at === undefined ? "–" : inBothZones(starts_at, timezone))}
            />
          )}
        </Loaded>
      </Region>
      <Region title={t.chats}>
        <Loaded of={timeline} lines={2}>
          {({ items }) => (
            <Entries
              entries={lastOf(items, "conversation")}
              none={t.noChats}
              what={({ at }) => dayAndTime(at, timezone)}
            />
          )}
        </Loaded>
      </Region>
    </>
  );
}

function lastOf(entries: readonly Entry[], kind: Entry["kind"]): Entry[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    if (entry.kind !== kind || seen.has(entry.record_id)) return false;
    seen.add(entry.record_id);
    return true;
  });
}

interface EntriesProps {
  entries: readonly Entry[];
  none: string;
  what: (entry: Entry) => string;
}

function Entries({ entries, none, what }: EntriesProps) {
  const { timezone } = useStore();
  if (entries.length === 0) return <Text>{none}</Text>;
  return (
    <ul className="plain lines">
      {entries.map((entry) => (
        <li key={entry.record_id}>
          <span>{what(entry)}</span>
          <span className="quiet">{t.happened(entry.type)}</span>
          <time className="quiet">{day(entry.at, timezone)}</time>
        </li>
      ))}
    </ul>
  );
}

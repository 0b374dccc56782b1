import { Text } from "@mantine/core";
import { useRead } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useStore } from "#console/shared/store.ts";
import { dayAndTime, dayText, inBothZones } from "#console/shared/time.ts";
import { t } from "./texts.ts";
import { TIMELINE_QUERY } from "./timeline-query.ts";

type Entry = Schemas["TimelineEntry"];

/** Lists a customer's appointments and chats, with the latest event of each. */
export function Encounters({ id }: { id: string }) {
  const { timezone } = useStore();
  const timeline = useRead("getCustomerTimeline", { contactId: id }, TIMELINE_QUERY);
  return (
    <>
      <Region title={t.appointments}>
        <ReadView of={timeline} lines={2}>
          {({ items }) => (
            <Entries
              entries={latestOfEach(items, "reservation")}
              none={t.noAppointments}
              label={({ starts_at }) => (starts_at === undefined ? "–" : inBothZones(starts_at, timezone))}
            />
          )}
        </ReadView>
      </Region>
      <Region title={t.chats}>
        <ReadView of={timeline} lines={2}>
          {({ items }) => (
            <Entries
              entries={latestOfEach(items, "conversation")}
              none={t.noChats}
              label={({ at }) => dayAndTime(at, timezone)}
            />
          )}
        </ReadView>
      </Region>
    </>
  );
}

function latestOfEach(entries: readonly Entry[], kind: Entry["kind"]): Entry[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    if (entry.kind !== kind || seen.has(entry.record_id)) return false;
    seen.add(entry.record_id);
    return true;
  });
}

type EntriesProps = { entries: readonly Entry[]; none: string; label: (entry: Entry) => string };

function Entries({ entries, none, label }: EntriesProps) {
  const { timezone } = useStore();
  if (entries.length === 0) return <Text>{none}</Text>;
  return (
    <ul className="plain lines">
      {entries.map((entry) => (
        <li key={entry.record_id}>
          <span>{label(entry)}</span>
          <span className="quiet">{t.happened(entry.type)}</span>
          <time className="quiet">{dayText(entry.at, timezone)}</time>
        </li>
      ))}
    </ul>
  );
}

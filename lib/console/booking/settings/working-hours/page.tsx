import { NativeSelect, Text } from "@mantine/core";
import { PROVIDERS, WORKING_HOURS } from "#console/booking/links.ts";
import { read, write } from "#console/shared/api/call.ts";
import { useRead } from "#console/shared/api/hooks.ts";
import { invalidateReads } from "#console/shared/api/queries.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { type AnyField, fieldsOf } from "#console/shared/fields.ts";
import { Editable } from "#console/shared/form/editable.tsx";
import { Page as Frame, LinkButton, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { useSearchState } from "#console/shared/url-params.ts";
import { w } from "#console/shared/words.ts";
import { OtherDays } from "./other-days.tsx";
import { dayName, OTHER_DAYS, t } from "./texts.ts";
import { clockOf, DAYS, type Hours, type OtherDay, otherDaysOf, weekOf, workingTimeOf } from "./week.ts";
import { WeekInputs } from "./week-inputs.tsx";

type Provider = Schemas["Provider"];

export function Page() {
  const may = useMay();
  const [{ provider: chosen }, setSearch] = useSearchState(WORKING_HOURS);
  const providers = useRead("listProviders", {}, { limit: 100 });
  return (
    <Frame title={t.title} back={{ to: "settings", name: t.settings }}>
      <ReadView of={providers} lines={8}>
        {({ items }) => {
          const provider = items.find(({ id }) => id === chosen) ?? items[0];
          if (!provider)
            return (
              <Region title={t.week}>
                <Text mb="sm">{t.noProviders}</Text>
                {may("createProvider") && <LinkButton to={`${PROVIDERS}/new`}>{t.newProvider}</LinkButton>}
              </Region>
            );
          return (
            <>
              <NativeSelect
                mb="md"
                label={t.provider}
                value={provider.id}
                data={items.map(({ id, name, key }) => ({ value: id, label: name || key }))}
                onChange={(event) => setSearch({ provider: event.currentTarget.value })}
              />
              <WorkingTimes key={provider.id} provider={provider} />
            </>
          );
        }}
      </ReadView>
    </Frame>
  );
}

/** One field for each weekday, so that changes of two people to different days do not conflict. */
function fieldsOfWeek(): AnyField[] {
  const f = fieldsOf<Record<string, unknown>>();
  return [
    ...DAYS.map((day) => ({ ...f.text(day, { label: dayName(day) }), text: hoursText })),
    { ...f.text("others", { label: OTHER_DAYS }), text: othersText },
  ];
}

function WorkingTimes({ provider }: { provider: Provider }) {
  const may = useMay();
  const { id: store } = useStore();
  const providerId = provider.id;
  return (
    <Editable<Provider>
      name={`hours:${providerId}`}
      record={provider}
      canEdit={may("updateProvider")}
      fields={fieldsOfWeek()}
      values={(record) => ({
        ...(record ? weekOf(record.workingTime) : {}),
        others: record ? otherDaysOf(record.workingTime, new Date().getFullYear()) : [],
      })}
      save={({ values, base, key }) =>
        write(
          "updateProvider",
          store,
          { providerId },
          { workingTime: workingTimeOf(values, values.others as OtherDay[]), version: base?.version ?? 0 },
          key,
        )
      }
      reread={() => read("getProvider", store, { providerId })}
      saved={() => void invalidateReads(store, ["listProviders", "getProvider"])}
    >
      <Region title={t.week}>
        <WeekInputs />
      </Region>
      <Region title={t.others}>
        <OtherDays />
      </Region>
    </Editable>
  );
}

function hoursText(value: unknown): string {
  const hours = Array.isArray(value) ? (value as Hours[]) : [];
  return hours.map(({ from, to }) => `${clockOf(from)}–${clockOf(to)}`).join(", ") || t.isClosed;
}

function othersText(value: unknown): string {
  const days = Array.isArray(value) ? (value as OtherDay[]) : [];
  return days.map(({ date, hours }) => `${date}: ${hoursText(hours)}`).join("; ") || w.none;
}

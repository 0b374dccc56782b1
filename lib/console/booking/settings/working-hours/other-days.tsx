import { Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { useFieldState } from "#console/shared/form/store.ts";
import { Action } from "#console/shared/page.tsx";
import { useStore } from "#console/shared/store.ts";
import { dateIn } from "#console/shared/time.ts";
import { defaultHours, HoursInputs } from "./hours-inputs.tsx";
import { t } from "./texts.ts";
import type { OtherDay } from "./week.ts";

/** Inputs for holidays, and for dates with other working hours. */
export function OtherDays() {
  const { timezone } = useStore();
  const { value, set } = useFieldState("others");
  const days = Array.isArray(value) ? (value as OtherDay[]) : [];
  const change = (at: number, next: Partial<OtherDay>) =>
    set(days.map((each, index) => (index === at ? { ...each, ...next } : each)));
  const today = dateIn(Date.now() / 1000, timezone);
  return (
    <Stack>
      {days.length === 0 && <Text>{t.noOthers}</Text>}
      {days.map((day, at) => (
        <fieldset key={at} className="group inset">
          <legend>{day.date || t.newDay}</legend>
          <Stack gap="xs">
            <Group align="flex-end">
              <TextInput
                type="date"
                label={t.date}
                value={day.date}
                onChange={(event) => change(at, { date: event.currentTarget.value })}
              />
              <Checkbox
                label={t.yearly}
                checked={day.yearly}
                onChange={(event) => change(at, { yearly: event.currentTarget.checked })}
              />
              <Checkbox
                label={t.closed}
                checked={day.hours.length === 0}
                onChange={(event) => change(at, { hours: event.currentTarget.checked ? [] : defaultHours() })}
              />
            </Group>
            <HoursInputs name={day.date} hours={day.hours} set={(hours) => change(at, { hours })} />
            <div>
              <Action onClick={() => set(days.filter((_, index) => index !== at))}>{t.removeDay}</Action>
            </div>
          </Stack>
        </fieldset>
      ))}
      <div>
        <Action onClick={() => set([...days, { date: today, yearly: false, hours: [] }])}>{t.addDay}</Action>
      </div>
    </Stack>
  );
}

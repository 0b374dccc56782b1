import { Checkbox, Stack } from "@mantine/core";
import { useFieldState, useFormStore, useFormValue } from "#console/shared/form/store.ts";
import { Action } from "#console/shared/page.tsx";
import { say } from "#console/shared/texts.ts";
import { defaultHours, HoursInputs } from "./hours-inputs.tsx";
import { dayName, t } from "./texts.ts";
import { DAYS, type Day, type Hours } from "./week.ts";

export function WeekInputs() {
  const store = useFormStore();
  const closed = useFormValue(store, (form) =>
    DAYS.every((day) => (form.values()[day] as Hours[]).length === 0),
  );
  return (
    <Stack>
      {closed && (
        <div>
          <Action
            primary
            onClick={() =>
              store.setAll(Object.fromEntries(DAYS.slice(0, 5).map((day) => [day, defaultHours()])))
            }
          >
            {t.usual}
          </Action>
        </div>
      )}
      {DAYS.map((day) => (
        <OneDay key={day} day={day} />
      ))}
    </Stack>
  );
}

function OneDay({ day }: { day: Day }) {
  const { value, set } = useFieldState(day);
  const store = useFormStore();
  const hours = Array.isArray(value) ? (value as Hours[]) : [];
  const name = say(dayName(day));
  return (
    <fieldset className="group inset">
      <legend>{name}</legend>
      <Stack gap="xs">
        <Checkbox
          label={t.open(name)}
          checked={hours.length > 0}
          onChange={(event) => set(event.currentTarget.checked ? defaultHours() : [])}
        />
        <HoursInputs name={name} hours={hours} set={set} />
        {day === "monday" && hours.length > 0 && (
          <div>
            <Action
              onClick={() => store.setAll(Object.fromEntries(DAYS.slice(1, 5).map((each) => [each, hours])))}
            >
              {t.copy}
            </Action>
          </div>
        )}
      </Stack>
    </fieldset>
  );
}

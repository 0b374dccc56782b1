import { Group, TextInput } from "@mantine/core";
import { Action } from "#console/shared/page.tsx";
import { t } from "./texts.ts";
import { clockOf, DEFAULT_HOURS, type Hours, minutesOf } from "./week.ts";

interface HoursInputsProps {
  /** The label of the day, such as `Monday`. */
  name: string;
  hours: readonly Hours[];
  set: (hours: Hours[]) => void;
}

/** Inputs for the working hours of one day, which may be several spans. */
export function HoursInputs({ name, hours, set }: HoursInputsProps) {
  const change = (at: number, next: Partial<Hours>) =>
    set(hours.map((each, index) => (index === at ? { ...each, ...next } : each)));
  const last = hours.at(-1);
  return (
    <>
      {hours.map(({ from, to }, at) => (
        <Group key={at} gap="xs" align="flex-end">
          <TextInput
            type="time"
            label={t.from(name, at)}
            value={clockOf(from)}
            onChange={(event) => change(at, { from: minutesOf(event.currentTarget.value, false) })}
          />
          <TextInput
            type="time"
            label={t.to(name, at)}
            value={clockOf(to)}
            error={to <= from ? t.backwards : undefined}
            onChange={(event) => change(at, { to: minutesOf(event.currentTarget.value, true) })}
          />
          {at > 0 && (
            <Action onClick={() => set(hours.filter((_, index) => index !== at))}>
              {t.removeHours(name)}
            </Action>
          )}
        </Group>
      ))}
      {last && last.to < 23 * 60 && (
        <div>
          <Action
            onClick={() => set([...hours, { from: last.to + 60, to: Math.min(24 * 60, last.to + 240) }])}
          >
            {t.addHours(name)}
          </Action>
        </div>
      )}
    </>
  );
}

export function defaultHours(): Hours[] {
  return [{ ...DEFAULT_HOURS }];
}

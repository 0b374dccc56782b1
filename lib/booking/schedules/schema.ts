import * as z from "zod";
import { queryInt, queryList, queryTime, queryTimeEnd } from "#core/http/page.ts";

export const WEEKDAYS = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;

export const DAY_MINUTES = 1440;
export const MAX_TIME = 7_000_000_000;

const customIssue = (message: string) => ({ code: "custom" as const, message });

const Minutes = z.object({ from: z.int().min(0).max(DAY_MINUTES), to: z.int().min(0).max(DAY_MINUTES) });
/** Minutes from midnight; `to` is exclusive and at most 1440. */
export const WorkingHours = Minutes.refine(({ from, to }) => to > from, {
  path: ["to"],
  message: "must be after from",
});
export const WorkingHoursView = Minutes.pick({ from: true, to: true });
const HoursView = z.array(WorkingHoursView);
const HoursList = z.array(WorkingHours).max(24);

const WeekdayName = z.string().trim().toLowerCase().pipe(z.enum(WEEKDAYS, "must be the name of a weekday"));

export const WorkingDay = z.object({ day: WeekdayName, workingHours: HoursList });
const DayOfYear = z.object({
  month: z.int().min(1).max(12),
  day: z.int().min(1).max(31),
  workingHours: HoursList,
});
export const OutcastDate = DayOfYear.superRefine(({ month, day }, context) => {
  if (!isDate(2024, month, day)) context.addIssue(customIssue("is not a date of any year"));
});

const DATE_FIELDS = {
  year: z.int().min(1970).max(2200),
  month: z.int().min(1).max(12),
  day: z.int().min(1).max(31),
  workingHours: HoursList,
};

/** `date` is midnight in UTC. */
export const SpecificDate = z.object({ ...DATE_FIELDS, date: z.int() });
export type SpecificDate = z.output<typeof SpecificDate>;

/** Midnight in UTC in `{date: seconds}` means that date; any other time means its local day at the tenant. */
export const SpecificDateInput = z.union([
  z.object(DATE_FIELDS).superRefine(({ year, month, day }, context) => {
    if (!isDate(year, month, day)) context.addIssue(customIssue("is not a date"));
  }),
  z.object({ date: z.int().min(0).max(MAX_TIME), workingHours: HoursList }),
]);
export type SpecificDateInput = z.output<typeof SpecificDateInput>;

/** `specificDates` override `outcastDates`, and these override `workingDays`. */
export const WorkingTime = z.object({
  workingDays: z.array(WorkingDay),
  outcastDates: z.array(OutcastDate),
  specificDates: z.array(SpecificDate),
});
export type WorkingTime = z.output<typeof WorkingTime>;
export const WorkingDayView = WorkingDay.pick({ day: true }).extend({ workingHours: HoursView });
export const OutcastDateView = DayOfYear.pick({ month: true, day: true }).extend({ workingHours: HoursView });
export const SpecificDateView = SpecificDate.pick({ year: true, month: true, day: true, date: true }).extend({
  workingHours: HoursView,
});
export const WorkingTimeView = z.object({
  workingDays: z.array(WorkingDayView),
  outcastDates: z.array(OutcastDateView),
  specificDates: z.array(SpecificDateView),
});

export const workingTimeInput = {
  workingDays: z.array(WorkingDay).max(50).optional(),
  outcastDates: z.array(OutcastDate).max(366).optional(),
  specificDates: z.array(SpecificDateInput).max(1000).optional(),
};
export const WorkingTimeInput = z.object(workingTimeInput);
export type WorkingTimeInput = z.output<typeof WorkingTimeInput>;

export const NO_HOURS: WorkingTime = { workingDays: [], outcastDates: [], specificDates: [] };

/** Minutes of work, or of a pause in which the provider is free. */
export const Duration = z.object({
  duration: z.int().min(1).max(DAY_MINUTES),
  isPause: z.boolean().default(false),
});
export type Duration = z.output<typeof Duration>;
export const DurationView = Duration.pick({ duration: true, isPause: true });

/** Most minutes of a service. */
export const MAX_MINUTES = 7 * DAY_MINUTES;
export const Durations = z
  .array(Duration)
  .min(1)
  .max(50)
  .superRefine((durations, context) => {
    const total = durations.reduce((sum, { duration }) => sum + duration, 0);
    if (total > MAX_MINUTES) context.addIssue(customIssue(`is longer than ${MAX_MINUTES} minutes`));
    if (durations.every(({ isPause }) => isPause)) context.addIssue(customIssue("has no work in it"));
  });

const Ids = z.array(z.string().min(1).max(100)).max(40);
export const SetSchedules = z
  .object({ providerIds: Ids.min(1), serviceIds: Ids.optional(), workingTime: WorkingTimeInput })
  .meta({
    examples: [
      {
        providerIds: ["prov_01j9z3k4m5n6p7q8r9s0t1v2w3"],
        workingTime: { workingDays: [{ day: "monday", workingHours: [{ from: 540, to: 1020 }] }] },
      },
    ],
  });

export const SchedulesUpdated = z.object({
  success: z.literal(true),
  providerIds: z.array(z.string()),
  serviceIds: z.array(z.string()),
});

export const WorkingTimeQuery = z.object({ serviceIds: queryList.optional() });
export const ProviderWorkingTime = WorkingTimeView.extend({
  providerId: z.string(),
  services: z.array(z.object({ serviceId: z.string(), workingTime: WorkingTimeView })),
});

export const OfferedSlot = z.object({
  providerId: z.string(),
  serviceId: z.string(),
  startTime: z.int(),
  endTime: z.int(),
});
export type OfferedSlot = z.output<typeof OfferedSlot>;

export const WindowTime = queryTime.pipe(z.number().min(0).max(MAX_TIME));
export const WindowEnd = queryTimeEnd.pipe(z.number().min(0).max(MAX_TIME));

const windowFields = {
  startTime: WindowTime.optional(),
  endTime: WindowEnd.optional(),
  from: WindowTime.optional(),
  to: WindowEnd.optional(),
  providerId: z.string().max(100).optional(),
};
export const SlotQuery = z.object({
  ...windowFields,
  limit: queryInt(1, 10_000).optional(),
  explain: z.enum(["true", "false"]).optional(),
  time: WindowTime.optional(),
});
export const AvailabilityQuery = z.object(windowFields);

export const REASONS = [
  "service_not_active",
  "provider_not_active",
  "not_connected",
  "in_the_past",
  "outside_working_hours",
  "ends_after_working_hours",
  "not_on_grid",
  "booked",
  "offered",
] as const;

export const ExplainedSlot = z.object({
  providerId: z.string(),
  serviceId: z.string(),
  startTime: z.int(),
  endTime: z.int(),
  offered: z.boolean(),
  reason: z.enum(REASONS),
  message: z.string(),
  localTime: z.string(),
  timezone: z.string(),
});

export const OfferedSlots = z.union([z.array(OfferedSlot), z.array(ExplainedSlot)]);

export const Availability = z.object({
  serviceId: z.string(),
  timezone: z.string(),
  days: z.array(
    z.object({ date: z.string(), available: z.boolean(), slotCount: z.int(), slots: z.array(OfferedSlot) }),
  ),
});

function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

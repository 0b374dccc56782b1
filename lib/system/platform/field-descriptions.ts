import type { FieldDescriptions } from "#core/http/field-descriptions.ts";

export const FIELD_DESCRIPTIONS: FieldDescriptions = {
  data: "The values of this list.",
  time: "The clock of the service, Unix seconds.",
  time_zones: "Version of the time zone data that runs, such as `2026c`.",
};

// Working hours and free slots of providers.

import { GENERAL } from "#core/errors.ts";
import { get, put, routes } from "#core/http/contract.ts";
import { SCHEDULE } from "#lib/booking/schedules/errors.ts";
import {
  Availability,
  AvailabilityQuery,
  OfferedSlots,
  ProviderWorkingTime,
  SchedulesUpdated,
  SetSchedules,
  SlotQuery,
  WorkingTimeQuery,
} from "#lib/booking/schedules/schema.ts";

export const schedules = routes("booking/schedules", "/v1/businesses/{businessId}", "business", {
  getWorkingTime: get("/providers/{providerId}/working-time", {
    summary: "When a provider works",
    needs: "public",
    query: WorkingTimeQuery,
    returns: ProviderWorkingTime,
    errors: [GENERAL.NOT_FOUND],
  }),
  setSchedules: put("/schedules", {
    summary: "Set the hours of several providers at once",
    needs: "WRITE",
    body: SetSchedules,
    returns: SchedulesUpdated,
    errors: [GENERAL.NOT_FOUND],
    emits: ["provider.updated", "service.updated"],
  }),
  listAvailableSlots: get("/services/{serviceId}/available-slots", {
    summary: "Free slots of a service",
    description:
      "In `startTime` to `endTime` (also `from`, `to`), at most 92 days, 7 by default. With `explain=true` and `time`, callers with WRITE see why each provider is free or not.",
    needs: "public",
    also: ["/v1/storefront/{storeId}/services/{serviceId}/available-slots"],
    query: SlotQuery,
    returns: OfferedSlots,
    errors: [SCHEDULE.INVALID_TIME_RANGE, GENERAL.NOT_FOUND, GENERAL.FORBIDDEN],
  }),
  getAvailability: get("/services/{serviceId}/availability", {
    summary: "Days with their free slots, for a calendar",
    description: "`slotCount` counts all slots. At most 10,000 slots are listed.",
    needs: "public",
    also: ["/v1/storefront/{storeId}/services/{serviceId}/availability"],
    query: AvailabilityQuery,
    returns: Availability,
    errors: [SCHEDULE.INVALID_TIME_RANGE, GENERAL.NOT_FOUND],
    extension: true,
  }),
});

import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { facet, searchTerms } from "#core/dynamo/terms.ts";
import { RESERVATION_EVENTS } from "./events.ts";
import { reservationLife } from "./lifecycle.ts";
import { Reservation } from "./schema.ts";
import { dueOf } from "./states.ts";
import { viewReservation } from "./view.ts";
import { ReservationEvent } from "./view-schema.ts";

export const reservations = entity({
  name: "reservation",
  schema: Reservation,
  life: reservationLife,
  pk: "TENANT#{businessId}#RESERVATION#{id%2}",
  sk: "{id}",
  indexes: {
    list: "TENANT#{businessId}#RESERVATION#{status}",
    child: "PERSON#{customerId}#RESERVATION",
    by_updated: "{updatedAt}#{id}",
    by_key: "{startTime}#{id}",
    due: "RESERVATION#{id%8}",
  },
  due_at: dueOf,
  terms: ({ parts, customerId, email, name }) =>
    searchTerms(
      [name, email],
      [
        ...parts.flatMap(({ serviceId, providerId }) => [
          facet("service", serviceId),
          facet("provider", providerId),
        ]),
        ...(customerId ? [facet("customer", customerId)] : []),
      ],
    ),
  termShards: 4,
  asText: { but: [] },
  counted: true,
  tenant: "businessId",
  announces: {
    events: RESERVATION_EVENTS,
    shows: ReservationEvent,
    view: viewReservation,
    quiet: ["remindedAt", "cashHolds", "cancelled_by", "part_lines", "is_first"],
    // From these fields the mail worker learns whether the time was moved, and the customer's language.
    inner: ({ movedAt, language }) => ({ movedAt, language }),
  },
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The tenant of each reservation, for paths that name only the reservation. */
export const reservationTenants = entity({
  name: "reservation_tenant",
  schema: z.object({ reservation_id: z.string(), businessId: z.string() }),
  pk: "RESERVATION#{reservation_id}",
  sk: "TENANT",
  tenant: "businessId",
  deletion: { tenant: { below: "reservation", slot: "reservation_id" }, person: "unaffected" },
});

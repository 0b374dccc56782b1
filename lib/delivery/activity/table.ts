import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { DAY } from "#core/seconds.ts";
import { EventAction } from "./schema.ts";

const KEPT = 90 * DAY;

/** What somebody put in place of an event's payload; the event itself stays as it happened. */
export const eventActions = entity({
  name: "event_action",
  schema: z.object({
    tenant_id: z.string(),
    event_id: z.string(),
    payload: EventAction,
    created_at: z.int(),
  }),
  pk: "TENANT#{tenant_id}#EVENT_ACTION",
  sk: "{event_id}",
  ttl: (action) => action.created_at + KEPT,
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "expires" },
});

const Build = z.object({
  tenant_id: z.string(),
  /** When the hooks are to be called; null when nothing changed since they were. */
  due_at: z.int().nullable().default(null),
  called_at: z.int(),
});

/** When a business's build hooks are to be called, and were last. */
export const builds = entity({
  name: "build",
  schema: Build,
  pk: "TENANT#{tenant_id}#BUILD",
  sk: "BUILD",
  indexes: { due: "BUILDS#{tenant_id%8}" },
  due_at: ({ due_at }) => due_at,
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

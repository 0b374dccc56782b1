import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { DAY } from "#core/seconds.ts";
import { EventAction } from "./schema.ts";

const ACTION_LIFETIME = 90 * DAY;

/** The action that replaces an event's payload; the event itself stays unchanged. */
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
  ttl: (action) => action.created_at + ACTION_LIFETIME,
  tenant: "tenant_id",
  deletion: { tenant: "partition", person: "expires" },
});

const Build = z.object({
  tenant_id: z.string(),
  /** When the hooks are called next; null if nothing has changed since the last call. */
  due_at: z.int().nullable().default(null),
  called_at: z.int(),
});

/** When a business's build hooks are called next, and when they were called last. */
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

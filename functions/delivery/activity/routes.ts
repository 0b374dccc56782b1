// What happened in a business, and the builds of its sites that follow.

import { GENERAL } from "#core/errors.ts";
import { get, post, put, routes } from "#core/http/contract.ts";
import { workers } from "#core/queue/contract.ts";
import { StoreEventPage, StoreEventQuery } from "#lib/delivery/activity/feed-schema.ts";
import { BuildAfterChange, CallBuildHook, RunBuilds } from "#lib/delivery/activity/messages.ts";
import {
  BuildsTriggered,
  BusinessEvent,
  BusinessEventPage,
  BusinessEventQuery,
  UpdateBusinessEvent,
} from "#lib/delivery/activity/schema.ts";
import { EVENT_TYPES } from "#lib/system/platform/events.ts";
import { BUSINESS } from "#lib/tenancy/tenants/errors.ts";

export const businessEvents = routes("delivery/activity", "/v1/businesses/{businessId}", "business", {
  listBusinessEvents: get("/events", {
    summary: "Events of records of a kind, or of one record",
    description: "Events of submissions, subscribers, contacts, members and invitations need ADMIN.",
    needs: "READ",
    query: BusinessEventQuery,
    returns: BusinessEventPage,
    errors: [BUSINESS.NOT_FOUND],
  }),
  updateBusinessEvent: put("/events/{eventId}", {
    summary: "Put an action in place of an event's payload",
    description: "An email action queues a mail with the node's content to each recipient, once.",
    needs: "ADMIN",
    body: UpdateBusinessEvent,
    returns: BusinessEvent,
    errors: [BUSINESS.NOT_FOUND, GENERAL.NOT_FOUND, GENERAL.TOO_MANY_REQUESTS],
    uses: ["table:write", "secrets"],
  }),
  triggerBuilds: post("/trigger-builds", {
    summary: "Call the build hooks",
    description: "Calls and content changes within 30 seconds cause one build.",
    needs: "WRITE",
    returns: BuildsTriggered,
    errors: [BUSINESS.NOT_FOUND],
    uses: ["table:write", "queue:send"],
    sends: [RunBuilds],
  }),
});

export const storeEvents = routes("delivery/activity", "/v1/stores/{storeId}/events", {
  listStoreEvents: get("", {
    summary: "What happened in a store, and who did it",
    description:
      "Newest first, for 90 days. `record` names a kind of record or one record. For one record, each event lists its changed fields. `type`, `types` and `actor` search up to 300 events for each page, so a page can be short and still have a cursor.",
    extension: true,
    needs: "ADMIN",
    query: StoreEventQuery,
    returns: StoreEventPage,
  }),
});

/** Types of events about records from which a site is built. */
const CONTENT_EVENT = /^(node|entry|collection|taxonomy|media|product|service|provider)\./;

export const eventWorkers = workers("delivery/activity", {
  buildAfterChange: {
    summary: "Starts the build of a site after its content changed",
    trigger: { kind: "queue", message: BuildAfterChange, batchSize: 10 },
    on: EVENT_TYPES.filter((type) => CONTENT_EVENT.test(type)),
    uses: ["table:write", "queue:send"],
    sends: [RunBuilds],
  },
  runBuilds: {
    summary: "Queues the calls of a business's build hooks",
    trigger: { kind: "queue", message: RunBuilds, batchSize: 1 },
  },
  callBuildHook: {
    summary: "Calls one build hook",
    trigger: { kind: "queue", message: CallBuildHook, batchSize: 1 },
    uses: [],
  },
  processDueBuilds: {
    summary: "Finds builds whose message was lost",
    trigger: { kind: "due", of: [{ kind: "build", index: "BUILDS#{tenant_id%8}" }] },
  },
});

// The events of a business, and the actions that replace their payloads.

import type * as z from "zod";
import { type Budget, spendBudget } from "#core/budget.ts";
import type { Context } from "#core/context.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL, invalidField, permissionMissing } from "#core/errors.ts";
import { announcedData, type Event, events } from "#core/events.ts";
import { sameAddress } from "#core/mail/address-schema.ts";
import { enqueueMail } from "#core/mail/mail.ts";
import { list, recordSource } from "#core/records/list.ts";
import { hash } from "#core/seal.ts";
import { HOUR } from "#core/seconds.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { BadTemplate } from "#lib/delivery/newsletters/render.ts";
import { memberEmails } from "#lib/tenancy/people/notice-addresses.ts";
import { mailContent } from "./mail-content.ts";
import type { BusinessEvent, BusinessEventQuery, EventAction } from "./schema.ts";
import { eventActions } from "./table.ts";

const MAILS_PER_TENANT: Budget = [200, HOUR];
/** Most bytes of mails in one transaction: its limit is 4 MB, and encryption makes mails a third larger. */
const BYTES_PER_TRANSACTION = 2_000_000;
/** Kinds of records about people: their events need ADMIN, as the records themselves do. */
const ADMIN_RESOURCES = ["submission", "subscriber", "contact", "member", "invitation"];

/** The events of a kind of record, or of one record, newest first. */
export async function listEvents(
  ctx: Context,
  tenantId: string,
  { entity, ...query }: z.output<typeof BusinessEventQuery>,
): Promise<Page<BusinessEvent>> {
  const [kind = "", id] = entity.split(":");
  if (ADMIN_RESOURCES.includes(kind) && !(await ctx.may("ADMIN", tenantId))) throw permissionMissing("ADMIN");
  const below = id !== undefined;
  const lists = below ? [{ record_id: id }] : undefined;
  const found = await list(ctx, query, {
    source: recordSource(events, "evt", { tenant_id: tenantId, resource: kind }, { below, lists }),
  });
  const actions = await eventActions.batchGet(
    found.items.map((event) => keyOf(tenantId, event.id)),
    ctx,
  );
  const byEvent = new Map(actions.map(({ event_id, payload }) => [event_id, payload]));
  return { items: found.items.map((event) => view(event, byEvent.get(event.id))), cursor: found.cursor };
}

/**
 * Replaces the payload of an event with an action. An email action queues one mail to each recipient, even if the
 * request is repeated.
 */
export async function updateEvent(
  ctx: Context,
  tenantId: string,
  eventId: string,
  payload: EventAction,
): Promise<BusinessEvent> {
  const event = await events.get({ tenant_id: tenantId, id: eventId }, GENERAL.NOT_FOUND());
  const content = await mailContent(ctx, tenantId, payload.nodeId, event).catch((error: unknown) => {
    throw error instanceof BadTemplate ? invalidNode(error.message) : error;
  });
  if (!content) throw invalidNode("is no content of this business");
  const { letter, sender } = content;
  await spendBudget(ctx, "event_mails", tenantId, MAILS_PER_TENANT);
  const recipients = [...new Set(payload.recipients)];
  const members = await memberEmails(tenantId);
  const mails = await sideBySide(
    recipients.map((to) => {
      const proven = members.has(sameAddress.key(to));
      const id = `mail_${hash([tenantId, eventId, payload.nodeId, to].join("\n"))}`;
      return enqueueMail(ctx, to, letter, { ...sender, id, tenant_id: tenantId, proven });
    }),
  );
  // If a transaction fails, the request can be repeated: the ids of mails do not change, so nobody gets two.
  const together = Math.max(
    1,
    Math.floor(BYTES_PER_TRANSACTION / Buffer.byteLength(letter.text + letter.html)),
  );
  while (mails.length > together) await transact(ctx, mails.splice(0, together));
  const action = { ...keyOf(tenantId, eventId), payload, created_at: ctx.now() };
  return transact(ctx, [eventActions.put(action), ...mails], view(event, payload));
}

function keyOf(tenant_id: string, event_id: string) {
  return { tenant_id, event_id };
}

function invalidNode(message: string): Error {
  return invalidField("payload.nodeId", message);
}

function view(event: Event, action: EventAction | undefined): BusinessEvent {
  const { id, type, tenant_id, resource, record_id, sequence, actor, at } = event;
  return {
    id,
    type,
    businessId: tenant_id,
    entity: `${resource}:${record_id}`,
    sequence,
    actor,
    payload: action ?? announcedData(event),
    createdAt: at,
  };
}

import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Event } from "#core/events.ts";
import { trustedHtml } from "#core/html.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { clockText, dayText } from "#core/texts/format.ts";
import { type Language, languageIn } from "#core/texts/language.ts";
import { ReservationEvent } from "#lib/booking/reservations/view-schema.ts";
import { BuyerOrder } from "#lib/commerce/orders/view-schema.ts";
import { Block } from "#lib/content/blocks/schema.ts";
import {
  type BusinessEntryBlock,
  collectionOf,
  type Entry,
} from "#lib/content/legacy-content/entry-schema.ts";
import { findCollection, findEntry } from "#lib/content/legacy-content/service.ts";
import { findNode } from "#lib/content/nodes/service.ts";
import { checkTemplates, mailFrame, renderEntry } from "#lib/delivery/newsletters/render.ts";
import { formatMoney } from "#lib/money/money/currency.ts";
import { languageFor, letterheadOf, mailSenderOf } from "#lib/tenancy/tenants/letterhead.ts";
import { getTenant, languageOf } from "#lib/tenancy/tenants/service.ts";

interface MailContent {
  letter: { subject: string; text: string; html: string };
  /** The sender's name and the email address for replies. */
  sender: { from_name: string; reply_to?: string };
}

const Content = Block.pick({ key: true, type: true, value: true });

/**
 * Renders a node, or a legacy entry, as a mail about an event; `undefined` when the business has no such content.
 *
 * @throws BadTemplate
 */
export async function mailContent(
  ctx: Context,
  tenantId: string,
  nodeId: string,
  event: Event,
): Promise<MailContent | undefined> {
  const [tenant, node, entry] = await sideBySide([
    getTenant(ctx, tenantId),
    findNode(tenantId, nodeId),
    findEntry(tenantId, nodeId),
  ]);
  const content = node ? { locale: languageOf(tenant), blocks: textsOf(node.blocks) } : entry;
  if (!content) return undefined;
  await checkTemplates(content);
  const { name, email, website } = tenant;
  const language = languageIn(content.locale) ?? languageFor({}, tenant);
  const variables = {
    business: { name, email, website },
    ...eventVariables(event, language, tenant.timezone),
    ...(node ? {} : await legacyEntryVariables(entry)),
  };
  const { subject, text, html } = await renderEntry(content, name, variables);
  const main = trustedHtml(html); // The seller wrote this HTML, and inserted values are escaped.
  const { tenant_id: _, ...sender } = mailSenderOf(tenant);
  const letterhead = letterheadOf(tenant, language);
  return {
    letter: { subject, text, html: mailFrame({ language, subject, main, letterhead }).toString() },
    sender,
  };
}

/** The variables of an event, with days and money in the content's language. */
function eventVariables({ resource, data }: Event, language: Language, timezone: string) {
  if (resource === "order") return orderVariables(data, language);
  if (resource !== "reservation") return {};
  const { id, status, startTime, endTime, total, currency, email, parts } = ReservationEvent.parse(data);
  const when = (at: number) => `${dayText(language, at, timezone)}, ${clockText(language, at, timezone)}`;
  return {
    reservation: {
      id,
      status,
      startTime: when(startTime),
      endTime: when(endTime),
      total: formatMoney(language, total, currency),
      currency,
    },
    service: { name: parts[0]?.serviceName ?? "" },
    provider: { name: parts[0]?.providerName ?? "" },
    customer: { email: email ?? "" },
  };
}

function orderVariables(data: Event["data"], language: Language) {
  const { id, number, status, total, currency, email, shipping_address } = BuyerOrder.parse(data);
  return {
    order: { id, number, status, total: formatMoney(language, total, currency), currency },
    customer: { email: email ?? "", name: shipping_address?.name ?? "" },
  };
}

/** The variables of a legacy entry and its collection. */
async function legacyEntryVariables(entry: Entry | undefined) {
  if (!entry) return {};
  const { id, locale, owner, businessId } = entry;
  const collectionId = collectionOf(owner);
  const collection = collectionId === undefined ? undefined : await findCollection(businessId, collectionId);
  return { entry: { id, locale }, ...(collection ? { collection: { name: collection.name } } : {}) };
}

/** The texts of a node in order, including those of nested blocks. */
function textsOf(blocks: readonly z.output<typeof Content>[]): BusinessEntryBlock[] {
  return blocks.flatMap(({ key, type, value }) => {
    if (type === "BLOCK") return textsOf(value.flatMap((inner) => Content.safeParse(inner).data ?? []));
    const isText = type === "TEXT" || type === "LOCALIZED_TEXT" || type === "MARKDOWN";
    return isText ? value.map((text) => ({ id: key, type: "TEXT" as const, value: text })) : [];
  });
}

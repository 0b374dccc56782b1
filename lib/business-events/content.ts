import type { Context } from "#core/context.ts";
import { findEntry } from "#lib/legacy-content/service.ts";
import { framed, renderEntry } from "#lib/newsletters/render.ts";
import { getTenant } from "#lib/tenants/service.ts";

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** The content of a node as a mail; `undefined` when the business has no such content. */
export async function mailContent(
  ctx: Context,
  tenantId: string,
  nodeId: string,
): Promise<MailContent | undefined> {
  const [tenant, entry] = await Promise.all([getTenant(ctx, tenantId), findEntry(tenantId, nodeId)]);
  if (!entry) return undefined;
  const { name, email, website } = tenant;
  const { subject, text, html } = renderEntry(entry, name, { business: { name, email, website } });
  return { subject, text, html: framed(subject, html, "", undefined) };
}

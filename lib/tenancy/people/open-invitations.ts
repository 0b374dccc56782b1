import type * as z from "zod";
import type { Context } from "#core/context.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { transact } from "#core/dynamo/transact.ts";
import { GENERAL } from "#core/errors.ts";
import { announce } from "#core/events.ts";
import type { PageQuery } from "#core/http/page.ts";
import { list, recordSource } from "#core/records/list.ts";
import { closeWrites } from "./invitations.ts";
import type { Invitation, InvitationView } from "./member-schema.ts";
import { checkMayGrant, isTenantRole } from "./roles.ts";
import { invitations } from "./table.ts";

/** The open invitations of a store, newest first. */
export async function listInvitations(
  ctx: Context,
  storeId: string,
  query: z.output<typeof PageQuery>,
): Promise<Page<InvitationView>> {
  const page = await list(ctx, query, {
    // They have no index: their partition is ordered by creation.
    source: recordSource(invitations, "inv", { tenant_id: storeId }, { coversPartition: true, lists: [] }),
    where: { fits: (invitation) => isOpen(ctx, invitation) && isTenantRole(invitation.role) },
  });
  return { ...page, items: page.items.flatMap(viewInvitation) };
}

/** Withdraws an open invitation. Its link stops working, and its address can be invited again. */
export async function withdrawInvitation(ctx: Context, storeId: string, id: string): Promise<void> {
  const found = await invitations.get({ tenant_id: storeId, id }, GENERAL.NOT_FOUND(), ctx);
  if (!isOpen(ctx, found)) throw GENERAL.NOT_FOUND();
  await checkMayGrant(ctx, storeId, {}, found.role);
  await transact(ctx, [
    invitations.remove(found),
    ...(await closeWrites(found)),
    announce(ctx, "invitation.deleted", invitations, found),
  ]);
}

function isOpen(ctx: Context, { status, expires_at }: Invitation): boolean {
  return status === "pending" && expires_at > ctx.now();
}

function viewInvitation({ tenant_id, role, ...invitation }: Invitation): InvitationView[] {
  return isTenantRole(role) ? [{ ...invitation, store_id: tenant_id, role }] : [];
}

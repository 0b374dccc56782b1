import type { Context } from "#core/context.ts";
import type { Stored } from "#core/dynamo/entity.ts";
import type { Write } from "#core/dynamo/transact.ts";
import { announce } from "#core/events.ts";
import type { SocialAccount } from "./account-schema.ts";
import type { Comment } from "./comment-schema.ts";
import type { SOCIAL_EVENTS } from "./events.ts";
import { Publication, type StoredPublication } from "./schema.ts";

type Type = (typeof SOCIAL_EVENTS)[number];

/** The writes that announce changes, each beside the change itself. */
export function announceAccount(ctx: Context, type: Type, account: Stored<SocialAccount>): Write {
  const { store_id: tenantId, id: recordId } = account;
  return announce(ctx, type, account, { tenantId, resource: "social_account", recordId });
}

export function announcePublication(ctx: Context, type: Type, publication: Stored<StoredPublication>): Write {
  const { store_id: tenantId, id: recordId, provider_type: _, ...shown } = publication;
  const record = { ...shown, store_id: tenantId, id: recordId };
  return announce(ctx, type, record, { tenantId, resource: "publication", recordId });
}

export function announceComment(ctx: Context, type: Type, comment: Stored<Comment>): Write {
  const { store_id: tenantId, id: recordId } = comment;
  return announce(ctx, type, comment, { tenantId, resource: "comment", recordId });
}

/** A publication as it is shown. */
export function viewPublication(publication: StoredPublication): Publication {
  return Publication.parse(publication);
}

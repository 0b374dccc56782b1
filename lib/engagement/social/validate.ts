import type * as z from "zod";
import type { Context } from "#core/context.ts";
import { fieldError, invalidField, validationFailed } from "#core/errors.ts";
import { hash } from "#core/seal.ts";
import { DAY } from "#core/seconds.ts";
import { sideBySide } from "#core/side-by-side.ts";
import { findMedia } from "#lib/content/media/service.ts";
import type { SocialAccount } from "./account-schema.ts";
import { findApp } from "./apps.ts";
import { contentFor } from "./content-for.ts";
import { LIMITS } from "./limits.ts";
import { distinguishesAnimations, placementOf } from "./media.ts";
import { mediaIdsIn, mediaKindOf } from "./post.ts";
import type {
  Content,
  ProviderType,
  PublicationProblem,
  PublicationValidation,
  ValidateContent,
} from "./schema.ts";
import { accounts, recentContents } from "./table.ts";
import { checkFields, checkTexts } from "./validate-fields.ts";
import { checkMedia, type NamedFile } from "./validate-media.ts";

/** Most seconds by which a post's time may lie in the past, and in the future. */
const PAST_TOLERANCE = 300;
const MAX_AHEAD = 366 * DAY;

/** Answers whether a network would accept content; stores nothing. */
export async function validatePublication(
  ctx: Context,
  storeId: string,
  { social_account_id, content, scheduled_at }: z.output<typeof ValidateContent>,
): Promise<PublicationValidation> {
  const account = await accountFor(storeId, social_account_id);
  const validation = await checkContent(ctx, account, content);
  if (scheduled_at === undefined || scheduled_at === null) return validation;
  const wrong = timeProblem(scheduled_at, ctx.now());
  return wrong ? { ...validation, valid: false, errors: [...validation.errors, wrong] } : validation;
}

/** Checks content against the network's limits and against the files themselves. */
export async function checkContent(
  ctx: Context,
  account: SocialAccount,
  content: Content,
  publicationId?: string,
): Promise<PublicationValidation> {
  const { store_id, provider_type } = account;
  const wrong = checkFields(provider_type, content);
  const { errors, warnings } =
    wrong.length > 0
      ? { errors: wrong, warnings: [] }
      : await checkPost(store_id, provider_type, contentFor(provider_type, content));
  const more = await warningsOf(ctx, account, content, publicationId);
  return { valid: errors.length === 0, errors, warnings: [...warnings, ...more] };
}

/** The 400 error for content that a network would not accept. */
export function contentError({ errors }: PublicationValidation): Error {
  return validationFailed(
    errors.map(({ field, error, message }) => ({
      field: field === "scheduled_at" ? field : `content.${field}`,
      message,
      error,
    })),
  );
}

/** Checks the time of a post; throws a 400 if it is too far past or ahead. */
export function checkedPostTime(value: number, now: number): number {
  const wrong = timeProblem(value, now);
  if (wrong) throw validationFailed([wrong]);
  return value;
}

/** The account that a request body names; throws a 400 with its field. */
export async function accountFor(storeId: string, id: string): Promise<SocialAccount> {
  const account = await accounts.find({ store_id: storeId, id });
  if (account) return account;
  throw invalidField("social_account_id", "is not an account of this store");
}

/** A hash of content that does not depend on the order of its fields. */
export function contentHash(content: Content): string {
  return hash(JSON.stringify(Object.entries(content).toSorted(([one], [other]) => (one < other ? -1 : 1))));
}

function timeProblem(value: number, now: number): PublicationProblem | undefined {
  const says = (message: string) => fieldError("scheduled_at", message);
  if (!Number.isSafeInteger(value)) return says("must be whole seconds since 1970");
  if (value < now - PAST_TOLERANCE) return says("lies more than five minutes in the past");
  if (value > now + MAX_AHEAD) return says("lies more than 366 days ahead");
  return undefined;
}

async function checkPost(storeId: string, type: ProviderType, content: Content) {
  const ids = mediaIdsIn(content);
  const found = new Map((await findMedia(storeId, ids)).map((file) => [file.id, file]));
  const files = ids.map((id): NamedFile => {
    const media = found.get(id);
    return { id, media, kind: media && mediaKindOf(media, distinguishesAnimations(type)) };
  });
  const placement = placementOf(
    type,
    content,
    files.flatMap(({ kind }) => (kind ? [{ kind }] : [])),
  );
  const media = await checkMedia(placement, files);
  return {
    errors: [...checkTexts(LIMITS[type], placement, content, files.length > 0), ...media.errors],
    warnings: media.warnings,
  };
}

async function warningsOf(
  ctx: Context,
  { store_id, id, provider_type, status }: SocialAccount,
  content: Content,
  publicationId: string | undefined,
): Promise<PublicationProblem[]> {
  const warnings: PublicationProblem[] = [];
  const key = { store_id, social_account_id: id, content_hash: contentHash(content) };
  const [before, app] = await sideBySide([recentContents.find(key, ctx), findApp(provider_type)]);
  const warn = (field: string, error: string, message: string) => warnings.push({ field, error, message });
  if (before && before.publication_id !== publicationId && ctx.now() - before.at < DAY) {
    warn("content", "duplicate_content", "says what was said on this account within the last 24 hours");
  }
  if (app && !app.reviewed) {
    warn(
      "content",
      "app_not_reviewed",
      "will be private: the network has not reviewed this deployment's app",
    );
  }
  if (!app) warn("social_account_id", "not_configured", "is on a network that this deployment has no app at");
  if (status === "reconnect_required") {
    warn(
      "social_account_id",
      "reconnect_required",
      "has to be connected again before anything is posted to it",
    );
  }
  return warnings;
}

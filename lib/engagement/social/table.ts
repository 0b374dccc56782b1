import * as z from "zod";
import { entity } from "#core/dynamo/entity.ts";
import { facet, searchTerms } from "#core/dynamo/terms.ts";
import { DAY, HOUR } from "#core/seconds.ts";
import { Credential, SignIn, SocialAccount, SocialAccountView } from "./account-schema.ts";
import { Attempt } from "./attempt-schema.ts";
import { Comment, CommentView } from "./comment-schema.ts";
import { ACCOUNT_EVENTS, COMMENT_EVENTS, PUBLICATION_EVENTS } from "./events.ts";
import { publicationLife } from "./lifecycle.ts";
import { StoredMetrics } from "./metrics-schema.ts";
import { Publication, StoredPublication } from "./schema.ts";

export const accounts = entity({
  name: "social_account",
  schema: SocialAccount,
  pk: "TENANT#{store_id}#SOCIAL_ACCOUNT",
  sk: "{id}",
  tenant: "store_id",
  announces: { events: ACCOUNT_EVENTS, resource: "social_account", shows: SocialAccountView },
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The account of each destination, so that connecting a destination again finds its account. */
export const destinations = entity({
  name: "social_destination",
  schema: z.object({
    store_id: z.string(),
    provider_type: z.string(),
    external_account_id: z.string(),
    social_account_id: z.string(),
  }),
  pk: "TENANT#{store_id}#SOCIAL_DESTINATION",
  sk: "{provider_type}#{external_account_id}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

export const credentials = entity({
  name: "social_credential",
  schema: Credential,
  pk: "TENANT#{store_id}#SOCIAL_CREDENTIAL",
  sk: "{social_account_id}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

export const signIns = entity({
  name: "social_sign_in",
  schema: SignIn,
  pk: "TENANT#{store_id}#SOCIAL_SIGN_IN",
  sk: "{id}",
  // Stored an hour longer than it is valid, so that a repeated choice of destination gets its answer.
  ttl: ({ expires_at }) => expires_at + HOUR,
  tenant: "store_id",
  deletion: { tenant: "partition", person: "expires" },
});

export const publications = entity({
  name: "publication",
  schema: StoredPublication,
  life: publicationLife,
  pk: "TENANT#{store_id}#PUBLICATION",
  sk: "{id}",
  indexes: {
    list: "TENANT#{store_id}#PUBLICATION#{status}",
    child: "TENANT#{store_id}#SOCIAL_ACCOUNT#{social_account_id}#{status}",
    by_updated: "{updated_at}#{id}",
    due: "PUBLICATIONS#{id%8}",
  },
  due_at: ({ status, scheduled_at }) => (status === "scheduled" ? scheduled_at : null),
  terms: ({ key, content }) =>
    searchTerms([key, ...["text", "title", "caption", "description"].map((name) => textIn(content[name]))]),
  counted: true,
  tenant: "store_id",
  announces: { events: PUBLICATION_EVENTS, resource: "publication", shows: Publication },
  deletion: { tenant: "partition", person: "unaffected" },
});

export const publicationKeys = entity({
  name: "publication_key",
  schema: z.object({ store_id: z.string(), key: z.string(), publication_id: z.string() }),
  pk: "TENANT#{store_id}#PUBLICATION_KEY",
  sk: "{key}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The last publication with given content on an account, to warn about duplicates. */
export const recentContents = entity({
  name: "publication_content",
  schema: z.object({
    store_id: z.string(),
    social_account_id: z.string(),
    content_hash: z.string(),
    publication_id: z.string(),
    at: z.int(),
  }),
  pk: "TENANT#{store_id}#PUBLICATION_CONTENT",
  sk: "{social_account_id}#{content_hash}",
  ttl: ({ at }) => at + 2 * DAY,
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

export const attempts = entity({
  name: "social_attempt",
  outward: true,
  schema: Attempt,
  pk: "TENANT#{store_id}#SOCIAL_ATTEMPT",
  sk: "{id}",
  indexes: { due: "SOCIAL_ATTEMPTS#{id%8}" },
  due_at: ({ due_at }) => due_at,
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The attempt to which a post or reply on a network belongs, so that two attempts with equal texts cannot claim it. */
export const posts = entity({
  name: "social_post",
  outward: true,
  schema: z.object({
    store_id: z.string(),
    social_account_id: z.string(),
    provider_id: z.string(),
    attempt_id: z.string(),
  }),
  pk: "TENANT#{store_id}#SOCIAL_POST",
  sk: "{social_account_id}#{provider_id}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

export const comments = entity({
  name: "comment",
  schema: Comment,
  pk: "TENANT#{store_id}#COMMENT",
  sk: "{id}",
  indexes: {
    list: "TENANT#{store_id}#COMMENT",
    child: "TENANT#{store_id}#COMMENT#{below}",
    by_updated: "{last_synced_at}#{id}",
  },
  computed: ({ parent_comment_id, publication_id, root_comment_id }) => ({
    below: parent_comment_id === null ? publication_id : root_comment_id,
  }),
  terms: ({ status, classification_intent, classification_priority, publication_id }) => [
    facet("status", status),
    facet("intent", classification_intent ?? "none"),
    facet("priority", classification_priority ?? "none"),
    facet("publication", publication_id),
  ],
  termRows: false,
  tenant: "store_id",
  announces: {
    events: COMMENT_EVENTS,
    resource: "comment",
    shows: CommentView,
    quiet: ["last_synced_at", "thread_last_synced_at"],
  },
  deletion: { tenant: "partition", person: "unaffected" },
});

export const metrics = entity({
  name: "publication_metrics",
  schema: StoredMetrics,
  pk: "TENANT#{store_id}#PUBLICATION_METRICS",
  sk: "{publication_id}",
  counted: true,
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value.slice(0, 500) : undefined;
}

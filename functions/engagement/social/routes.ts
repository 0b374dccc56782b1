// Accounts at social networks, posts to them, and the workers of both.

import * as z from "zod";
import { GENERAL } from "#core/errors.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted } from "#core/http/page.ts";
import { workers } from "#core/queue/contract.ts";
import {
  Capabilities,
  ConnectSocialAccount,
  SelectSocialDestination,
  SocialAccounts,
  SocialConnection,
  SocialConnectionStarted,
} from "#lib/engagement/social/account-schema.ts";
import { PUBLICATION, SOCIAL } from "#lib/engagement/social/errors.ts";
import { PublishStep, RemoveSocialRecords } from "#lib/engagement/social/messages.ts";
import {
  CreatePublication,
  PublicationPage,
  PublicationQuery,
  PublicationResult,
  PublicationStepList,
  PublicationValidation,
  PublicationView,
  PublishNow,
  SchedulePublication,
  UpdatePublication,
  ValidateContent,
} from "#lib/engagement/social/schema.ts";

export const socialAccounts = routes("engagement/social", "/v1/stores/{storeId}/social-accounts", {
  listSocialCapabilities: get("/capabilities", {
    summary: "Limits and abilities of each social network",
    needs: "READ",
    returns: Capabilities,
    uses: ["table:read", "apps"],
  }),
  listSocialAccounts: get("", {
    summary: "Connected social accounts",
    needs: "READ",
    returns: SocialAccounts,
  }),
  connectSocialAccount: post("/oauth/connect", {
    summary: "Begin to connect a social account",
    description:
      "Send the browser to `authorization_url`. It returns to `return_url` with `attempt_id` and `status`. The origin of `return_url` must be one of the store's `origins`.",
    needs: "ADMIN",
    body: ConnectSocialAccount,
    returns: SocialConnectionStarted,
    uses: ["table:write", "credentials", "apps"],
    errors: [SOCIAL.NOT_CONFIGURED],
  }),
  getSocialConnection: get("/oauth/attempts/{attemptId}", {
    summary: "State of connecting an account",
    description: "Only for the person who began it.",
    needs: "ADMIN",
    returns: SocialConnection,
    errors: [SOCIAL.ATTEMPT_NOT_FOUND],
    extension: true,
  }),
  selectSocialDestination: post("/oauth/select-destination", {
    summary: "Choose the destination to connect, if the sign-in has several",
    needs: "ADMIN",
    body: SelectSocialDestination,
    returns: SocialConnection,
    errors: [SOCIAL.ATTEMPT_NOT_FOUND, SOCIAL.ATTEMPT_EXPIRED, SOCIAL.ALREADY_SELECTED],
    uses: ["table:write", "credentials"],
    emits: ["social_account.connected"],
    extension: true,
  }),
  deleteSocialAccount: del("/{socialAccountId}", {
    summary: "Disconnect a social account",
    description:
      "Its scheduled posts fail. A post in progress finishes first. Then its tokens are revoked at the network.",
    needs: "ADMIN",
    returns: Deleted,
    errors: [GENERAL.NOT_FOUND],
    emits: ["social_account.deleted"],
  }),
});

/** Options of the page to which a social network sends the browser back, and of the form on that page. */
const CALLBACK_OPTIONS = {
  needs: "none",
  query: z.object({
    state: z.string().max(4000).optional(),
    code: z.string().max(4000).optional(),
    error: z.string().max(1000).optional(),
  }),
  returns: "html",
  errors: [GENERAL.NOT_FOUND],
  uses: ["table:write", "secrets", "credentials", "apps"],
  extension: true,
} as const;

export const socialCallbacks = routes("engagement/social", "/v1/social/oauth", {
  showSocialConnection: get("/{provider_type}/callback", {
    ...CALLBACK_OPTIONS,
    summary: "The address to which a network sends the browser back: asks whether to connect the account",
    description:
      "The page names the store and the network. The account is connected when the person agrees on this page, and not before.",
    uses: ["table:write", "secrets"],
  }),
  finishSocialConnection: post("/{provider_type}/callback", {
    ...CALLBACK_OPTIONS,
    summary: "Connect the account, or cancel",
    description: "The page of this address sends it. The browser then goes on to the return url.",
    bodyKind: "raw",
    emits: ["social_account.connected"],
    timeout: 29,
  }),
});

const NOT_FOUND_ERRORS = [GENERAL.NOT_FOUND];

export const publications = routes("engagement/social", "/v1/stores/{storeId}/social-publications", {
  listPublications: get("", {
    summary: "Publications of a store, newest first",
    needs: "READ",
    query: PublicationQuery,
    returns: PublicationPage,
  }),
  validatePublication: post("/validate", {
    summary: "Validate content against a network's limits",
    needs: "READ",
    body: ValidateContent,
    returns: PublicationValidation,
    uses: ["table:write", "media:read", "apps"],
  }),
  createPublication: post("", {
    summary: "Create a publication: a draft, scheduled, or to be posted now",
    description:
      "Without `scheduled_at` and `publish` it is a draft, and its content is not validated. Otherwise content that the network would refuse is a 400.",
    needs: "WRITE",
    body: CreatePublication,
    returns: PublicationResult,
    status: 201,
    errors: [PUBLICATION.KEY_TAKEN],
    emits: ["publication.created"],
    uses: ["table:write", "media:read", "apps"],
  }),
  getPublication: get("/{publicationId}", {
    summary: "One publication",
    needs: "READ",
    returns: PublicationView,
    errors: NOT_FOUND_ERRORS,
    extension: true,
  }),
  updatePublication: put("/{publicationId}", {
    summary: "Change a publication that is not being posted",
    needs: "WRITE",
    body: UpdatePublication,
    returns: PublicationResult,
    errors: [...NOT_FOUND_ERRORS, PUBLICATION.INVALID_STATUS, PUBLICATION.KEY_TAKEN],
    emits: ["publication.updated"],
    uses: ["table:write", "media:read", "apps"],
    extension: true,
  }),
  deletePublication: del("/{publicationId}", {
    summary: "Delete a publication; the post stays on the network",
    needs: "WRITE",
    returns: Deleted,
    errors: [...NOT_FOUND_ERRORS, PUBLICATION.INVALID_STATUS],
    emits: ["publication.deleted"],
    extension: true,
  }),
  schedulePublication: post("/{publicationId}/schedule", {
    summary: "Schedule a publication",
    description:
      "A time up to five minutes in the past means now. An earlier time, or more than 366 days ahead, is a 400.",
    needs: "WRITE",
    body: SchedulePublication,
    returns: PublicationResult,
    errors: [...NOT_FOUND_ERRORS, PUBLICATION.INVALID_STATUS],
    emits: ["publication.updated"],
    uses: ["table:write", "media:read", "apps"],
  }),
  publishPublication: post("/{publicationId}/publish", {
    summary: "Post a publication now",
    description:
      "A publication with an unknown outcome needs `confirm_not_posted`. Look at the network first.",
    needs: "WRITE",
    body: PublishNow,
    returns: PublicationResult,
    errors: [...NOT_FOUND_ERRORS, PUBLICATION.INVALID_STATUS],
    emits: ["publication.updated"],
    uses: ["table:write", "media:read", "apps"],
    extension: true,
  }),
  cancelPublication: post("/{publicationId}/cancel", {
    summary: "Cancel a publication before it is sent to the network",
    needs: "WRITE",
    returns: PublicationView,
    errors: [...NOT_FOUND_ERRORS, PUBLICATION.INVALID_STATUS],
    emits: ["publication.updated"],
    extension: true,
  }),
  listPublicationSteps: get("/{publicationId}/steps", {
    summary: "Every call to the network for a publication",
    needs: "READ",
    returns: PublicationStepList,
    errors: NOT_FOUND_ERRORS,
    extension: true,
  }),
});

export const socialWorkers = workers("engagement/social", {
  publishStep: {
    summary: "Posts a due publication or a reply, and continues after an interruption",
    trigger: { kind: "queue", message: PublishStep, batchSize: 1 },
    uses: ["table:write", "media:read", "secrets", "credentials", "apps"],
    emits: [
      "publication.updated",
      "publication.published",
      "publication.failed",
      "publication.unknown",
      "comment.updated",
      "social_account.reconnect_required",
    ],
    timeout: 60,
    memory: 1024,
  },
  processDuePublications: {
    summary: "Queues due publications, and attempts that have stopped",
    trigger: {
      kind: "due",
      of: [
        { kind: "publication", index: "PUBLICATIONS#{id%8}", ahead: 130 },
        { kind: "social_attempt", index: "SOCIAL_ATTEMPTS#{id%8}" },
      ],
    },
    uses: ["table:write", "queue:send"],
    sends: [PublishStep],
    timeout: 60,
  },
  removeSocialRecords: {
    summary: "Removes the remains of deleted social accounts and publications",
    trigger: { kind: "queue", message: RemoveSocialRecords, batchSize: 1 },
    uses: ["table:write", "credentials", "apps"],
    emits: ["publication.failed"],
    timeout: 60,
  },
});

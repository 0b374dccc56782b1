import { defineErrors } from "#core/errors.ts";

export const SOCIAL = defineErrors("SOCIAL", {
  NOT_SUPPORTED: [400, "{what} is not supported on {network}."],
  NOT_CONFIGURED: [400, "{network} is not set up in this deployment: its app id and secret are missing."],
  ATTEMPT_NOT_FOUND: [404, "The sign-in was not found, or another person began it."],
  ATTEMPT_EXPIRED: [409, "This sign-in has expired. Connect the account again."],
  ALREADY_SELECTED: [409, "A destination was already chosen. Connect again to choose another one."],
  RECONNECT_REQUIRED: [409, "The network no longer accepts this account's sign-in. Connect it again."],
  NETWORK_ERROR: [502, "The network refused this: {message}"],
  QUOTA: [429, "The network accepts no more calls for this account until {reset}."],
});

export const PUBLICATION = defineErrors("PUBLICATION", {
  KEY_TAKEN: [409, "A publication with the key {key} already exists."],
  INVALID_STATUS: [409, "A publication that is {status} cannot be {action}."],
});

export const COMMENT = defineErrors("COMMENT", {
  REPLY_RUNNING: [409, "Another reply to this comment is in progress. Send a reply_id to retry safely."],
  REPLY_ID_REUSED: [409, "This reply_id was already used for another text or comment."],
});

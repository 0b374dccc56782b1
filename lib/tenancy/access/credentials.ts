/**
 * Prefixes of the opaque credentials, by which a person and a scanner know what they hold. Those of two ids are
 * `sfk`: person and API token; `sfr`: person and session; `sfv`: store and contact session; `sfi`: store and invitation.
 */
export const TOKEN_PREFIX = {
  apiToken: "sfk",
  refresh: "sfr",
  visitor: "sfv",
  invitation: "sfi",
  /** Of the links in mails: confirmation and reset. */
  link: "sfl",
} as const;

/**
 * Prefixes of opaque credentials, recognizable to people and scanners. Some credentials contain ids: `sfk` of
 * person and API token, `sfr` of person and session, `sfv` of store and visitor session, `sfi` of store and invitation.
 */
export const TOKEN_PREFIX = {
  apiToken: "sfk",
  refresh: "sfr",
  visitor: "sfv",
  invitation: "sfi",
  /** For links in mails: confirmation and reset. */
  link: "sfl",
} as const;

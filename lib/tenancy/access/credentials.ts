/**
 * Prefixes of opaque credentials, recognizable to people and scanners. `sfk` contains person and API token,
 * `sfr` person and session, `sfv` store and contact session, `sfi` store and invitation.
 */
export const TOKEN_PREFIX = {
  apiToken: "sfk",
  refresh: "sfr",
  visitor: "sfv",
  invitation: "sfi",
  /** For links in mails: confirmation and reset. */
  link: "sfl",
} as const;

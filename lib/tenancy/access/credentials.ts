import { newOpaqueToken, parseOpaqueToken } from "#core/seal.ts";

/** Prefixes of the opaque credentials, by which a person and a scanner know what they hold. */
export const PREFIX = {
  apiToken: "sfk",
  refresh: "sfr",
  visitor: "sfv",
  invitation: "sfi",
  /** Of the links in mails: confirmation and reset. */
  link: "sfl",
} as const;

const BODY = 26;

/**
 * An opaque credential that carries the address of its record: the bodies of two ids, so that checking it is one read.
 * `sfk`: person and API token; `sfr`: person and session; `sfv`: store and contact session;
 * `sfi`: store and invitation.
 */
export function newCredential(prefix: string, owner: string, record: string): string {
  return newOpaqueToken(prefix, addressOf(owner, record));
}

/** The hint of a credential for two ids. */
export function addressOf(owner: string, record: string): string {
  return `${owner.slice(-BODY)}${record.slice(-BODY)}`;
}

/** The two ids and the secret of a credential, or `undefined` for a text that is none. */
export function parseCredential(
  prefix: string,
  ownerPrefix: string,
  recordPrefix: string,
  token: string,
): { owner: string; record: string; secret: string } | undefined {
  const parsed = parseOpaqueToken(prefix, token);
  if (!parsed || parsed.hint.length !== 2 * BODY) return undefined;
  return {
    owner: `${ownerPrefix}_${parsed.hint.slice(0, BODY)}`,
    record: `${recordPrefix}_${parsed.hint.slice(BODY)}`,
    secret: parsed.secret,
  };
}

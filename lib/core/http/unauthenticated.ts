import type { Actor } from "#core/context.ts";
import { ApiError, GENERAL } from "#core/errors.ts";
import type { Operation } from "./contract.ts";

/**
 * Adds to a 401 what was sent: no credential, an invalid one, or one of another kind than the operation needs.
 *
 * @param actor the caller that the credential stood for, if it was valid
 */
export function explainUnauthenticated(
  error: unknown,
  { needs }: Pick<Operation, "needs">,
  headers: Readonly<Record<string, string | undefined>>,
  actor: Actor | undefined,
): unknown {
  const { code, status, template } = GENERAL.UNAUTHENTICATED;
  if (!(error instanceof ApiError) || error.message !== template) return error;
  const sent = Boolean(headers.authorization ?? headers["x-api-key"]);
  return new ApiError(code, status, textFor(needs, sent, actor?.kind), error);
}

function textFor(needs: Operation["needs"], sent: boolean, kind: Actor["kind"] | undefined): string {
  const wanted = needs === "visitor" ? CONTACT_TEXT : PERSON_TEXT;
  if (!sent) return `No credential was sent. ${wanted}`;
  if (kind === undefined || kind === "nobody")
    return `The credential is unknown, expired or revoked. ${wanted}`;
  if (kind === "visitor" && needs === "visitor") return `This contact session is of another store. ${wanted}`;
  return `This credential does not fit here. ${wanted}`;
}

const PERSON_TEXT = "Sign in, and send the token as authorization: Bearer.";
const CONTACT_TEXT =
  "Ask for a contact session by POST …/account/identify of this store, and send its token as authorization: Bearer.";

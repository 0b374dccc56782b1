import { env, optionalEnv, type Setting } from "#core/env.ts";
import { blame, USER } from "./errors.ts";

/**
 * Demands an origin of the list, or the console, spelled exactly as it is there; the first of the list when none is named.
 * A deployment that names none has pages of its own.
 */
export function allowedOrigin(origin: string | undefined, field: string): string {
  const allowed = listed("ALLOWED_ORIGINS");
  if (origin === undefined) return allowed[0] ?? `${env("PUBLIC_URL")}/v1/account-pages`;
  if (!allowed.includes(origin) && origin !== optionalEnv("CONSOLE_URL"))
    throw blame(USER.INVALID_ORIGIN_URI(), field);
  return origin;
}

/** Where the link of an invitation leads: to the console where one is deployed, unless another origin is named. */
export function invitationOrigin(named: string | undefined): string {
  const console = named === undefined ? optionalEnv("CONSOLE_URL") : undefined;
  return console ?? allowedOrigin(named, "reserveDomain");
}

/** Demands a redirect address of the list, or the console's own, spelled exactly as it is there. */
export function allowedRedirect(redirect: string, field: string): string {
  const console = optionalEnv("CONSOLE_URL");
  const own = console && `${console}/callback`;
  if (!listed("ALLOWED_REDIRECTS").includes(redirect) && redirect !== own)
    throw blame(USER.INVALID_REDIRECT_URI(), field);
  return redirect;
}

/** A link for a mail, to a page of an allowed origin. */
export function linkTo(
  origin: string,
  page: string,
  token: string,
  more: Record<string, string> = {},
): string {
  return `${origin}/${page}?${new URLSearchParams({ ...more, token })}`;
}

function listed(setting: Setting): string[] {
  const list: string[] = JSON.parse(optionalEnv(setting) ?? "[]");
  return list;
}

import { env, optionalEnv, type Setting } from "#core/env.ts";
import { USER, withField } from "./errors.ts";

/**
 * Checks an origin against the allowed list and the console; the exact spelling counts. The default is the
 * first of the list, else our own account pages.
 */
export function allowedOrigin(origin: string | undefined, field: string): string {
  const allowed = listInSetting("ALLOWED_ORIGINS");
  if (origin === undefined) return allowed[0] ?? `${env("PUBLIC_URL")}/v1/account-pages`;
  if (!allowed.includes(origin) && origin !== optionalEnv("CONSOLE_URL"))
    throw withField(USER.INVALID_ORIGIN_URI(), field);
  return origin;
}

/** The origin of an invitation link: a named one, else the console, else the default. */
export function invitationOrigin(named: string | undefined): string {
  const console = named === undefined ? optionalEnv("CONSOLE_URL") : undefined;
  return console ?? allowedOrigin(named, "reserveDomain");
}

/** Checks a redirect URL against the allowed list and the console; the exact spelling counts. */
export function allowedRedirect(redirect: string, field: string): string {
  const console = optionalEnv("CONSOLE_URL");
  const own = console && `${console}/callback`;
  if (!listInSetting("ALLOWED_REDIRECTS").includes(redirect) && redirect !== own)
    throw withField(USER.INVALID_REDIRECT_URI(), field);
  return redirect;
}

export function linkTo(
  origin: string,
  page: string,
  token: string,
  more: Record<string, string> = {},
): string {
  return `${origin}/${page}?${new URLSearchParams({ ...more, token })}`;
}

function listInSetting(setting: Setting): string[] {
  const list: string[] = JSON.parse(optionalEnv(setting) ?? "[]");
  return list;
}

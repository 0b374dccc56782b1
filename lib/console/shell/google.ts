import { callPublic } from "#console/shared/api/public-call.ts";
import { startSession } from "#console/shared/session/session.ts";
import { t } from "./texts.ts";

const KEY = "console:google";

type PendingSignIn = { state: string; verifier: string; next: string; keep: boolean };

/** Stores the secrets of this sign-in until Google returns the browser, and sends the browser to Google. */
export async function beginGoogle(next: string, keep: boolean): Promise<void> {
  const verifier = randomSecret();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const { url } = await callPublic("getLoginUrl", undefined, {
    provider: "GOOGLE",
    originUrl: consoleUrl(),
    redirectUrl: `${consoleUrl()}/callback`,
    codeChallenge: base64url(new Uint8Array(digest)),
  });
  const state = new URL(url).searchParams.get("state") ?? "";
  sessionStorage.setItem(KEY, JSON.stringify({ state, verifier, next, keep } satisfies PendingSignIn));
  location.assign(url);
}

/** Finishes the sign-in with Google's answer, and returns the path to open next. */
export async function finishGoogle(search: URLSearchParams): Promise<string> {
  const pending: Partial<PendingSignIn> = Object(JSON.parse(sessionStorage.getItem(KEY) ?? "{}"));
  sessionStorage.removeItem(KEY);
  const [code, state] = [search.get("code") ?? "", search.get("state") ?? ""];
  if (!pending.verifier || (pending.state && state && pending.state !== state)) throw new Error(t.wrongState);
  const session = await callPublic("loginUser", {
    provider: "GOOGLE",
    originUrl: consoleUrl(),
    code,
    state,
    codeVerifier: pending.verifier,
  } as never);
  const { accessToken, refreshToken, expiresAt, email } = Object(session);
  startSession(
    { access_token: accessToken, refresh_token: refreshToken, access_expires_at: expiresAt },
    email ?? "",
    pending.keep ?? false,
  );
  return pending.next ?? "/";
}

/** The console's URL, in the form that the API's list of allowed URLs has. */
function consoleUrl(): string {
  return `${location.origin}${import.meta.env.BASE_URL}`.replace(/\/$/, "");
}

function randomSecret(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

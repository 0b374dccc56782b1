import { open } from "#console/shared/api/open.ts";
import { enter } from "#console/shared/session/session.ts";
import { t } from "./texts.ts";

const KEY = "console:google";

interface Begun {
  state: string;
  verifier: string;
  next: string;
  keep: boolean;
}

/** Sends the browser to Google, and stores the secrets of this sign-in in the window. */
export async function beginGoogle(next: string, keep: boolean): Promise<void> {
  const verifier = secret();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const { url } = await open("getLoginUrl", undefined, {
    provider: "GOOGLE",
    originUrl: here(),
    redirectUrl: `${here()}/callback`,
    codeChallenge: base64url(new Uint8Array(digest)),
  });
  const state = new URL(url).searchParams.get("state") ?? "";
  sessionStorage.setItem(KEY, JSON.stringify({ state, verifier, next, keep } satisfies Begun));
  location.assign(url);
}

/** Finishes the sign-in with Google's answer, and returns the path to open next. */
export async function finishGoogle(search: URLSearchParams): Promise<string> {
  const begun: Partial<Begun> = Object(JSON.parse(sessionStorage.getItem(KEY) ?? "{}"));
  sessionStorage.removeItem(KEY);
  const [code, state] = [search.get("code") ?? "", search.get("state") ?? ""];
  if (!begun.verifier || (begun.state && state && begun.state !== state)) throw new Error(t.wrongState);
  const session = await open("loginUser", {
    provider: "GOOGLE",
    originUrl: here(),
    code,
    state,
    codeVerifier: begun.verifier,
  } as never);
  const { accessToken, refreshToken, expiresAt, email } = Object(session);
  enter(
    { access_token: accessToken, refresh_token: refreshToken, access_expires_at: expiresAt },
    email ?? "",
    begun.keep ?? false,
  );
  return begun.next ?? "/";
}

/** The console's URL as the API knows it. */
function here(): string {
  return `${location.origin}${import.meta.env.BASE_URL}`.replace(/\/$/, "");
}

function secret(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

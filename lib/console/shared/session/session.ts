import { config } from "#console/shared/config.ts";
import { deleteStoredSession, replaceRefreshToken, storedSession, storeSession } from "./tokens.ts";

/** `starting`: not known yet; `out`: nobody is signed in; `ended`: the user must sign in again. */
export type SessionState = "starting" | "out" | "in" | "ended";

interface Session {
  state: SessionState;
  access: string | undefined;
  /** The time in milliseconds at which the access token is too old to send. */
  until: number;
}

type SessionMessage = { is: "renewed"; access: string; until: number } | { is: "out" } | { is: "in" };

/** How many milliseconds before it expires the access token is renewed. */
const RENEW_EARLY_MS = 60_000;
const LOCK_NAME = "console-session";

let session: Session = { state: "starting", access: undefined, until: 0 };
const listeners = new Set<() => void>();
const channel = new BroadcastChannel("console-session");

channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => {
  if (data.is === "renewed") setSession({ state: "in", access: data.access, until: data.until });
  if (data.is === "out") clearSession();
  // Another tab signed in, so this one reads the stored refresh token.
  if (data.is === "in" && session.state !== "in") void renewSession();
};

export function sessionState(): SessionState {
  return session.state;
}

export function onSessionState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type SignedIn = { access_token: string; refresh_token: string; access_expires_at: number };

/** Starts the session that a sign-in returned. If `isPersistent`, it continues after the window closes. */
export function startSession(signedIn: SignedIn, email: string, isPersistent: boolean): void {
  storeSession({ refresh: signedIn.refresh_token, email }, isPersistent);
  setSession({
    state: "in",
    access: signedIn.access_token,
    until: signedIn.access_expires_at * 1000 - RENEW_EARLY_MS,
  });
  broadcast({ is: "in" });
}

/** Ends the session in every tab. */
export async function signOut(): Promise<void> {
  const { access } = session;
  const headers = { authorization: `Bearer ${access}`, "content-type": "application/json" };
  // The device forgets the session even if the request fails.
  await fetch(`${config().api}/v1/users/logout`, { method: "POST", headers, body: "{}" }).catch(
    () => undefined,
  );
  broadcast({ is: "out" });
  clearSession();
}

/** The access token, renewed if it is old; undefined without a session. */
export async function accessToken(): Promise<string | undefined> {
  if (!session.access || Date.now() > session.until) await renewSession();
  return session.access;
}

/** Renews the access token. Only one tab renews it at a time, and the others receive the new token. */
export async function renewSession(refused?: string): Promise<void> {
  const previousToken = refused ?? session.access;
  await navigator.locks.request(LOCK_NAME, async () => {
    // Another tab renewed it while this one waited for the lock.
    if (session.access && session.access !== previousToken && Date.now() < session.until) return;
    const { refresh } = storedSession() ?? {};
    if (!refresh) return endSession();
    const response = await fetch(`${config().api}/v1/auth/refresh`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ refresh_token: refresh }),
    });
    if (response.status === 401 || response.status === 403 || response.status === 400) return endSession();
    // An error of the network or the server does not end the session.
    if (!response.ok) throw new TypeError("The session could not be renewed.");
    const renewed: SignedIn = await response.json();
    replaceRefreshToken(renewed.refresh_token);
    const next = { access: renewed.access_token, until: renewed.access_expires_at * 1000 - RENEW_EARLY_MS };
    setSession({ state: "in", ...next });
    broadcast({ is: "renewed", ...next });
  });
}

function endSession(): void {
  setSession({
    state: session.state === "starting" || session.state === "out" ? "out" : "ended",
    access: undefined,
    until: 0,
  });
}

function clearSession(): void {
  deleteStoredSession();
  sessionStorage.clear();
  setSession({ state: "out", access: undefined, until: 0 });
}

function setSession(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function broadcast(news: SessionMessage): void {
  channel.postMessage(news);
}

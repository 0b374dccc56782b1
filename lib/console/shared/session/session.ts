import { config } from "#console/shared/config.ts";
import { forget, keep, kept, renewKept } from "./tokens.ts";

/** `starting`: not known yet; `out`: nobody is signed in; `ended`: the user must sign in again. */
export type Standing = "starting" | "out" | "in" | "ended";

interface State {
  standing: Standing;
  access: string | undefined;
  /** The time in milliseconds at which the access token is too old to send. */
  until: number;
}

type News = { is: "renewed"; access: string; until: number } | { is: "out" } | { is: "in" };

/** How many milliseconds before its expiry a token is renewed. */
const EARLY = 60_000;
const LOCK = "console-session";

let state: State = { standing: "starting", access: undefined, until: 0 };
const listeners = new Set<() => void>();
const channel = new BroadcastChannel("console-session");

channel.onmessage = ({ data }: MessageEvent<News>) => {
  if (data.is === "renewed") become({ standing: "in", access: data.access, until: data.until });
  if (data.is === "out") leave();
  // Another tab signed in: take the stored token.
  if (data.is === "in" && state.standing !== "in") void renew();
};

export function standing(): Standing {
  return state.standing;
}

export function onStanding(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

interface SignedIn {
  access_token: string;
  refresh_token: string;
  access_expires_at: number;
}

/** Starts the session that a sign-in returned. `isPersistent` keeps it after the window closes. */
export function enter(signedIn: SignedIn, email: string, beyond: boolean): void {
  keep({ refresh: signedIn.refresh_token, email }, beyond);
  become({ standing: "in", access: signedIn.access_token, until: signedIn.access_expires_at * 1000 - EARLY });
  tell({ is: "in" });
}

/** Ends the session in every tab. */
export async function signOut(): Promise<void> {
  const { access } = state;
  const headers = { authorization: `Bearer ${access}`, "content-type": "application/json" };
  // The device forgets the session even if the request fails.
  await fetch(`${config().api}/v1/users/logout`, { method: "POST", headers, body: "{}" }).catch(
    () => undefined,
  );
  tell({ is: "out" });
  leave();
}

/** The access token, renewed if it is old; undefined without a session. */
export async function accessToken(): Promise<string | undefined> {
  if (!state.access || Date.now() > state.until) await renew();
  return state.access;
}

/** Renews the access token. One tab does it at a time, and the others take its token. */
export async function renew(refused?: string): Promise<void> {
  const before = refused ?? state.access;
  await navigator.locks.request(LOCK, async () => {
    // Another tab renewed it while this one waited for the lock.
    if (state.access && state.access !== before && Date.now() < state.until) return;
    const { refresh } = kept() ?? {};
    if (!refresh) return refuse();
    const response = await fetch(`${config().api}/v1/auth/refresh`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ refresh_token: refresh }),
    });
    if (response.status === 401 || response.status === 403 || response.status === 400) return refuse();
    // An error of the network or the server does not end the session.
    if (!response.ok) throw new TypeError("The session could not be renewed.");
    const renewed: SignedIn = await response.json();
    renewKept(renewed.refresh_token);
    const next = { access: renewed.access_token, until: renewed.access_expires_at * 1000 - EARLY };
    become({ standing: "in", ...next });
    tell({ is: "renewed", ...next });
  });
}

function refuse(): void {
  become({
    standing: state.standing === "starting" || state.standing === "out" ? "out" : "ended",
    access: undefined,
    until: 0,
  });
}

function leave(): void {
  forget();
  sessionStorage.clear();
  become({ standing: "out", access: undefined, until: 0 });
}

function become(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

function tell(news: News): void {
  channel.postMessage(news);
}

import { config } from "#console/shared/config.ts";
import { forget, keep, kept, renewKept } from "./tokens.ts";

/** `begun`: not yet known; `out`: nobody; `in`; `ended`: somebody was, and has to sign in again. */
export type Standing = "begun" | "out" | "in" | "ended";

interface State {
  standing: Standing;
  access: string | undefined;
  /** Milliseconds at which the access token is too old to send. */
  until: number;
}

type News = { is: "renewed"; access: string; until: number } | { is: "out" } | { is: "in" };

/** Milliseconds before its end at which a token is renewed. */
const EARLY = 60_000;
const LOCK = "console-session";

let state: State = { standing: "begun", access: undefined, until: 0 };
const listeners = new Set<() => void>();
const channel = new BroadcastChannel("console-session");

channel.onmessage = ({ data }: MessageEvent<News>) => {
  if (data.is === "renewed") become({ standing: "in", access: data.access, until: data.until });
  if (data.is === "out") leave();
  // Somebody signed in elsewhere: this tab takes the kept token when it next needs one.
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

/** Somebody has proven who they are. */
export function enter(signedIn: SignedIn, email: string, beyond: boolean): void {
  keep({ refresh: signedIn.refresh_token, email }, beyond);
  become({ standing: "in", access: signedIn.access_token, until: signedIn.access_expires_at * 1000 - EARLY });
  tell({ is: "in" });
}

/** Ends the session here and in every tab. */
export async function signOut(): Promise<void> {
  const { access } = state;
  const headers = { authorization: `Bearer ${access}`, "content-type": "application/json" };
  // Whether or not it arrives, nothing of it stays on this device.
  await fetch(`${config().api}/v1/users/logout`, { method: "POST", headers, body: "{}" }).catch(
    () => undefined,
  );
  tell({ is: "out" });
  leave();
}

/** The access token, renewed if it is old; undefined when there is none to be had. */
export async function accessToken(): Promise<string | undefined> {
  if (!state.access || Date.now() > state.until) await renew();
  return state.access;
}

/** Takes the next token: one tab at a time, and the others take what it got. */
export async function renew(refused?: string): Promise<void> {
  const before = refused ?? state.access;
  await navigator.locks.request(LOCK, async () => {
    // While this tab waited for its turn, another one was told of a new token.
    if (state.access && state.access !== before && Date.now() < state.until) return;
    const { refresh } = kept() ?? {};
    if (!refresh) return refuse();
    const response = await fetch(`${config().api}/v1/auth/refresh`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ refresh_token: refresh }),
    });
    if (response.status === 401 || response.status === 403 || response.status === 400) return refuse();
    // Trouble on the way ends no session.
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
    standing: state.standing === "begun" || state.standing === "out" ? "out" : "ended",
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

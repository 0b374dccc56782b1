import { language } from "#console/shared/texts.ts";
import { accessToken, onSessionState, renewSession, sessionState } from "./session.ts";

/**
 * Sends a request with the access token. Waits while the browser is offline, and after the session's end for
 * a new sign-in. The request is sent unchanged then, so its Idempotency-Key prevents a second change.
 */
export async function send(request: Request): Promise<Response> {
  await waitForNetwork();
  const again = request.clone();
  const access = await accessToken();
  if (access === undefined && sessionState() === "ended") {
    await waitForSignIn();
    return send(again);
  }
  const response = await fetch(withToken(request, access));
  if (response.status !== 401 || access === undefined) return response;
  await renewSession(access);
  if (sessionState() === "ended") await waitForSignIn();
  // If a new token is refused too, the caller gets that answer.
  return fetch(withToken(again, await accessToken()));
}

function withToken(request: Request, access: string | undefined): Request {
  request.headers.set("accept-language", language());
  if (access !== undefined) {
    request.headers.set("authorization", `Bearer ${access}`);
    request.headers.set("prefer", "handling=strict");
  }
  return request;
}

function waitForNetwork(): Promise<void> {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve) => window.addEventListener("online", () => resolve(), { once: true }));
}

function waitForSignIn(): Promise<void> {
  return new Promise((resolve) => {
    const stop = onSessionState(() => {
      if (sessionState() !== "in") return;
      stop();
      resolve();
    });
  });
}

import { language } from "#console/shared/texts.ts";
import { accessToken, onStanding, renew, standing } from "./session.ts";

/**
 * Sends a request as who is signed in. While there is no network it waits for one, and while the session has ended it
 * waits for a new one; then it goes again as it was, with its first Idempotency-Key.
 */
export async function send(request: Request): Promise<Response> {
  await network();
  const again = request.clone();
  const access = await accessToken();
  if (access === undefined && standing() === "ended") {
    await signedInAgain();
    return send(again);
  }
  const response = await fetch(withToken(request, access));
  if (response.status !== 401 || access === undefined) return response;
  await renew(access);
  if (standing() === "ended") await signedInAgain();
  // Refused with a new token too: then it is not the token.
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

function network(): Promise<void> {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve) => window.addEventListener("online", () => resolve(), { once: true }));
}

function signedInAgain(): Promise<void> {
  return new Promise((resolve) => {
    const stop = onStanding(() => {
      if (standing() !== "in") return;
      stop();
      resolve();
    });
  });
}

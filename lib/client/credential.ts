import { unlessAborted } from "./unless-aborted.ts";

export type SendRequest = (request: Request) => Promise<Response>;

/** The token of requests, and how to renew it. */
export interface Credential {
  /** The token for a request; `undefined` sends none. */
  token(request: Request): Promise<string | undefined> | string | undefined;
  /** Called after a 401: returns a new token, or `undefined`. */
  renew?(ended: string): Promise<string | undefined>;
  /** Whether a request may be sent again with a new token; by default every one may. */
  repeats?(request: Request): boolean;
  /** Called with each answer, because some contain a new token. */
  heed?(request: Request, response: Response): Promise<void>;
}

/** After a 401 it renews the credential, once for all concurrent requests, and sends the request again. */
export function withRenewal(credential: Credential, send: SendRequest): SendRequest {
  let renewal: Promise<string | undefined> | undefined;
  const sendOnce = async (request: Request) => {
    const response = await send(request);
    await credential.heed?.(request, response);
    return response;
  };
  return async (request) => {
    const used = tokenOf(request);
    const own = used !== undefined && used === (await credential.token(request));
    const mayRepeat = own && credential.renew && (credential.repeats?.(request) ?? true);
    const again = mayRepeat ? request.clone() : undefined;
    const response = await sendOnce(request);
    if (response.status !== 401 || !again || !used) return response;
    // Another request may have renewed the token by now.
    let next = await credential.token(request);
    if (next === used) {
      renewal ??= credential.renew?.(used).finally(() => {
        renewal = undefined;
      });
      next = await unlessAborted(request.signal, renewal);
    }
    if (next === undefined || next === used) return response;
    again.headers.set("authorization", `Bearer ${next}`);
    return sendOnce(again);
  };
}

function tokenOf({ headers }: Request): string | undefined {
  return /^Bearer (.+)$/.exec(headers.get("authorization") ?? "")?.[1];
}

export type SendRequest = (request: Request) => Promise<Response>;

/** The token of requests, and how to renew it. */
export interface Credential {
  /** The token; `undefined` sends none. */
  token(): Promise<string | undefined> | string | undefined;
  /** Called after a 401: returns a new token, or `undefined`. */
  renew?(ended: string): Promise<string | undefined>;
  /** Called with each answer, because some contain a new token. */
  heed?(request: Request, response: Response): Promise<void>;
}

/** After a 401 it renews the credential, once for all concurrent requests, and sends the request again. */
export function withRenewal(credential: Credential, send: SendRequest): SendRequest {
  let renewal: Promise<string | undefined> | undefined;
  return async (request) => {
    const used = tokenOf(request);
    const own = used !== undefined && used === (await credential.token());
    const again = own && credential.renew ? request.clone() : undefined;
    const response = await send(request);
    if (response.status !== 401 || !again || !used) {
      await credential.heed?.(request, response);
      return response;
    }
    // Another request may have renewed the token by now.
    let next = await credential.token();
    if (next === used) {
      renewal ??= credential.renew?.(used).finally(() => {
        renewal = undefined;
      });
      next = await renewal;
    }
    if (next === undefined || next === used) return response;
    again.headers.set("authorization", `Bearer ${next}`);
    return send(again);
  };
}

function tokenOf({ headers }: Request): string | undefined {
  return /^Bearer (.+)$/.exec(headers.get("authorization") ?? "")?.[1];
}

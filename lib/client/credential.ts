export type Send = (request: Request) => Promise<Response>;

/** Whose requests these are: the token to send, and the way to another one when it has ended. */
export interface Credential {
  /** The token to send; none for `undefined`. */
  token(): Promise<string | undefined> | string | undefined;
  /** After a 401: another token in the place of the one that ended, or `undefined`. */
  renew?(ended: string): Promise<string | undefined>;
  /** Sees each answer, for those that bring another token. */
  heed?(request: Request, response: Response): Promise<void>;
}

/** Sends requests; at a 401 the credential is renewed, once for all callers, and the request is sent again. */
export function withRenewal(credential: Credential, send: Send): Send {
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
    // Another caller may have renewed it by now.
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

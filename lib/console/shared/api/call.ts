import { createClient } from "@storefront-backend/client";
import { permissions } from "#console/generated/permissions.ts";
import { config } from "#console/shared/config.ts";
import { send } from "#console/shared/session/send.ts";
import { ApiError, UnknownOutcome } from "./errors.ts";
import type { Answer, Body, OperationId, Params, Query, ReadId, WriteId } from "./types.ts";

interface Init {
  params: { path: Record<string, string>; query?: object; header?: object };
  body?: unknown;
}
type Request = (
  method: string,
  path: string,
  init: Init,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

let request: Request | undefined;

function client(): Request {
  // Operation, parameters and body are typed where a call is written; here it is one of three hundred.
  request ??= createClient({ baseUrl: config().api, fetch: send, retries: 0 }).request as Request;
  return request;
}

/** Asks for what changes nothing. `store` is the id of the store in whose name it is asked. */
export async function read<O extends ReadId>(
  operation: O,
  store: string,
  params: Params<O>,
  query?: Query<O>,
): Promise<Answer<O>> {
  return answer<O>(
    await perform(operation, { params: { path: slots(store, params), ...(query ? { query } : {}) } }),
  );
}

/** Tries of a write of which no answer came. */
const TRIES = 3;
const PAUSE = 1500;

/**
 * Asks for a change. What brings no answer is asked again with the same key, so that it happens once; if none comes at
 * all, throws `UnknownOutcome`.
 */
export async function write<O extends WriteId>(
  operation: O,
  store: string,
  params: Params<O>,
  body: Body<O>,
  key: string,
  query?: Record<string, string>,
): Promise<Answer<O>> {
  const header = permissions[operation].includes(" POST ") ? { "Idempotency-Key": key } : undefined;
  const init = {
    params: { path: slots(store, params), ...(header ? { header } : {}), ...(query ? { query } : {}) },
    ...(body === undefined ? {} : { body }),
  };
  for (let tried = 1; ; tried++) {
    const response = await perform(operation, init).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      return undefined;
    });
    if (response && response.response.status < 502) return answer<O>(response);
    if (tried === TRIES) {
      if (response?.response.status === 503) return answer<O>(response);
      throw new UnknownOutcome();
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE * tried));
  }
}

function perform(operation: OperationId, init: Init) {
  const [, method = "", path = ""] = permissions[operation].split(" ");
  return client()(method.toLowerCase(), path, init);
}

function slots(store: string, params: object): Record<string, string> {
  return { storeId: store, businessId: store, ...params };
}

function answer<O extends OperationId>({
  data,
  error,
  response,
}: {
  data?: unknown;
  error?: unknown;
  response: Response;
}): Answer<O> {
  if (!response.ok) throw new ApiError(response, error);
  // What the API answers is of its declared type: every answer of the server is checked against it.
  return data as Answer<O>;
}

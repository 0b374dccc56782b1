import { createClient } from "@storefront-backend/client";
import { permissions } from "#console/generated/permissions.ts";
import { config } from "#console/shared/config.ts";
import { send } from "#console/shared/session/send.ts";
import { ApiError, UnknownOutcome } from "./errors.ts";
import type { Answer, OperationId, Params, Query, ReadId, RequestBody, WriteId } from "./types.ts";

type Init = { params: { path: Record<string, string>; query?: object; header?: object }; body?: unknown };
type Request = (
  method: string,
  path: string,
  init: Init,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

let request: Request | undefined;

function client(): Request {
  // `read` and `write` have the exact types of each operation; this function takes any operation.
  request ??= createClient({ baseUrl: config().api, fetch: send, retries: 0 }).request as Request;
  return request;
}

/** @param store the id of the store to read */
export async function read<O extends ReadId>(
  operation: O,
  store: string,
  params: Params<O>,
  query?: Query<O>,
): Promise<Answer<O>> {
  return answerOf<O>(
    await callApi(operation, { params: { path: pathParams(store, params), ...(query ? { query } : {}) } }),
  );
}

/** How often a write is sent at most, if no answer comes or a server error does. */
const MAX_TRIES = 3;
const RETRY_PAUSE_MS = 1500;

/**
 * Sends a change. Without an answer, or after a status from 502 on, sends it again with its old key, so that
 * it happens once. Throws `UnknownOutcome` if the last try fails in that way, except with 503.
 */
export async function write<O extends WriteId>(
  operation: O,
  store: string,
  params: Params<O>,
  body: RequestBody<O>,
  key: string,
  query?: Record<string, string>,
): Promise<Answer<O>> {
  const header = permissions[operation].includes(" POST ") ? { "Idempotency-Key": key } : undefined;
  const init = {
    params: { path: pathParams(store, params), ...(header ? { header } : {}), ...(query ? { query } : {}) },
    ...(body === undefined ? {} : { body }),
  };
  for (let tried = 1; ; tried++) {
    const response = await callApi(operation, init).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      return undefined;
    });
    if (response && response.response.status < 502) return answerOf<O>(response);
    if (tried === MAX_TRIES) {
      if (response?.response.status === 503) return answerOf<O>(response);
      throw new UnknownOutcome();
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS * tried));
  }
}

function callApi(operation: OperationId, init: Init) {
  const [, method = "", path = ""] = permissions[operation].split(" ");
  return client()(method.toLowerCase(), path, init);
}

function pathParams(store: string, params: object): Record<string, string> {
  return { storeId: store, businessId: store, ...params };
}

function answerOf<O extends OperationId>({
  data,
  error,
  response,
}: {
  data?: unknown;
  error?: unknown;
  response: Response;
}): Answer<O> {
  if (!response.ok) throw new ApiError(response, error);
  // The server checks each answer against its declared schema.
  return data as Answer<O>;
}

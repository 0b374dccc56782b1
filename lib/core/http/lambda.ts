import middy, { type MiddlewareObj } from "@middy/core";
import jsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEventV2, Context as LambdaContext } from "aws-lambda";
import type * as z from "zod";
import { rateHeaders } from "#core/budget.ts";
import { type Actor, type Context, guardsOf } from "#core/context.ts";
import { readUnguarded } from "#core/dynamo/read.ts";
import { withRetries } from "#core/dynamo/retry.ts";
import { logger } from "#core/log.ts";
import { logLineFields, setLogTenant, withLogContext } from "#core/log-context.ts";
import { visibleFields, visibleTo } from "#core/visible-fields.ts";
import type { AccessControl } from "./access-control.ts";
import type { AnswerOf } from "./answer-of.ts";
import { makeOncePerRoute, ownPathParameters, requestContext, retryOnCallerChange } from "./caller.ts";
import { bodyLimit, bodyTooLarge, type Operation, type PathParams } from "./contract.ts";
import { failureReply } from "./failure-reply.ts";
import { runIdempotently } from "./idempotent.ts";
import { checkJson, checkSameId, parseInput, parseQuery, unreadableBody } from "./input.ts";
import { nameMissingRecord } from "./not-found.ts";
import {
  compressReply,
  errorCodeOf,
  errorReply,
  etagReply,
  FileReply,
  type LambdaReply,
  rawReply,
  successReply,
} from "./reply.ts";
import { explainUnauthenticated } from "./unauthenticated.ts";
import { refuseUnknown, unknownHeaders, withIgnoredParameters } from "./unknown-parameters.ts";

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

interface RequestInput<R extends Operation> {
  params: PathParams<R["path"]>;
  query: R extends { query: infer Q } ? OutputOf<Q> : Record<string, string>;
  body: R extends { body: infer B } ? OutputOf<B> : undefined;
  headers: Record<string, string | undefined>;
  /** The body's bytes, for operations whose `bodyKind` is not `json`. */
  bytes: Buffer;
}

type RequestEvent = Omit<APIGatewayProxyEventV2, "body"> & { body?: unknown };

interface RequestState {
  ctx: Context;
  actor: Actor | undefined;
  raw: string;
  started: number;
  code?: string;
}

const WRONG_TYPE = "Send the body as JSON, with content-type: application/json.";

const requestStates = new WeakMap<RequestEvent, RequestState>();

type Step = Required<MiddlewareObj<RequestEvent, LambdaReply, Error, LambdaContext>>["before"];

type Handler = (event: RequestEvent, context: LambdaContext) => Promise<LambdaReply>;

/**
 * Makes the handler of an operation, or of several that share it. It authenticates, authorises, parses and validates;
 * runs the domain code; and turns the result or the error into the documented answer.
 *
 * @param declared its entry in the domain's `routes.ts`; where several entries share it, all of them
 * @param verb the domain code; it runs again when another request changed what it read
 * @param view turns the answer into what `returns` describes; by default the answer is unchanged. It also runs on an
 *   answer that is repeated under its Idempotency-Key
 */
export const makeLambda =
  (access: AccessControl) =>
  <R extends Operation, A = AnswerOf<R>>(
    declared: R | readonly R[],
    verb: (ctx: Context, input: RequestInput<R>) => Promise<A> | A,
    view?: (answer: A, ctx: Context) => AnswerOf<R> | Promise<AnswerOf<R>>,
  ): Handler => {
    const operations: readonly R[] = isArray(declared) ? declared : [declared];
    const handlerAt = makeOncePerRoute(operations, (operation) => handlerOf(access, operation, verb, view));
    return (event, context) =>
      withLogContext({ request: event.requestContext.requestId }, () =>
        handlerAt(event.routeKey)(event, context),
      );
  };

function isArray<R>(declared: R | readonly R[]): declared is readonly R[] {
  return Array.isArray(declared);
}

function handlerOf<R extends Operation, A>(
  access: AccessControl,
  operation: R,
  verb: (ctx: Context, input: RequestInput<R>) => Promise<A> | A,
  view: ((answer: A, ctx: Context) => AnswerOf<R> | Promise<AnswerOf<R>>) | undefined,
): Handler {
  const parses = operation.body !== undefined && (operation.bodyKind ?? "json") === "json";
  const limit = operation.method === "GET" ? Number.POSITIVE_INFINITY : bodyLimit(operation);
  const show = visibleFields(operation.returns);
  const chain = middy<RequestEvent, LambdaReply, Error, LambdaContext>()
    .use({
      before: beginRequest(access, operation),
      after: finishReply(access, operation),
      onError: replyToFailure(access, operation),
    })
    .use({ before: ({ event }) => checkSize(operation, event, limit) })
    .use({ before: ({ event }) => admitCaller(access, operation, event) });
  // An empty body continues to validation, which names the missing fields.
  if (parses) chain.use({ before: parseBody() });
  const secretOf = ({ headers }: RequestEvent) => operation.secretIn?.(headers);
  const answerTo = async (event: RequestEvent, retryMs: number | undefined) => {
    const { ctx, raw } = stateOf(event);
    // Safe: `validateInput` parsed each part with the schemas that these types come from.
    const input = validateInput(operation, event, raw) as RequestInput<R>;
    const act = async () => verb(ctx, input);
    const run = () => withRetries(() => (ctx.guards ? ctx.guards.runGuarded(act) : act()), retryMs);
    const isOnce = operation.method === "POST" && event.headers["idempotency-key"] !== undefined;
    const { status, answer, replayed } = isOnce
      ? await runIdempotently(ctx, operation, { ...event, secret: secretOf(event) }, raw, run)
      : { status: operation.status, answer: await run(), replayed: false };
    // Safe: a replayed answer had this type when it was stored.
    const viewed = view ? await withRetries(async () => view(answer as A, ctx)) : answer;
    if (viewed instanceof FileReply) return rawReply(viewed.reply, ctx.requestId);
    const visible = await visibleTo(ctx, show, viewed, tenantIn(event));
    const reply = withIgnoredParameters(operation, event, visible);
    if (operation.etag) return etagReply(reply, event.headers, ctx.requestId);
    return successReply(operation, reply, ctx.requestId, ctx.status ?? status, replayed);
  };
  return chain.handler((event, lambda) => {
    const retryMs = retryMsOf(lambda);
    return retryOnCallerChange(
      () => answerTo(event, retryMs),
      () => admitCaller(access, operation, event),
    );
  });
}

/** Milliseconds in which a retry may start: half of the function's remaining time, so that the last try can end. */
function retryMsOf(lambda: LambdaContext | undefined): number | undefined {
  return lambda && lambda.getRemainingTimeInMillis() / 2;
}

function stateOf(event: RequestEvent): RequestState {
  const state = requestStates.get(event);
  if (!state) throw new Error("The request was not begun.");
  return state;
}

function beginRequest(access: AccessControl, operation: Operation): Step {
  return ({ event }) => {
    const json = (operation.bodyKind ?? "json") === "json";
    const encoded = event.isBase64Encoded === true && typeof event.body === "string";
    const raw =
      encoded && json ? Buffer.from(String(event.body), "base64").toString("utf8") : String(event.body ?? "");
    if (encoded && json) Object.assign(event, { body: raw, isBase64Encoded: false });
    if (operation.also) Object.assign(event, ownPathParameters(operation, event));
    setLogTenant(tenantIn(event));
    const actor = (): Actor => stateOf(event).actor ?? { kind: "nobody" };
    const ctx = requestContext(access, operation, event, actor);
    requestStates.set(event, { raw, started: performance.now(), actor: undefined, ctx });
  };
}

// Runs before the table is read and before the body is parsed, because both cost more.
function checkSize(operation: Operation, event: RequestEvent, limit: number): void {
  const { raw } = stateOf(event);
  const bytes = event.isBase64Encoded ? Math.floor((raw.length * 3) / 4) : raw.length;
  if (bytes > limit) throw bodyTooLarge(operation, event.pathParameters ?? {});
}

// The parser visits every member, which costs several times as much as parsing. The body limit bounds the cost.
function parseBody(): Step {
  // Safe: the parser reads the headers and the body that every event here has.
  const { before } = jsonBodyParser() as unknown as { before: Step };
  return async (request) => {
    if (!stateOf(request.event).raw) return;
    try {
      await before(request);
    } catch (error) {
      const wrongType = (error as { statusCode?: number }).statusCode === 415;
      throw unreadableBody(wrongType ? WRONG_TYPE : "The body is not valid JSON.");
    }
  };
}

async function admitCaller(access: AccessControl, operation: Operation, event: RequestEvent): Promise<void> {
  const state = stateOf(event);
  const tenantId = tenantIn(event);
  const now = state.ctx.now();
  const began = performance.now();
  state.actor = await access.authenticate(operation, event.headers, tenantId, now);
  state.ctx.guards = guardsOf(access.guards(operation, state.actor, tenantId, began), readUnguarded);
  await access.authorize(operation, state.actor, tenantId, now);
}

function tenantIn({ pathParameters }: RequestEvent): string | undefined {
  const slots = (pathParameters ?? {}) as Record<string, string | undefined>;
  return slots.storeId ?? slots.businessId;
}

function validateInput(operation: Operation, event: RequestEvent, raw: string) {
  const params = (event.pathParameters ?? {}) as Record<string, string>;
  checkJson(params);
  const body = operation.body === undefined ? undefined : event.body;
  if (typeof body === "object") checkJson(body);
  if (operation.method === "PUT") checkSameId(operation.path, params, body);
  const json = (operation.bodyKind ?? "json") === "json";
  const query = parseQuery(operation, event.queryStringParameters ?? {}, raw);
  refuseUnknown(operation, event);
  return {
    params,
    headers: event.headers,
    query,
    body: operation.body && json ? parseInput(operation.body, raw ? body : {}) : undefined,
    bytes: json
      ? Buffer.alloc(0)
      : Buffer.from(String(event.body ?? ""), event.isBase64Encoded ? "base64" : "utf8"),
  };
}

function finishReply(access: AccessControl, operation: Operation): Step {
  return async (request) => {
    const { event, response } = request;
    const { actor, ctx, started, code } = stateOf(event);
    if (response && ctx.budgets) Object.assign(response.headers, rateHeaders(ctx));
    if (response) Object.assign(response.headers, unknownHeaders(operation, event, response.statusCode));
    if (actor) await access.recordUse(actor, ctx.now());
    if (response) request.response = compressReply(response, event.headers["accept-encoding"]);
    const ms = Math.round(performance.now() - started);
    const of = { op: operation.id, status: response?.statusCode, ms, id: ctx.requestId };
    logger.info("request", { ...of, ...logLineFields(), code });
  };
}

function replyToFailure(access: AccessControl, operation: Operation): Step {
  return async (request) => {
    const { requestContext: call, pathParameters, queryStringParameters, headers } = request.event;
    const { actor, ctx } = stateOf(request.event);
    const visible = explainUnauthenticated(request.error, operation, headers, actor);
    const error = operation.unnamed
      ? visible
      : nameMissingRecord(visible, operation.path, pathParameters, queryStringParameters);
    const reply = errorReply(error, call.requestId, operation.family);
    stateOf(request.event).code = errorCodeOf(error);
    request.response = await failureReply(operation, headers.accept, reply, ctx.language);
    await finishReply(access, operation)(request);
  };
}

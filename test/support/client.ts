import * as z from "zod";
import { env } from "#core/env.ts";
import type { ErrorBody } from "#core/errors.ts";
import type { Operation, PathParams } from "#core/http/contract.ts";
import { errorsOf } from "#core/http/openapi.ts";

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type OutputOf<R extends Operation> = R["returns"] extends z.ZodType ? z.output<R["returns"]> : string;

/** The credential of a request. */
export type As = { token: string } | { apiKey: string } | undefined;

interface CallOptions<R extends Operation> {
  params?: PathParams<R["path"]>;
  query?: Record<string, string | number | boolean>;
  body?: R extends { body: infer B } ? InputOf<B> : undefined;
  as?: As;
  headers?: Record<string, string>;
  /** Time that the handler sees, in seconds. */
  at?: number;
  /** Sent unchanged in place of `body`. */
  raw?: string | Uint8Array<ArrayBuffer> | FormData;
}

interface Reply<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** Raw texts of the validator, or values printed by mistake, which no caller should see. */
const RAW_TEXTS =
  /Invalid (input|option|key|element)|expected \w+, received|Too (small|big): |Unrecognized keys?|\[object Object\]|ZodError/;
const MessageText = z
  .string()
  .min(1)
  .refine((text) => !RAW_TEXTS.test(text), "is a text of the validator");

const ErrorSchema = z.strictObject({
  message: MessageText,
  error: z.string().regex(/^[A-Z_]+\.[A-Z_]+$/),
  statusCode: z.int(),
  validationErrors: z.array(
    z.strictObject({
      field: z.string(),
      message: MessageText,
      error: z.string(),
      old: z.int().optional(),
      new: z.int().optional(),
    }),
  ),
  reason: z.string().optional(),
  details: z.array(z.strictObject({ field: z.string(), error: z.string(), message: z.string() })).optional(),
});

/** Calls an operation over HTTP and checks the reply against its declaration. */
export async function call<R extends Operation>(
  operation: R,
  options: CallOptions<R> = {},
): Promise<Reply<OutputOf<R> | ErrorBody>> {
  const { body, raw } = options;
  const response = await fetch(urlOf(operation, options), {
    method: operation.method,
    redirect: "manual",
    headers: headersOf(options),
    ...(raw === undefined && body === undefined ? {} : { body: raw ?? JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get("content-type")?.startsWith("application/json");
  const reply = { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
  checkReply(operation, reply);
  return reply;
}

/** Calls an operation that must succeed. Returns the body. */
export async function ok<R extends Operation>(
  operation: R,
  options: CallOptions<R> = {},
): Promise<OutputOf<R>> {
  const reply = await call(operation, options);
  if (reply.status !== operation.status) {
    throw new Error(`${operation.id} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  }
  return reply.body as OutputOf<R>;
}

/** Calls an operation that must be refused. Returns status and code, for `toEqual`, and the body. */
export async function refused<R extends Operation>(
  operation: R,
  options: CallOptions<R> = {},
): Promise<{ status: number; error: string; body: ErrorBody; headers: Headers }> {
  const { status, body, headers } = await call(operation, options);
  if (status < 400) throw new Error(`${operation.id} answered ${status}: ${JSON.stringify(body)}`);
  const refusal = body as ErrorBody;
  return { status, error: refusal.error, body: refusal, headers };
}

function urlOf<R extends Operation>(operation: R, { params, query }: CallOptions<R>): string {
  const values = (params ?? {}) as Record<string, string>;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, slot: string) => {
    if (values[slot] === undefined) throw new Error(`${operation.id} needs ${slot}.`);
    return encodeURIComponent(values[slot]).replaceAll("%3A", ":");
  });
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return `${env("PUBLIC_URL")}${path}${search.size > 0 ? `?${search}` : ""}`;
}

function headersOf<R extends Operation>({
  as,
  at,
  body,
  raw,
  headers,
}: CallOptions<R>): Record<string, string> {
  return {
    ...(body !== undefined || typeof raw === "string" ? { "content-type": "application/json" } : {}),
    ...(as && "token" in as ? { authorization: `Bearer ${as.token}` } : {}),
    ...(as && "apiKey" in as ? { "x-api-key": as.apiKey } : {}),
    ...(at === undefined ? {} : { "x-local-time": String(at) }),
    ...headers,
  };
}

/** @throws Error when a reply differs from the operation's declaration */
export function checkReply(operation: Operation, { status, headers, body }: Reply<unknown>): void {
  const where = `${operation.id} answered ${status} ${JSON.stringify(body)?.slice(0, 2000)}`;
  // The gateway itself refuses requests that are too large, without these headers.
  const safe = status === 413 ? [] : ["x-content-type-options", "strict-transport-security"];
  for (const name of ["x-request-id", ...safe]) {
    if (!headers.get(name)) throw new Error(`${where} without ${name}`);
  }
  if (status < 400) {
    if (typeof operation.returns === "string" || status === 304) return;
    const { produces } = operation;
    // The caller requested a file.
    if (produces && headers.get("content-type")?.startsWith(produces)) return;
    const result = strictSchema(operation.returns).safeParse(body);
    if (!result.success) throw new Error(`${where}, which is not what it declares: ${result.error.message}`);
    return;
  }
  // A browser gets the error as a page.
  if (operation.returns === "html" && headers.get("content-type")?.startsWith("text/html")) return;
  const error = ErrorSchema.safeParse(body);
  if (!error.success)
    throw new Error(`${where}, which is not the documented error body: ${error.error.message}`);
  if (error.data.statusCode !== status) throw new Error(`${where}: statusCode differs`);
  const declared = errorsOf(operation).some(
    ({ code, status: known }) => code === error.data.error && known === status,
  );
  if (!declared) throw new Error(`${where}, which it does not declare`);
}

const strictSchemas = new WeakMap<z.ZodType, z.ZodType>();

// Undeclared fields are errors too.
function strictSchema(schema: z.ZodType): z.ZodType {
  let made = strictSchemas.get(schema);
  if (!made) {
    const shape = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : undefined;
    const loose = schema instanceof z.ZodObject && schema.def.catchall !== undefined;
    if (shape && !loose) {
      made = z.strictObject(
        Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, strictSchema(value)])),
      );
    } else if (schema instanceof z.ZodArray) made = z.array(strictSchema(schema.element as z.ZodType));
    else made = schema;
    strictSchemas.set(schema, made);
  }
  return made;
}

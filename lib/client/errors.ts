/** What is wrong with one field of a request. */
export interface FieldError {
  /** Path of the field, such as `items[0].quantity`. */
  field: string;
  /** What is wrong with it, for a person. */
  message: string;
  /** Stable code of what is wrong with it. */
  code: string;
}

/** The HTTP response of each error. It is no property of the error, whose type is that of its JSON body. */
const responses = new WeakMap<Error, Response>();

/** A refusal of the API: `message` is for a person, `code` to branch on. */
export class ApiError<Code extends string = string> extends Error {
  override readonly name = "ApiError";
  /** Stable code, such as `FORM.KEY_TAKEN`; `HTTP.<status>` when a proxy answered. */
  readonly code: Code;
  /** The status of the answer. */
  readonly status: number;
  /** What is wrong with single fields; often empty. */
  readonly fields: FieldError[];
  /** Id of the request, to quote to the operator of the API. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined;

  constructor(code: Code, message: string, fields: FieldError[], response: Response) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.status = response.status;
    this.requestId = requestIdOf(response);
    this.retryAfter = retryAfterOf(response);
    responses.set(this, response);
  }
}

export function responseOf(error: ApiError): Response {
  return responses.get(error) ?? Response.error();
}

/** The error answers of an operation. */
export interface ErrorResponses<Code extends string = string> {
  content: { "application/json": ApiError<Code | `HTTP.${number}`> };
}

/** @param body the parsed JSON, or the text */
export function errorOf(body: unknown, response: Response): ApiError {
  const { error, message, validationErrors } = asObject(body);
  const fields = (Array.isArray(validationErrors) ? validationErrors : []).map((each) => {
    const one = asObject(each);
    return { field: String(one.field), message: String(one.message), code: String(one.error) };
  });
  const code = typeof error === "string" && error ? error : `HTTP.${response.status}`;
  const text = typeof message === "string" && message ? message : `The API answered ${response.status}.`;
  return new ApiError(code, text, fields, response);
}

/** The error for a successful status without the API's JSON: an empty body, or HTML of another server. */
export function unexpectedResponse(response: Response): ApiError {
  const text = `The answer ${response.status} is not one of the API.`;
  return new ApiError(`HTTP.${response.status}`, text, [], response);
}

/** The JSON of an answer; `undefined` if it is not JSON. */
export async function jsonOf(response: Response): Promise<unknown> {
  return parsedJson(await response.text());
}

/** What a successful answer says: its JSON, or the text of a file. `undefined` if it is neither, as a proxy's page. */
export function parsedAnswer(text: string | undefined, { headers }: Response): unknown {
  const type = headers.get("content-type") ?? "";
  if (/^($|application\/json(;|$))/.test(type)) return parsedJson(text ?? "");
  // The API has pages and texts too, and a proxy does not name a request of the API.
  const isPage = /^text\/(html|plain)/.test(type) && !headers.has(API_REQUEST_ID);
  return isPage ? undefined : (text ?? "");
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const API_REQUEST_ID = "x-request-id";
/** Headers with the request's id: the API's first, then those of AWS, which answers some requests itself. */
const REQUEST_ID_HEADERS = [API_REQUEST_ID, "apigw-requestid", "x-amzn-requestid", "x-amz-cf-id"];

function requestIdOf({ headers }: Response): string | undefined {
  return REQUEST_ID_HEADERS.map((name) => headers.get(name)).find((id) => id !== null) ?? undefined;
}

/** Seconds from Retry-After, which is a number or a date. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function asObject(value: unknown): Record<string, unknown> {
  return Object(value);
}

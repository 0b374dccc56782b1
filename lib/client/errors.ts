/** What is wrong with one field of a request. */
export interface FieldError {
  /** Path of the field, such as `items[0].quantity`. */
  field: string;
  /** What is wrong with it, for a person. */
  message: string;
  /** Stable code of what is wrong with it. */
  code: string;
}

/** The answers that errors were made of. A member of the error would be in its type, which is that of plain JSON. */
const answers = new WeakMap<Error, Response>();

/** What the API refused, and why: `message` is for a person, `code` to branch on. */
export class ApiError<Code extends string = string> extends Error {
  override readonly name = "ApiError";
  /** Stable code, such as `FORM.KEY_TAKEN`; `HTTP.<status>` where something on the way answered in place of the API. */
  readonly code: Code;
  /** The status of the answer. */
  readonly status: number;
  /** What is wrong with single fields; often empty. */
  readonly fields: FieldError[];
  /** Id of the request: quote it to who operates the API. */
  readonly requestId: string | undefined;
  /** Seconds after which it can be tried again. */
  readonly retryAfter: number | undefined;

  constructor(code: Code, message: string, fields: FieldError[], response: Response) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.status = response.status;
    this.requestId = requestIdOf(response);
    this.retryAfter = retryAfterOf(response);
    answers.set(this, response);
  }
}

/** The answer that an error was made of. */
export function responseOf(error: ApiError): Response {
  return answers.get(error) ?? Response.error();
}

/** The answers of an operation that refuse. */
export interface ErrorResponses<Code extends string = string> {
  content: { "application/json": ApiError<Code> };
}

/** The error of an answer with this body, parsed if it was JSON. */
export function errorOf(body: unknown, response: Response): ApiError {
  const { error, message, validationErrors } = object(body);
  const fields = (Array.isArray(validationErrors) ? validationErrors : []).map((each) => {
    const one = object(each);
    return { field: String(one.field), message: String(one.message), code: String(one.error) };
  });
  const code = typeof error === "string" && error ? error : `HTTP.${response.status}`;
  const text = typeof message === "string" && message ? message : `The API answered ${response.status}.`;
  return new ApiError(code, text, fields, response);
}

/** The error of an answer that says that all is well, and is not what the API says: empty, or a page of somebody else. */
export function unexpectedResponse(response: Response): ApiError {
  const text = `The answer ${response.status} is not one of the API.`;
  return new ApiError(`HTTP.${response.status}`, text, [], response);
}

/** What JSON an answer is; `undefined` of one that is none. */
export async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where the API was not reached, the names under which AWS keeps what it answered in its place. */
const REQUEST_IDS = ["x-request-id", "apigw-requestid", "x-amzn-requestid", "x-amz-cf-id"];

function requestIdOf({ headers }: Response): string | undefined {
  return REQUEST_IDS.map((name) => headers.get(name)).find((id) => id !== null) ?? undefined;
}

/** Seconds to wait, as an answer says: a number of them, or a date. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function object(value: unknown): Record<string, unknown> {
  return Object(value);
}

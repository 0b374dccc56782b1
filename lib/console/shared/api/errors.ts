export type FieldFault = { field: string; message: string };

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  faults: readonly FieldFault[];
  readonly requestId: string;
  /** Seconds to wait before the next request, if the API says so. */
  readonly retryAfter: number | undefined;

  constructor(response: Response, body: unknown) {
    // The API client's errors have `code` and `fields`; a raw body has `error` and `validationErrors`.
    const { message, error, code = error, validationErrors, fields = validationErrors } = Object(body);
    super(typeof message === "string" ? message : response.statusText || String(response.status));
    this.status = response.status;
    this.code = typeof code === "string" ? code : "";
    this.faults = Array.isArray(fields) ? fields : [];
    this.requestId = response.headers.get("x-request-id") ?? "";
    this.retryAfter = Number(response.headers.get("retry-after")) || undefined;
  }
}

/** The form's own check failed, and nothing was sent. */
export class InvalidForm extends Error {
  readonly faults: readonly FieldFault[];

  constructor(faults: readonly FieldFault[]) {
    super(faults[0]?.message);
    this.faults = faults;
  }
}

export function faultsOf(error: unknown): readonly FieldFault[] {
  return error instanceof ApiError || error instanceof InvalidForm ? error.faults : [];
}

/** No try of a write got an answer, so the change may or may not have happened. */
export class UnknownOutcome extends Error {}

export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === "GENERAL.CONFLICT";
}

export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === "GENERAL.INVALID_ID");
}

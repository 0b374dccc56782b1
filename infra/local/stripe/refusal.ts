import { innerOf, type Params } from "./form.ts";

interface RefusalDetails {
  code?: string;
  param?: string;
  status?: number;
  type?: string;
  /** The payment intent whose card was declined. */
  intent?: object;
}

/** An error that the stand-in answers, with Stripe's types and codes. */
export class Refusal extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly intent: object | undefined;

  constructor(
    message: string,
    { code, param, status = 400, type = "invalid_request_error", intent }: RefusalDetails = {},
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
    this.param = param;
    this.intent = intent;
  }

  body() {
    const { type, message, code, param, intent: payment_intent } = this;
    const details = {
      ...(code && { code }),
      ...(param && { param }),
      ...(payment_intent && { payment_intent }),
    };
    return { error: { type, message, ...details } };
  }
}

/** The parameters that an endpoint accepts. `*` means any name, and `!` after a name means required. */
export type ParamsShape = { [name: string]: true | ParamsShape };

/** @throws Refusal for an unknown or missing parameter, as Stripe does */
export function checkParams(params: Params, shape: ParamsShape, at = ""): void {
  const names = Object.keys(shape);
  for (const name of Object.keys(params)) {
    const rule = shape[name] ?? shape[`${name}!`] ?? shape["*"];
    const full = at ? `${at}[${name}]` : name;
    if (rule === undefined)
      throw new Refusal(`Received unknown parameter: ${full}`, { code: "parameter_unknown", param: full });
    if (rule !== true) checkParams(innerOf(params, name), rule, full);
  }
  for (const name of names.filter((each) => each.endsWith("!"))) {
    const bare = name.slice(0, -1);
    const full = at ? `${at}[${bare}]` : bare;
    if (params[bare] === undefined || params[bare] === "")
      throw new Refusal(`Missing required param: ${full}.`, { code: "parameter_missing", param: full });
  }
}

export function resourceMissing(kind: string, id: string): Refusal {
  return new Refusal(`No such ${kind}: '${id}'`, { code: "resource_missing", param: "id", status: 404 });
}

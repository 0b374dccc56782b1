import { handlersBehind } from "#core/http/lambda.ts";
import { supportToken } from "#lib/engagement/support/support-token.ts";
import { door } from "#lib/tenancy/access/service.ts";

/** The handler of one operation, behind the door of this backend; see `handlersBehind`. */
export const lambda = handlersBehind({ ...door, secretOf: supportToken });

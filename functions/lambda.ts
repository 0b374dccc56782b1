import { makeLambda } from "#core/http/lambda.ts";
import { accessControl } from "#lib/tenancy/access/authorize.ts";

/** The handler of one operation, behind the door of this backend; see `handlersBehind`. */
export const lambda = makeLambda(accessControl);

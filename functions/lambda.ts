import { makeLambda } from "#core/http/lambda.ts";
import { accessControl } from "#lib/tenancy/access/authorize.ts";

/** The handler of one operation, with the access control of this backend; see `makeLambda`. */
export const lambda = makeLambda(accessControl);

import { makeLambda } from "#core/http/lambda.ts";
import { accessControl } from "#lib/tenancy/access/authorize.ts";

/** Makes the Lambda handler of an operation, with the access control of this backend. */
export const lambda = makeLambda(accessControl);

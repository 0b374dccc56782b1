import { makeLambda } from "#core/http/lambda.ts";
import { door } from "#lib/tenancy/access/authorize.ts";

/** The handler of one operation, behind the door of this backend; see `handlersBehind`. */
export const lambda = makeLambda(door);

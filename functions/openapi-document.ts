import { openapi } from "#core/http/openapi.ts";
import { operations } from "./manifest.ts";

/** The OpenAPI document, to which the server is to be added. What is deployed has the value in place of this file. */
export const document = openapi(operations);

export { answer } from "./answer.ts";
export { type Client, type ClientOptions, createClient } from "./create-client.ts";
export type { Credential } from "./credential.ts";
export { ApiError, type FieldError } from "./errors.ts";
export { intentKey } from "./intent-key.ts";
export { items } from "./items.ts";
export type { Tokens } from "./person.ts";
export { createVisitor, hasVisited, type Kept, type VisitorOptions } from "./visitor.ts";

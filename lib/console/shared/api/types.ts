import type { components, paths } from "@storefront-backend/client";
import type { permissions } from "#console/generated/permissions.ts";

type Permissions = typeof permissions;

export type Schemas = components["schemas"];
export type OperationId = keyof Permissions;

type Method<O extends OperationId> = Permissions[O] extends `${string} ${infer M} ${string}`
  ? Lowercase<M>
  : never;
type Path<O extends OperationId> = Permissions[O] extends `${string} ${string} ${infer P}` ? P : never;
type PathOperation<O extends OperationId> =
  Path<O> extends keyof paths
    ? Method<O> extends keyof paths[Path<O>]
      ? paths[Path<O>][Method<O>]
      : never
    : never;

type Content<R> = R extends { content: { "application/json": infer A } } ? A : undefined;
type Responses<O extends OperationId> = PathOperation<O> extends { responses: infer R } ? R : never;
export type Answer<O extends OperationId> = {
  [S in keyof Responses<O>]: S extends 200 | 201 | 202 | 204 ? Content<Responses<O>[S]> : never;
}[keyof Responses<O>];

type PathParams<O extends OperationId> =
  PathOperation<O> extends { parameters: { path: infer P } } ? P : Record<never, string>;
/** Path parameters without the store's id, which is a separate argument of each call. */
export type Params<O extends OperationId> = Omit<PathParams<O>, "storeId" | "businessId">;
export type Query<O extends OperationId> =
  PathOperation<O> extends { parameters: { query?: infer Q } }
    ? Exclude<Q, undefined>
    : Record<never, string>;
export type RequestBody<O extends OperationId> =
  PathOperation<O> extends { requestBody?: infer R } ? JsonBody<Exclude<R, undefined>> : undefined;
type JsonBody<R> = [R] extends [never]
  ? undefined
  : R extends { content: { "application/json": infer B } }
    ? B
    : undefined;

export type ReadId = { [O in OperationId]: Method<O> extends "get" ? O : never }[OperationId];
export type WriteId = Exclude<OperationId, ReadId>;
/** A read that returns a list in pages. */
export type ListId = {
  [O in ReadId]: Answer<O> extends { items: unknown[]; cursor: string | null } ? O : never;
}[ReadId];
export type Item<O extends ListId> = Answer<O> extends { items: (infer I)[] } ? I : never;

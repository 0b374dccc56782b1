import { type ApiError, type FieldError, fieldError } from "#core/errors.ts";
import { kind } from "#core/records/kind.ts";
import { languageOfTenant } from "#lib/tenancy/tenants/service.ts";
import { PRODUCT } from "./errors.ts";
import { STATUSES } from "./schema.ts";
import { productNames, products } from "./table.ts";

export type Failure = (details: { why: string; validationErrors?: FieldError[] }) => ApiError;

const kindOptions = {
  entity: products,
  names: productNames,
  idPrefix: "prod",
  statuses: STATUSES,
  open: "active",
  missing: () => PRODUCT.NOT_FOUND(),
  language: languageOfTenant,
} as const;

export const productKind = kind({ ...kindOptions, taken: takenErrors(PRODUCT.FAILED_CREATE) });

/** For updates, which answer another error than creations if a key or slug is taken. */
export const updateKind = kind({ ...kindOptions, taken: takenErrors(PRODUCT.FAILED_UPDATE) });

function takenErrors(failed: Failure) {
  const refuse = (field: string, why: string) => failed({ why, validationErrors: [fieldError(field, why)] });
  return {
    KEY_TAKEN: ({ key }: { key: string }) => refuse("key", `another product has the key ${key}`),
    SLUG_TAKEN: ({ slug, locale }: { slug: string; locale: string }) =>
      refuse(`slug.${locale}`, `another product has the slug ${slug} in ${locale}`),
  };
}

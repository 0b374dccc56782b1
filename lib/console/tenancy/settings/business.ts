import type { Schemas } from "#console/shared/api/types.ts";
import type { Values } from "#console/shared/form/merge.ts";
import { nestValues } from "#console/shared/form/nest-values.ts";

export type Business = Schemas["Business"];

const NULL_IF_EMPTY = ["configs.emails.support", "configs.emails.billing", "configs.commerce.storefront_url"];

/** The request that changes a store. It has all fields of a changed group, as the API replaces whole groups. */
export function bodyOf(changes: Values, all: Values, base: Business | undefined): Schemas["UpdateBusiness"] {
  const partOf = (path: string) => /^(address|configs\.\w+)/.exec(path)?.[0] ?? path;
  const parts = new Set(Object.keys(changes).map(partOf));
  const storedGroups = {
    "configs.commerce": base?.configs.commerce ?? {},
    "configs.emails": base?.configs.emails ?? {},
  };
  const sent = [
    ...Object.entries(storedGroups),
    ...Object.entries(all).map(([path, value]): [string, unknown] => [path, trimmedOrNull(path, value)]),
  ].filter(([path]) => parts.has(partOf(path)));
  const country = String(all["address.country"] ?? "").toUpperCase();
  return nestValues({
    ...Object.fromEntries(sent),
    ...(parts.has("address") ? { "address.country": country } : {}),
    version: base?.version ?? 0,
  });
}

function trimmedOrNull(path: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value.trim() === "" && NULL_IF_EMPTY.includes(path) ? null : value.trim();
}

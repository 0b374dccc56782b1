import { readTogether } from "#core/dynamo/read.ts";
import type { Business } from "./schema.ts";
import { tenantRead } from "./service.ts";

/** The language that a tenant falls back to: the one it chose, else its first, else English. */
export function languageOf(tenant: Pick<Business, "configs"> | undefined): string {
  const languages = tenant?.configs.languages ?? [];
  return (languages.find(({ isDefault }) => isDefault) ?? languages[0])?.code ?? "en";
}

/** The same for a tenant by its id. */
export async function languageOfTenant(tenantId: string): Promise<string> {
  const [tenant] = await readTogether([tenantRead(tenantId)]);
  return languageOf(tenant);
}

/** Languages to name things in: those that a reader likes, best first, and the tenant's own as the last. */
export function namingLanguages(
  liked: readonly string[] | undefined,
  tenant: Pick<Business, "configs"> | undefined,
): string[] {
  return [...(liked ?? []), languageOf(tenant)];
}

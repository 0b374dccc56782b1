import type { Context } from "#core/context.ts";
import type { Business } from "./schema.ts";
import { getTenant } from "./service.ts";

/** The language that a tenant falls back to: the one it chose, else its first, else English. */
export function languageOf(tenant: Pick<Business, "configs"> | undefined): string {
  const languages = tenant?.configs.languages ?? [];
  return (languages.find(({ isDefault }) => isDefault) ?? languages[0])?.code ?? "en";
}

/**
 * The same for a tenant by its id.
 *
 * @param path of the interface that asks, as `getTenant` takes it
 */
export async function defaultLanguage(ctx: Context, tenantId: string, path?: string): Promise<string> {
  return languageOf(await getTenant(ctx, tenantId, path));
}

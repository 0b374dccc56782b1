import * as z from "zod";
import { optionalEnv } from "#core/env.ts";
import { namedSecret, requireSecret } from "#core/secrets.ts";
import { SOCIAL } from "./errors.ts";
import { LIMITS } from "./limits.ts";
import type { App } from "./port.ts";
import type { ProviderType } from "./schema.ts";

/** The deployment's app registrations, by network. */
export const Apps = z.record(
  z.string(),
  z.object({ id: z.string().min(1), secret: z.string().min(1), reviewed: z.boolean().default(true) }),
);

/** The deployment's app registration at a network; `undefined` if it has none. */
export async function findApp(type: ProviderType): Promise<App | undefined> {
  requireSecret("SOCIAL_APPS");
  if (type === "sandbox") {
    return optionalEnv("SOCIAL_SANDBOX_URL")
      ? { id: "storefront", secret: "sandbox", reviewed: true }
      : undefined;
  }
  const text = await namedSecret("SOCIAL_APPS");
  return text === undefined ? undefined : Apps.parse(JSON.parse(text))[type];
}

/** The deployment's app registration at a network; throws if it has none. */
export async function requireApp(type: ProviderType): Promise<App> {
  const app = await findApp(type);
  if (!app) throw SOCIAL.NOT_CONFIGURED({ network: LIMITS[type].display_name });
  return app;
}

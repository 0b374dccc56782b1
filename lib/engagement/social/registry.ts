import { SOCIAL } from "./errors.ts";
import { LIMITS } from "./limits.ts";
import type { Network } from "./port.ts";
import type { ProviderType } from "./schema.ts";

type Load = () => Promise<Network>;

/** The adapters. Each is loaded at its first use: a function that needs none of them carries none in memory. */
const ADAPTERS: Partial<Record<ProviderType, Load>> = {
  sandbox: async () => (await import("./networks/sandbox.ts")).sandbox,
};

/** Whether there is an adapter for a network. */
export function hasAdapter(type: ProviderType): boolean {
  return ADAPTERS[type] !== undefined;
}

export function networkOf(type: ProviderType): Promise<Network> {
  const load = ADAPTERS[type];
  if (!load) throw SOCIAL.NOT_CONFIGURED({ network: LIMITS[type].display_name });
  return load();
}

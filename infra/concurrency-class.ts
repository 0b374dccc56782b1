import type { EndpointGroup } from "./function-groups.ts";
import type { ConcurrencyClass } from "./settings.ts";

const SIGN_IN_DOMAINS: readonly string[] = ["auth", "users", "storefront"];

/** Which reservation of concurrency the function of an endpoint takes part in. */
export function concurrencyClassOf({ domain }: Pick<EndpointGroup, "domain">): ConcurrencyClass | undefined {
  return SIGN_IN_DOMAINS.includes(domain) ? "signIn" : undefined;
}

/** Which reservation of concurrency the function of a worker takes part in. */
export function workerConcurrencyClass({ kind }: { kind: string }): ConcurrencyClass {
  return kind === "url" ? "media" : "bulk";
}

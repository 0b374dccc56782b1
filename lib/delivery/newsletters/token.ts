import { env } from "#core/env.ts";
import { seal, unseal } from "#core/seal.ts";

/** Whose subscription a link in a mail is about. */
export interface Subscription {
  businessId: string;
  collectionId: string;
  subscriberId: string;
  /** The plan that is confirmed. */
  planId?: string;
}
/** What a link is for; one for the one does not do for the other. */
export type Purpose = "confirm" | "unsubscribe";

export function subscriptionToken(
  purpose: Purpose,
  { businessId, collectionId, subscriberId, planId = "" }: Subscription,
): Promise<string> {
  return seal(`newsletter-${purpose}`, [collectionId, subscriberId, planId].join(" "), businessId);
}

/** What a token stands for; `undefined` for any other text, and for one of another business. */
export async function openSubscription(
  purpose: Purpose,
  businessId: string,
  token: string,
): Promise<Subscription | undefined> {
  const text = await unseal(`newsletter-${purpose}`, token, businessId);
  const [collectionId, subscriberId, ...plan] = text?.split(" ") ?? [];
  if (!collectionId || !subscriberId) return undefined;
  return { businessId, collectionId, subscriberId, planId: plan.join(" ") };
}

export async function subscriptionUrl(purpose: Purpose, subscription: Subscription): Promise<string> {
  const path = purpose === "confirm" ? "confirm-subscription" : "unsubscribe";
  const token = await subscriptionToken(purpose, subscription);
  return `${env("PUBLIC_URL")}/v1/businesses/${subscription.businessId}/collections/${path}?token=${token}`;
}

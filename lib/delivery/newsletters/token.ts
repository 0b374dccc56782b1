import { env } from "#core/env.ts";
import { seal, unseal } from "#core/seal.ts";

/** Whose subscription a link in a mail is about. */
interface Subscription {
  businessId: string;
  collectionId: string;
  subscriberId: string;
  /** The plan that is confirmed, or paid again. */
  planId?: string;
  /** The second from which the link is good for nothing; one that unsubscribes is good for ever. */
  until?: number;
}
/** What a link is for; one for the one does not do for the other. */
export type Purpose = "confirm" | "unsubscribe" | "renew";
const PATHS = { confirm: "confirm-subscription", unsubscribe: "unsubscribe", renew: "renew-subscription" };

export function subscriptionToken(
  purpose: Purpose,
  { businessId, collectionId, subscriberId, planId = "", until = 0 }: Subscription,
): Promise<string> {
  const end = purpose === "unsubscribe" ? [] : [String(until)];
  return seal(`newsletter-${purpose}`, [collectionId, subscriberId, ...end, planId].join(" "), businessId);
}

/** What a token stands for; `undefined` for any other text, for one of another business and for one that is over. */
export async function openSubscription(
  purpose: Purpose,
  businessId: string,
  token: string,
  now: number,
): Promise<Subscription | undefined> {
  const text = await unseal(`newsletter-${purpose}`, token, businessId);
  const [collectionId, subscriberId, ...rest] = text?.split(" ") ?? [];
  if (!collectionId || !subscriberId) return undefined;
  const plan = purpose === "unsubscribe" ? rest : rest.slice(1);
  if (purpose !== "unsubscribe" && Number(rest[0]) <= now) return undefined;
  return { businessId, collectionId, subscriberId, planId: plan.join(" ") };
}

export async function subscriptionUrl(purpose: Purpose, subscription: Subscription): Promise<string> {
  const path = PATHS[purpose];
  const token = await subscriptionToken(purpose, subscription);
  return `${env("PUBLIC_URL")}/v1/businesses/${subscription.businessId}/collections/${path}?token=${token}`;
}

import * as z from "zod";
import { env } from "#core/env.ts";
import { openToken, sealToken } from "#core/seal.ts";

/** The subscription to which a link in a mail belongs. */
interface Subscription {
  businessId: string;
  collectionId: string;
  subscriberId: string;
  /** The plan that is confirmed or renewed. */
  planId?: string;
  /** The edition whose mail has this unsubscribe link. */
  editionId?: string;
  /** The subscriber's version when the link was created. */
  subscriberVersion?: number;
  /** When the link expires; an unsubscribe link never does. */
  until?: number;
}
/** Ids of newsletter and subscriber, time of expiry, id of the plan or edition, and the subscriber's version. */
const LinkToken = z.tuple([z.string(), z.string(), z.int(), z.string(), z.int()]);
/** A token for one purpose is not valid for another. */
export type LinkPurpose = "confirm" | "unsubscribe" | "renew";
const PATHS = { confirm: "confirm-subscription", unsubscribe: "unsubscribe", renew: "renew-subscription" };

export function subscriptionToken(
  purpose: LinkPurpose,
  {
    businessId,
    collectionId,
    subscriberId,
    planId,
    editionId = "",
    subscriberVersion = 0,
    until = 0,
  }: Subscription,
): Promise<string> {
  return sealToken(
    `newsletter-${purpose}`,
    [collectionId, subscriberId, until, planId ?? editionId, subscriberVersion],
    businessId,
  );
}

/** Opens a token; `undefined` if it is invalid, expired or of another business. */
export async function openLinkToken(
  purpose: LinkPurpose,
  businessId: string,
  token: string,
  now: number,
): Promise<Subscription | undefined> {
  const named = await openToken(`newsletter-${purpose}`, token, LinkToken, businessId);
  if (!named) return undefined;
  const [collectionId, subscriberId, until, about, subscriberVersion] = named;
  if (purpose !== "unsubscribe" && until <= now) return undefined;
  const of = purpose === "unsubscribe" ? { editionId: about } : { planId: about };
  return { businessId, collectionId, subscriberId, ...of, subscriberVersion };
}

export async function subscriptionUrl(purpose: LinkPurpose, subscription: Subscription): Promise<string> {
  const path = PATHS[purpose];
  const token = await subscriptionToken(purpose, subscription);
  return `${env("PUBLIC_URL")}/v1/businesses/${subscription.businessId}/collections/${path}?token=${token}`;
}

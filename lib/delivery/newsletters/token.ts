import * as z from "zod";
import { env } from "#core/env.ts";
import { openToken, sealToken } from "#core/seal.ts";

/** Whose subscription a link in a mail is about. */
interface Subscription {
  businessId: string;
  collectionId: string;
  subscriberId: string;
  /** The plan that is confirmed, or paid again. */
  planId?: string;
  /** The edition that a link is in by which its reader leaves. */
  editionId?: string;
  /** The version of the subscriber that it was asked for. */
  asked?: number;
  /** The second from which the link is good for nothing; one that unsubscribes is good for ever. */
  until?: number;
}
/** What a link says: newsletter, subscriber, its last second, plan or edition, version. */
const Named = z.tuple([z.string(), z.string(), z.int(), z.string(), z.int()]);
/** What a link is for; one for the one does not do for the other. */
export type LinkPurpose = "confirm" | "unsubscribe" | "renew";
const PATHS = { confirm: "confirm-subscription", unsubscribe: "unsubscribe", renew: "renew-subscription" };

export function subscriptionToken(
  purpose: LinkPurpose,
  { businessId, collectionId, subscriberId, planId, editionId = "", asked = 0, until = 0 }: Subscription,
): Promise<string> {
  return sealToken(
    `newsletter-${purpose}`,
    [collectionId, subscriberId, until, planId ?? editionId, asked],
    businessId,
  );
}

/** What a token stands for; `undefined` for any other text, for one of another business and for one that is over. */
export async function openLinkToken(
  purpose: LinkPurpose,
  businessId: string,
  token: string,
  now: number,
): Promise<Subscription | undefined> {
  const named = await openToken(`newsletter-${purpose}`, token, Named, businessId);
  if (!named) return undefined;
  const [collectionId, subscriberId, until, about, asked] = named;
  if (purpose !== "unsubscribe" && until <= now) return undefined;
  const of = purpose === "unsubscribe" ? { editionId: about } : { planId: about };
  return { businessId, collectionId, subscriberId, ...of, asked };
}

export async function subscriptionUrl(purpose: LinkPurpose, subscription: Subscription): Promise<string> {
  const path = PATHS[purpose];
  const token = await subscriptionToken(purpose, subscription);
  return `${env("PUBLIC_URL")}/v1/businesses/${subscription.businessId}/collections/${path}?token=${token}`;
}

import type { Operation } from "#core/http/contract.ts";
import { reservations } from "#functions/booking/reservations/routes.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { businessCollections } from "#functions/content/legacy-content/routes.ts";
import { media } from "#functions/content/media/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import { users } from "#functions/tenancy/users/routes.ts";
import { ok } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { exampleBody } from "#test/support/fixtures.ts";
import { drawing, formOf } from "#test/support/media.ts";
import { HOUR, MONDAY } from "#test/support/salon.ts";
import { openShop, type Shop } from "#test/support/shop.ts";
import { makeAgent } from "#test/support/support.ts";
import { openStore, somebody, type TestStore } from "#test/support/world.ts";

/** Another tenant's shop and the attacker's own store, with the records that calls need. */
export interface AbuseWorld {
  shop: Shop & { formId: string; newsletterId: string; planId: string; picture: string };
  own: TestStore & { formId: string; nodeId: string };
  /** The IP address that all calls come from. */
  ip: string;
}

export async function openAbuseWorld(ip: string): Promise<AbuseWorld> {
  const [shop, attacker] = await Promise.all([openShop({ units: null }), somebody()]);
  const own = await openStore(attacker);
  await makeAgent(shop);
  const form = exampleBody(forms.createForm) as { key: string };
  const [{ id: formId }, newsletter, [picture], { id: nodeId }] = await Promise.all([
    ok(forms.createForm, { params: { storeId: shop.id }, as: shop.owner, body: form }),
    ok(businessCollections.createBusinessCollection, {
      params: { businessId: shop.id },
      as: shop.owner,
      body: {
        name: "Weekly",
        type: "NEWSLETTER",
        blocks: [],
        statuses: [{ status: "PUBLISHED" }],
        plans: [{ name: "Free", price: { amount: 0, currency: "USD", interval: "MONTHLY" } }],
      },
    }),
    ok(media.createMedia, {
      params: { storeId: shop.id },
      as: shop.owner,
      raw: formOf([{ name: "a.svg", type: "image/svg+xml", bytes: drawing() }]),
    }),
    ok(nodes.createNode, {
      params: { storeId: own.id },
      as: own.owner,
      body: { key: "mail", status: "active" },
    }),
  ]);
  const { id: ownForm } = await ok(forms.createForm, {
    params: { storeId: own.id },
    as: own.owner,
    body: form,
  });
  return {
    shop: {
      ...shop,
      formId,
      newsletterId: newsletter.id,
      planId: newsletter.plans[0]?.id ?? "",
      picture: new URL(picture?.url ?? "http://x").pathname,
    },
    own: { ...own, formId: ownForm, nodeId },
    ip,
  };
}

/** One call of an attacker who wants mails sent to the victim's email address. */
export interface AbuseCall {
  world: AbuseWorld;
  victim: string;
  /** Number of the call within its attempt. */
  index: number;
  /** Time of the call in Unix seconds. */
  at: number;
  /** What earlier calls of the same attempt stored. */
  memory: Map<string, string>;
}

interface CallRequest {
  params?: Record<string, string>;
  body?: unknown;
  query?: Record<string, string>;
  token?: string | undefined;
  headers?: Record<string, string>;
}

export type CallReply = { status: number; body: Record<string, unknown> };

/** Makes a call from the attacker's network at its time. */
export async function makeCall(
  { world: { ip }, at }: AbuseCall,
  operation: Operation,
  request: CallRequest,
): Promise<CallReply> {
  const { params, body, query, token, headers } = request;
  const reply = await invokeDirect(operation, {
    sourceIp: ip,
    headers: { "x-local-time": String(at), ...headers },
    ...(params ? { params } : {}),
    ...(query ? { query } : {}),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(token === undefined ? {} : { token }),
  });
  if (reply.status >= 500) throw new Error(`${operation.id} answered ${reply.status}: ${reply.body}`);
  const isJson = reply.headers["content-type"]?.startsWith("application/json");
  return { status: reply.status, body: isJson ? JSON.parse(reply.body) : {} };
}

/** A guest's token; every ten calls share one. */
export async function guestToken(call: AbuseCall): Promise<string | undefined> {
  const name = `guest ${Math.floor(call.index / 10)}`;
  const known = call.memory.get(name);
  if (known) return known;
  const { body } = await makeCall(call, users.loginUser, { body: { provider: "GUEST" } });
  const token = typeof body.accessToken === "string" ? body.accessToken : undefined;
  if (token) call.memory.set(name, token);
  return token;
}

/** Index of the slot of the booking that attempts move. */
export const MOVED_SLOT_INDEX = 1200;

/** A free hour of the shop's provider: each index has its own. */
export function bookingPartOf({ world: { shop }, index }: AbuseCall) {
  const startTime = MONDAY + Math.floor(index / 7) * 24 * HOUR + (8 + (index % 7)) * HOUR;
  return { serviceId: shop.service_id, providerId: shop.provider_id, startTime };
}

/** The booking that the attacker makes once and then changes. */
export async function bookOnce(call: AbuseCall, token: string | undefined): Promise<string> {
  const known = call.memory.get("booking");
  if (known) return known;
  const { body } = await makeCall(call, reservations.createReservation, {
    token,
    body: { parts: [bookingPartOf({ ...call, index: MOVED_SLOT_INDEX })], email: call.victim },
  });
  const id = String(body.id ?? "none");
  call.memory.set("booking", id);
  return id;
}

import * as z from "zod";
import { optionalEnv } from "#core/env.ts";
import { GENERAL } from "#core/errors.ts";
import { scaledTimeout } from "#core/scaled-timeout.ts";
import type { Address } from "#lib/money/markets/address-schema.ts";
import { toMinorUnits } from "#lib/money/money/currency.ts";
import type { Account, Consignment, Offer, Purchase, ShippingProvider, TrackingStatus } from "./port.ts";

const HOST = "https://api.goshippo.com";
const API_VERSION = "2018-02-08";
/** Milliseconds to wait for an answer, below the time limit of the calling functions. */
const TIMEOUT_MS = 20_000;

const Message = z.looseObject({
  source: z.string().nullish(),
  code: z.string().nullish(),
  text: z.string().nullish(),
});
const RateReply = z.looseObject({
  object_id: z.string(),
  amount: z.string(),
  currency: z.string(),
  provider: z.string(),
  servicelevel: z.looseObject({ name: z.string().nullish(), token: z.string().nullish() }),
  estimated_days: z.int().nullish(),
});
const ShipmentReply = z.looseObject({ rates: z.array(RateReply), messages: z.array(Message).nullish() });
const Transaction = z.looseObject({
  object_id: z.string(),
  status: z.string(),
  tracking_number: z.string().nullish(),
  tracking_url_provider: z.string().nullish(),
  label_url: z.string().nullish(),
  messages: z.array(Message).nullish(),
});
const Transactions = z.looseObject({ results: z.array(Transaction) });
const RefundReply = z.looseObject({ status: z.string() });
const Track = z.looseObject({ tracking_status: z.looseObject({ status: z.string() }).nullish() });

/** Shippo's REST API, https://docs.goshippo.com/shippoapi/public-api. */
export const shippo: ShippingProvider = {
  name: "shippo",

  async check(account) {
    await callShippo(account, "GET", "/carrier_accounts?results=1");
  },

  async rates(consignment, account) {
    const reply = ShipmentReply.parse(
      await callShippo(account, "POST", "/shipments", shipmentOf(consignment)),
    );
    return { offers: reply.rates.flatMap(offerOf), messages: messageTexts(reply.messages) };
  },

  async buy(rateRef, mark, account) {
    const order = { rate: rateRef, async: false, label_file_type: "PDF", metadata: mark.slice(0, 100) };
    return purchaseOf(Transaction.parse(await callShippo(account, "POST", "/transactions", order)));
  },

  async lookUp(rateRef, account) {
    const path = `/transactions?rate=${encodeURIComponent(rateRef)}&results=25`;
    const { results } = Transactions.parse(await callShippo(account, "GET", path));
    const outcomes = results.map(purchaseOf);
    // A rate can have several transactions: a purchase counts before a pending or refused one.
    return (
      outcomes.find(({ status }) => status === "purchased") ??
      outcomes.find(({ status }) => status === "pending") ??
      outcomes[0]
    );
  },

  // A carrier refuses a second refund, so none is requested if there is one already.
  async refund(labelRef, account) {
    const path = `/transactions/${encodeURIComponent(labelRef)}`;
    const known = Transaction.parse(await callShippo(account, "GET", path));
    if (REFUND_STATUSES.has(known.status)) return;
    const body = { transaction: labelRef, async: false };
    const { status } = RefundReply.parse(await callShippo(account, "POST", "/refunds", body));
    if (status === "ERROR")
      throw GENERAL.BAD_REQUEST({ message: "The carrier does not take this label back." });
  },

  async track({ carrier, trackingNumber }, account) {
    const path = `/tracks/${encodeURIComponent(carrier)}/${encodeURIComponent(trackingNumber)}`;
    const { tracking_status } = Track.parse(await callShippo(account, "GET", path));
    return tracking_status ? STATUS_OF_TRACK[tracking_status.status] : undefined;
  },
};

const REFUND_STATUSES = new Set(["REFUNDPENDING", "REFUNDED"]);

const STATUS_OF_TRACK: Partial<Record<string, TrackingStatus>> = {
  PRE_TRANSIT: "label_created",
  TRANSIT: "in_transit",
  DELIVERED: "delivered",
  RETURNED: "returned",
  FAILURE: "failed",
};

async function callShippo(
  { token }: Account,
  method: "GET" | "POST",
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`${optionalEnv("SHIPPO_URL") ?? HOST}${path}`, {
    method,
    headers: {
      authorization: `ShippoToken ${token}`,
      "shippo-api-version": API_VERSION,
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(scaledTimeout(TIMEOUT_MS)),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  if (response.status === 401 || response.status === 403)
    throw GENERAL.BAD_REQUEST({ message: "Shippo does not know the store's API token." });
  if (response.status < 500 && response.status !== 408 && response.status !== 429)
    throw GENERAL.BAD_REQUEST({ message: `Shippo refused: ${text.slice(0, 500)}` });
  throw new Error(`Shippo answered ${response.status} to ${method} ${path.split("?")[0]}.`);
}

function shipmentOf({ from, to, parcel, customs }: Consignment): object {
  return {
    address_from: addressOf(from),
    address_to: addressOf(to),
    parcels: [
      {
        length: String(parcel.length),
        width: String(parcel.width),
        height: String(parcel.height),
        distance_unit: parcel.distance_unit,
        weight: String(parcel.weight),
        mass_unit: parcel.mass_unit,
      },
    ],
    ...(customs ? { customs_declaration: customs } : {}),
    async: false,
  };
}

function addressOf({
  name,
  company,
  street1,
  street2,
  city,
  state,
  postal_code,
  country,
  phone,
  email,
}: Address) {
  const sent = { name, company, street1, street2, city, state, zip: postal_code, country, phone, email };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
}

// An offer whose price is not exact in minor units is left out.
function offerOf(rate: z.output<typeof RateReply>): Offer[] {
  const amount = toMinorUnits(rate.amount, rate.currency);
  if (amount === undefined) return [];
  const service = rate.servicelevel.token ?? rate.servicelevel.name ?? "";
  return [
    {
      ref: rate.object_id,
      carrier: rate.provider,
      service,
      displayName: [rate.provider, rate.servicelevel.name].filter(Boolean).join(" "),
      amount,
      currency: rate.currency,
      estimatedDays: rate.estimated_days ?? null,
    },
  ];
}

function purchaseOf(transaction: z.output<typeof Transaction>): Purchase {
  const { object_id, status, tracking_number, tracking_url_provider, label_url, messages } = transaction;
  if (status === "SUCCESS" && label_url) {
    const label = {
      ref: object_id,
      trackingNumber: tracking_number ?? "",
      trackingUrl: tracking_url_provider ?? null,
    };
    return { status: "purchased", label: { ...label, file: { url: label_url } } };
  }
  if (status !== "ERROR") return { status: "pending" };
  return { status: "refused", words: messageTexts(messages).join(" ") || "The carrier gave no reason." };
}

function messageTexts(messages: z.output<typeof Message>[] | null | undefined): string[] {
  return (messages ?? []).flatMap(({ source, text }) => (text ? [source ? `${source}: ${text}` : text] : []));
}

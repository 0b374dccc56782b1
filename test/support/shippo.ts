import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import { serve } from "./serve.ts";

export const SHIPPO_TOKEN = "shippo_test_stand_in";

/** A fault of a purchase: no answer before or after the label is bought, a refusal, or a wait in a queue. */
type Fault = "before" | "after" | "refuse" | "queue";

const Address = z.strictObject({
  name: z.string(),
  company: z.string().optional(),
  street1: z.string(),
  street2: z.string().optional(),
  city: z.string(),
  state: z.string().optional(),
  zip: z.string().optional(),
  country: z.string().length(2),
  phone: z.string().optional(),
  email: z.string().optional(),
});
const decimal = z.string().regex(/^\d+(\.\d+)?$/);
const mass = z.enum(["g", "kg", "oz", "lb"]);
const Shipment = z.strictObject({
  address_from: Address,
  address_to: Address,
  parcels: z
    .array(
      z.strictObject({
        length: decimal,
        width: decimal,
        height: decimal,
        distance_unit: z.enum(["cm", "in"]),
        weight: decimal,
        mass_unit: mass,
      }),
    )
    .length(1),
  customs_declaration: z
    .strictObject({
      contents_type: z.enum([
        "DOCUMENTS",
        "GIFT",
        "SAMPLE",
        "MERCHANDISE",
        "HUMANITARIAN_DONATION",
        "RETURN_MERCHANDISE",
        "OTHER",
      ]),
      contents_explanation: z.string().optional(),
      non_delivery_option: z.enum(["ABANDON", "RETURN"]),
      certify: z.literal(true),
      certify_signer: z.string(),
      items: z
        .array(
          z.strictObject({
            description: z.string(),
            quantity: z.int(),
            net_weight: decimal,
            mass_unit: mass,
            value_amount: decimal,
            value_currency: z.string(),
            origin_country: z.string().length(2),
          }),
        )
        .min(1),
    })
    .optional(),
  async: z.literal(false),
});
const Transaction = z.strictObject({
  rate: z.string(),
  async: z.literal(false),
  label_file_type: z.literal("PDF"),
  metadata: z.string().max(100),
});
const Refund = z.strictObject({ transaction: z.string(), async: z.literal(false) });

interface BoughtLabel {
  object_id: string;
  status: string;
  rate: string;
  /** Ids of order and shipment. */
  metadata: string;
  tracking_number: string;
  tracking_url_provider: string;
  label_url: string;
  messages: { source: string; code: string; text: string }[];
}

/** A stand-in for Shippo, as strict as its documentation: https://docs.goshippo.com. */
export async function startShippo() {
  const rates = new Set<string>();
  const bought: BoughtLabel[] = [];
  const faults: Fault[] = [];
  const refundFaults: ("before" | "after")[] = [];
  const tracks = new Map<string, string>();
  let calls = 0;
  let isDown = false;

  const { url, stop } = await serve((request, response) => {
    void answer(request, response).catch((error) => sendJson(response, 500, { detail: String(error) }));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "", url);
    const route = `${request.method} ${pathname}`;
    if (route.startsWith("GET /label/"))
      return void response.writeHead(200).end(Buffer.from("%PDF-1.4 label"));
    calls += 1;
    if (isDown) {
      request.socket.destroy();
      return;
    }
    if (request.headers.authorization !== `ShippoToken ${SHIPPO_TOKEN}`)
      return sendJson(response, 401, { detail: "Invalid token." });
    if (request.headers["shippo-api-version"] !== "2018-02-08")
      return sendJson(response, 400, { detail: "Unknown version." });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body: unknown = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
    if (route === "GET /carrier_accounts") return sendJson(response, 200, { results: [] });
    if (route === "POST /shipments") return shipment(body, response);
    if (route === "POST /transactions") return transaction(body, request, response);
    if (route === "GET /transactions") {
      const results = bought.filter(({ rate }) => rate === searchParams.get("rate"));
      return sendJson(response, 200, { results });
    }
    if (route === "POST /refunds") return refund(body, request, response);
    const one = /^GET \/transactions\/(\w+)$/.exec(route)?.[1];
    if (one) {
      const found = bought.find(({ object_id }) => object_id === one);
      return found ? sendJson(response, 200, found) : sendJson(response, 404, { detail: "Not found." });
    }
    const track = /^GET \/tracks\/([a-z_]+)\/([\w-]+)$/.exec(route);
    if (track)
      return sendJson(response, 200, {
        tracking_status: { status: tracks.get(track[2] ?? "") ?? "UNKNOWN" },
      });
    return sendJson(response, 404, { detail: "Not found." });
  }

  function shipment(body: unknown, response: ServerResponse) {
    const read = Shipment.safeParse(body);
    if (!read.success) return sendJson(response, 400, { detail: read.error.message });
    const isAbroad = read.data.address_from.country !== read.data.address_to.country;
    const created = [
      ["5.5", "usps_priority", "Priority Mail", 2],
      ["20.00", "usps_express", "Express", 1],
    ].map(([amount, token, name, days]) => {
      const object_id = randomUUID().replaceAll("-", "");
      rates.add(object_id);
      return {
        object_id,
        amount,
        currency: "EUR",
        provider: "USPS",
        servicelevel: { name, token },
        estimated_days: days,
      };
    });
    const needs = isAbroad && !read.data.customs_declaration;
    sendJson(response, 201, {
      object_id: randomUUID(),
      status: "SUCCESS",
      rates: needs ? [] : created,
      messages: [{ source: "UPS", code: "", text: needs ? "Customs are needed." : "No account." }],
    });
  }

  function refund(body: unknown, request: IncomingMessage, response: ServerResponse) {
    const { transaction: id } = Refund.parse(body);
    const label = bought.find(({ object_id, status }) => object_id === id && status === "SUCCESS");
    const fault = refundFaults.shift();
    if (fault !== "before" && label) label.status = "REFUNDPENDING";
    if (fault) {
      request.socket.destroy();
      return;
    }
    sendJson(response, 201, { status: label ? "QUEUED" : "ERROR" });
  }

  function transaction(body: unknown, request: IncomingMessage, response: ServerResponse) {
    const read = Transaction.safeParse(body);
    if (!read.success || !rates.has(read.data.rate))
      return sendJson(response, 400, { rate: ["Invalid rate."] });
    const fault = faults.shift();
    if (fault === "before") {
      request.socket.destroy();
      return;
    }
    const object_id = randomUUID().replaceAll("-", "");
    const number = `9205590${bought.length}${Date.now()}`;
    const created: BoughtLabel = {
      object_id,
      status: fault === "refuse" ? "ERROR" : fault === "queue" ? "QUEUED" : "SUCCESS",
      rate: read.data.rate,
      metadata: read.data.metadata,
      tracking_number: fault === "refuse" ? "" : number,
      tracking_url_provider: `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
      label_url: fault === "refuse" ? "" : `${url}/label/${object_id}`,
      messages: fault === "refuse" ? [{ source: "USPS", code: "", text: "The postcode is not served." }] : [],
    };
    bought.push(created);
    if (fault === "after") {
      request.socket.destroy();
      return;
    }
    sendJson(response, 201, created);
  }

  return {
    url,
    bought,
    faults,
    refundFaults,
    tracks,
    /** Number of API calls so far. */
    calls: () => calls,
    down: (down: boolean) => {
      isDown = down;
    },
    stop,
  };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

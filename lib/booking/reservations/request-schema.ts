import * as z from "zod";
import { anyCase, noRepeats, queryInt, queryList, queryTime, queryTimeEnd } from "#core/http/page.ts";
import { EmailAddress } from "#core/mail/address-schema.ts";
import { expectedVersion } from "#core/records/schema.ts";
import { Blocks, statusEntries } from "#lib/booking/bookables/bookable-schema.ts";
import { MAX_TIME } from "#lib/booking/schedules/schema.ts";
import { RefundRule } from "#lib/money/payments/schema.ts";
import { MAX_MONEY } from "#lib/tenancy/tenants/market-schema.ts";
import { Coordinates, MAX_PARTS, STATUSES, type Status, StatusInput } from "./schema.ts";

const Seconds = z.int().min(0).max(MAX_TIME);

export const ReservationPartInput = z
  .object({
    id: z.string().max(100).optional(),
    serviceId: z.string().min(1).max(100),
    providerId: z.string().min(1).max(100),
    startTime: Seconds.optional(),
    endTime: Seconds.optional(),
    from: Seconds.optional(),
    to: Seconds.optional(),
    blocks: Blocks.optional(),
  })
  .superRefine(({ startTime, from }, context) => {
    if (startTime !== undefined || from !== undefined) return;
    const params = { error: "FIELD.REQUIRED_MISSING" };
    context.addIssue({ code: "custom", path: ["startTime"], message: "is required", params });
  })
  .transform(({ id, startTime, endTime, from, to, ...rest }) => ({
    ...rest,
    ...(id ? { id } : {}),
    startTime: startTime ?? from ?? 0,
    endTime: endTime ?? to,
  }));
export type ReservationPartInput = z.output<typeof ReservationPartInput>;

const Parts = z.array(ReservationPartInput).min(1).max(MAX_PARTS).superRefine(noRepeats("id"));
const Url = z.url({ protocol: /^https?$/ }).max(2000);

/** Fields of all price requests, in both APIs. */
const priceFields = {
  businessId: z.string().max(100).optional(),
  market: z.string().max(100).optional(),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/)
    .toUpperCase()
    .optional(),
  parts: Parts.optional(),
  items: Parts.optional(),
  paymentMethod: z.string().max(100).optional(),
  paymentMethodId: z.string().max(100).optional(),
  promoCode: z.string().max(64).nullish(),
  promoCodeId: z.string().max(100).nullish(),
  location: Coordinates.nullish(),
  email: EmailAddress.optional(),
};

const Line = z.object({
  type: z.string().max(50).optional(),
  serviceId: z.string().max(100).optional(),
  productId: z.string().max(100).optional(),
  variantId: z.string().max(100).optional(),
  quantity: z.int().min(1).max(1000).default(1),
});

const examplePart = {
  serviceId: "svc_01j9z3k4m5n6p7q8r9s0t1v2w3",
  providerId: "prov_01j9z3k4m5n6p7q8r9s0t1v2w3",
  startTime: 1893492000,
};

export const QuoteReservation = z
  .object({ ...priceFields, lines: z.array(Line).max(100).optional() })
  .meta({ examples: [{ currency: "EUR", paymentMethodId: "credit_card", parts: [examplePart] }] });
export type QuoteReservation = z.output<typeof QuoteReservation>;

export const CheckoutReservation = z
  .object({
    ...priceFields,
    blocks: Blocks.optional(),
    name: z.string().trim().max(200).optional(),
    quoteId: z.string().max(5000).optional(),
    amount: z.int().min(0).max(MAX_MONEY).optional(),
    successUrl: Url.optional(),
    cancelUrl: Url.optional(),
  })
  .meta({ examples: [{ paymentMethodId: "cash", parts: [examplePart], email: "grace@example.com" }] });
export type CheckoutReservation = z.output<typeof CheckoutReservation>;

export const CreateReservation = z
  .object({
    businessId: z.string().max(100).optional(),
    market: z.string().max(100).optional(),
    customerId: z.string().max(100).nullish(),
    customer_id: z.string().max(100).nullish(),
    accountId: z.string().max(100).nullish(),
    parts: Parts.optional(),
    items: Parts.optional(),
    blocks: Blocks.optional(),
    status: StatusInput.optional(),
    statuses: statusEntries(StatusInput).optional(),
    location: Coordinates.nullish(),
    email: EmailAddress.optional(),
    name: z.string().trim().max(200).optional(),
  })
  .meta({ examples: [{ parts: [examplePart], email: "grace@example.com" }] });
export type CreateReservation = z.output<typeof CreateReservation>;

export const UpdateReservation = z
  .object({
    id: z.string().max(100).optional(),
    status: StatusInput.optional(),
    statuses: statusEntries(StatusInput).optional(),
    parts: Parts.optional(),
    items: Parts.optional(),
    blocks: Blocks.optional(),
    refund: RefundRule,
    version: expectedVersion,
    /** Ignored, because the stored payment has the amounts. */
    payment: z.unknown().optional(),
  })
  .meta({ examples: [{ status: "CONFIRMED" }] });
export type UpdateReservation = z.output<typeof UpdateReservation>;

/** The last of the listed statuses, by the name that we store; `undefined` without one. */
export function lastStatus({ statuses }: Pick<UpdateReservation, "statuses">): Status | undefined {
  const last = statuses?.at(-1)?.status.toUpperCase();
  return last === "IN_PROGRESS" ? "CONFIRMED" : STATUSES.find((each) => each === last);
}

const listFields = {
  limit: queryInt(1, 100).optional(),
  cursor: z.string().min(1).optional(),
  status: StatusInput.optional(),
};
export const OwnQuery = z.object(listFields);
export const SearchQuery = z.object({
  ...listFields,
  businessId: z.string().max(100).optional(),
  providerId: z.string().max(100).optional(),
  startTime: queryTime.optional(),
  endTime: queryTimeEnd.optional(),
});
export type SearchQuery = z.output<typeof SearchQuery>;

const IdList = queryList.pipe(z.array(z.string().max(100)).max(50));
export const ReservationQuery = z.object({
  ...listFields,
  query: z.string().max(200).optional(),
  serviceIds: IdList.optional(),
  providerIds: IdList.optional(),
  accountId: z.string().max(100).optional(),
  from: queryTime.optional(),
  to: queryTimeEnd.optional(),
  sortField: z.enum(["createdAt", "updatedAt", "startTime", "from"]).optional(),
  sortOrder: anyCase(["asc", "desc"]).optional(),
});
export type ReservationQuery = z.output<typeof ReservationQuery>;

export const MailReservation = z
  .object({ kind: z.enum(["confirmation", "cancellation"]) })
  .meta({ examples: [{ kind: "confirmation" }] });
export type MailReservation = z.output<typeof MailReservation>;

export const ReservationMailed = MailReservation.extend({ to: z.string() });
export type ReservationMailed = z.output<typeof ReservationMailed>;

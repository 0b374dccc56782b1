import * as z from "zod";
import { anyCase, page, queryBoolean, queryInt } from "#core/http/page.ts";
import { EmailAddress } from "#core/mail/address-schema.ts";
import { CountryText } from "#core/places/country-schema.ts";
import { PhoneText } from "#core/places/phone-schema.ts";
import { isReachableUrl } from "#core/reachable.ts";
import { expectedVersion, statusEntry } from "#core/records/schema.ts";
import { DAY } from "#core/seconds.ts";
import { recordVersion } from "#core/view-schema.ts";
import {
  BusinessWebhook,
  EventFilter,
  Languages,
  limitPerUrl,
  MAX_WEBHOOKS,
  NewWebhookUrl,
  refuseUnreachable,
  StoreLanguages,
  UNREACHABLE_TEXT,
  WebhookUrl,
} from "./configs-schema.ts";
import { Markets, MarketsInput } from "./market-schema.ts";
import { Origins } from "./origin-schema.ts";

const Key = z
  .string()
  .trim()
  .toLowerCase()
  .min(3)
  .max(63)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case letters, digits and single hyphens");

const Timezone = z.string().max(64).refine(isTimezone, "must be an IANA time zone such as Europe/Berlin");
const Text = z.string().trim().max(2000);
const ShortText = z.string().trim().max(200);
const Status = anyCase(["DRAFT", "ACTIVE", "ARCHIVED"]);

export const Address = z.object({
  line1: ShortText.optional(),
  line2: ShortText.optional(),
  city: ShortText.optional(),
  state: ShortText.optional(),
  postalCode: ShortText.optional(),
  country: ShortText.optional(),
});
const AddressInput = Address.extend({ country: CountryText.optional() });

/** Cart settings, and who may pay in cash. */
export const CommerceSettings = z.object({
  /** Seconds without a change after which a cart is abandoned; a day by default. */
  cart_abandoned_after: z
    .int()
    .min(60)
    .max(30 * DAY)
    .optional(),
  recovery_mail: z.boolean().optional(),
  /** Whether visitors need a proven address to pay in cash; off by default. */
  cash_needs_proof: z.boolean().optional(),
  /** Base URL of links in mails; `cart_id` and `cart_token` are appended. */
  storefront_url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullish(),
});
export const StoreEmails = z.object({ billing: EmailAddress.nullish(), support: EmailAddress.nullish() });

/** Settings of customers' bookings. */
export const BookingSettings = z.object({
  /** Hours after which an unanswered booking request is cancelled; 48 by default. */
  pendingHours: z.int().min(1).max(720).nullish(),
  /** Whether a booking needs a proven address. */
  requireContact: z.boolean().optional(),
});

export const Configs = z.object({
  languages: Languages.optional(),
  markets: Markets.optional(),
  buildHooks: z.array(WebhookUrl).max(20).optional(),
  webhooks: z.array(BusinessWebhook).max(MAX_WEBHOOKS).superRefine(limitPerUrl).optional(),
  webhookUrl: z.union([WebhookUrl, z.literal("")]).nullish(),
  webhookEvents: z.array(EventFilter).max(200).optional(),
  emails: StoreEmails.optional(),
  origins: Origins.optional(),
  /** A picture that replaces the name above mails and pages. */
  logo: z.union([z.url({ protocol: /^https?$/ }).max(2000), z.literal("")]).optional(),
  /** The brand colour in mails and on pages. */
  color: z
    .union([z.string().regex(/^#[0-9a-fA-F]{6}$/, "must be a colour such as #0b5cad"), z.literal("")])
    .optional(),
  /** URL of the imprint, linked in mails and pages. */
  imprint: z.union([z.url({ protocol: /^https?$/ }).max(2000), z.literal("")]).optional(),
  commerce: CommerceSettings.optional(),
  /** URL where staff answer visitors; `{conversationId}` in it is replaced. */
  operatorUrl: z.union([z.url({ protocol: /^https?$/ }).max(2000), z.literal("")]).optional(),
  zones: z.array(z.unknown()).max(200).optional(),
  orderBlocks: z.array(z.unknown()).max(200).optional(),
  reservationBlocks: z.array(z.unknown()).max(200).optional(),
  bookings: BookingSettings.optional(),
  paymentProvider: z.unknown().optional(),
  aiProvider: z.unknown().optional(),
});
export type Configs = z.output<typeof Configs>;
export const BusinessSettingsInput = Configs.extend({
  markets: MarketsInput.optional(),
  buildHooks: z.array(NewWebhookUrl).max(20).optional(),
  webhooks: Configs.shape.webhooks.superRefine(refuseUnreachable),
  webhookUrl: Configs.shape.webhookUrl.refine((url) => !url || isReachableUrl(url), UNREACHABLE_TEXT),
});

export const GalleryItem = z.object({
  id: z.string().max(100),
  url: z.string().max(2000),
  mimeType: z.string().max(100),
});

/** The tenant record, spelled as the business interface spells it. */
export const Business = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  email: z.string(),
  phone: z.string(),
  website: z.string(),
  address: Address,
  timezone: z.string(),
  /** Key of the parent. */
  networkKey: z.string().nullable(),
  /** Id of the parent, which survives a change of its key. */
  networkId: z.string().nullish(),
  status: z.enum(["DRAFT", "ACTIVE", "ARCHIVED"]),
  statuses: z.array(statusEntry(z.string())),
  gallery: z.array(GalleryItem),
  configs: Configs,
  /** When somebody last saved a market. */
  marketsCheckedAt: z.int().nullish(),
  createdAt: z.int(),
  updatedAt: z.int(),
});
export type Business = z.output<typeof Business>;

export const ParentBusiness = Business.pick({ id: true, key: true, name: true, status: true });
export type ParentBusiness = z.output<typeof ParentBusiness>;

const businessFields = {
  name: ShortText.optional(),
  slug: ShortText.optional(),
  description: Text.optional(),
  email: z.union([EmailAddress, z.literal("")]).optional(),
  phone: PhoneText.optional(),
  website: ShortText.optional(),
  address: AddressInput.optional(),
  timezone: Timezone.optional(),
  networkKey: Key.nullish(),
  status: Status.optional(),
  gallery: z.array(GalleryItem).max(100).optional(),
  configs: BusinessSettingsInput.optional(),
};

/** The fields of a new tenant, whose key is known. */
export const NewBusiness = z.object({ ...businessFields, key: Key });

/** The older form has no key, which is then made from slug or name. Its status is the last of `statuses`. */
export const CreateBusiness = z
  .object({
    ...businessFields,
    key: Key.optional(),
    statuses: z
      .array(z.object({ status: Status }))
      .max(100)
      .optional(),
  })
  .meta({ examples: [{ key: "blue-bottle", name: "Blue Bottle", timezone: "Europe/Berlin" }] });

export const UpdateBusiness = z
  .object({ ...businessFields, key: Key.optional(), version: expectedVersion })
  .meta({ examples: [{ timezone: "Europe/Paris", status: "ACTIVE" }] });

export const BusinessQuery = z.object({
  limit: queryInt(1, 100).optional(),
  cursor: z.string().min(1).optional(),
  query: z.string().max(200).optional(),
  isNetwork: queryBoolean.optional(),
  status: Status.optional(),
  sortField: z.enum(["createdAt", "updatedAt", "key", "created_at", "updated_at"]).optional(),
  sortDirection: anyCase(["asc", "desc"]).optional(),
});
export const StoreQuery = BusinessQuery.extend({
  sort_field: z.enum(["created_at", "updated_at", "key"]).optional(),
  sort_direction: anyCase(["asc", "desc"]).optional(),
});

/** A tenant in the store interface. */
export const Store = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  timezone: z.string(),
  status: z.enum(["draft", "active", "archived"]),
  languages: z.array(z.object({ id: z.string(), code: z.string(), is_default: z.boolean() })),
  emails: z.object({ billing: z.string().nullable(), support: z.string().nullable() }),
  origins: z.array(z.string()),
  network_key: z.string().nullable(),
  created_at: z.int(),
  updated_at: z.int(),
  version: recordVersion(),
});
export type Store = z.input<typeof Store>;
export const StorePage = page(Store);

const storeFields = {
  name: ShortText.optional(),
  timezone: Timezone.optional(),
  status: Status.optional(),
  languages: StoreLanguages.optional(),
  emails: StoreEmails.optional(),
  origins: Origins.optional(),
  billing_email: EmailAddress.optional(),
};

export const CreateStore = z
  .object({ ...storeFields, key: Key })
  .meta({ examples: [{ key: "blue-bottle", timezone: "Europe/Berlin", languages: ["en", "de"] }] });
export const UpdateStore = z
  .object({ ...storeFields, key: Key.optional(), version: expectedVersion })
  .meta({ examples: [{ timezone: "Europe/Paris" }] });

function isTimezone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

import * as z from "zod";
import { page } from "#core/http/page.ts";
import { statusEntryView } from "#core/records/schema.ts";
import { recordVersion } from "#core/view-schema.ts";
import { BusinessLanguageView, BusinessWebhookView } from "./configs-schema.ts";
import { BusinessMarketView } from "./market-schema.ts";
import {
  Address,
  BookingSettings,
  Business,
  CommerceSettings,
  Configs,
  GalleryItem,
  StoreEmails,
} from "./schema.ts";

/** A provider account as everybody with READ sees it; an account that is only a name is shown as the name. */
export const OpenAccount = z.union([
  z.string(),
  z.object({
    type: z.string().optional(),
    publicKey: z.string().optional(),
    model: z.string().optional(),
  }),
]);

/** Settings for everybody with READ. */
const OpenConfigs = Configs.pick({
  origins: true,
  logo: true,
  color: true,
  imprint: true,
  operatorUrl: true,
  zones: true,
  orderBlocks: true,
  reservationBlocks: true,
}).extend({
  languages: z.array(BusinessLanguageView).optional(),
  markets: z.array(BusinessMarketView).optional(),
  emails: StoreEmails.pick({ billing: true, support: true }).optional(),
  commerce: CommerceSettings.pick({
    cart_abandoned_after: true,
    recovery_mail: true,
    cash_needs_proof: true,
    storefront_url: true,
  }).optional(),
  bookings: BookingSettings.pick({ pendingHours: true, requireContact: true }).optional(),
  paymentProvider: OpenAccount.optional(),
  aiProvider: OpenAccount.optional(),
});

/** A tenant in events: webhooks and other targets are for ADMIN only. */
export const OpenBusiness = Business.pick({
  id: true,
  key: true,
  name: true,
  slug: true,
  description: true,
  email: true,
  phone: true,
  website: true,
  timezone: true,
  networkKey: true,
  networkId: true,
  status: true,
  createdAt: true,
  updatedAt: true,
}).extend({
  address: Address.pick({
    line1: true,
    line2: true,
    city: true,
    state: true,
    postalCode: true,
    country: true,
  }),
  statuses: z.array(statusEntryView(z.string())),
  gallery: z.array(GalleryItem.pick({ id: true, url: true, mimeType: true })),
  configs: OpenConfigs,
});

const ConfigsView = OpenConfigs.extend({
  ...Configs.pick({ buildHooks: true, webhookUrl: true, webhookEvents: true }).shape,
  webhooks: z.array(BusinessWebhookView).optional(),
  /** Stored as sent, with secrets masked. */
  ...Configs.pick({ paymentProvider: true, aiProvider: true }).shape,
});
export const BusinessView = OpenBusiness.extend({ configs: ConfigsView, version: recordVersion() });
export type BusinessView = z.input<typeof BusinessView>;
export const BusinessPage = page(BusinessView);

import { GENERAL } from "#core/errors.ts";
import { countryOf } from "#core/places/country-schema.ts";
import { hash } from "#core/seal.ts";
import { exponentOf } from "#lib/money/money/currency.ts";
import { labelPdf } from "./label-pdf.ts";
import type { Parcel } from "./parcel-schema.ts";
import type { Consignment, Offer, Purchase, ShippingProvider } from "./port.ts";

const GRAMS: Record<Parcel["mass_unit"], number> = { g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237 };
/** Prices by weight in grams, in hundredths of the currency's unit. */
const TIERS = [
  { upTo: 500, price: 390 },
  { upTo: 2_000, price: 590 },
  { upTo: 10_000, price: 990 },
  { upTo: 31_500, price: 1_990 },
];
const SERVICES = [
  { service: "sandbox_standard", name: "Standard", times: 1, days: { home: 3, abroad: 8 } },
  { service: "sandbox_express", name: "Express", times: 2.5, days: { home: 1, abroad: 3 } },
];
const ABROAD_FACTOR = 2;

/** The built-in provider for tests: rates by weight and zone, and labels that no carrier accepts. */
export const sandbox: ShippingProvider = {
  name: "sandbox",

  async check() {},

  async rates(consignment) {
    const { from, to, parcel, customs } = consignment;
    const tier = TIERS.find(({ upTo }) => parcel.weight * GRAMS[parcel.mass_unit] <= upTo);
    if (!tier) return { offers: [], messages: ["Sandbox: a parcel weighs at most 31.5 kg."] };
    const isAbroad = countryOf(from.country) !== countryOf(to.country);
    if (isAbroad && !customs)
      return { offers: [], messages: ["Sandbox: a parcel to another country needs a customs declaration."] };
    return { offers: SERVICES.map((each) => offerOf(consignment, tier.price, each, isAbroad)), messages: [] };
  },

  async buy(rateRef) {
    return labelOf(rateRef);
  },

  async lookUp(rateRef) {
    return labelOf(rateRef);
  },

  async refund() {},

  async track() {
    return undefined;
  },
};

function offerOf(
  { from, to, parcel, currency }: Consignment,
  price: number,
  { service, name, times, days }: (typeof SERVICES)[number],
  isAbroad: boolean,
): Offer {
  const unit = 10 ** exponentOf(currency) / 100;
  const ref = JSON.stringify([
    hash(JSON.stringify([from, to, parcel, service, Math.random()])).slice(0, 22),
    service,
    from,
    to,
  ]);
  return {
    ref,
    carrier: "sandbox",
    service,
    displayName: name,
    amount: Math.max(1, Math.round(price * times * (isAbroad ? ABROAD_FACTOR : 1) * unit)),
    currency,
    estimatedDays: isAbroad ? days.abroad : days.home,
  };
}

// The label depends only on the rate, so buying twice gives the same label.
async function labelOf(rateRef: string): Promise<Purchase> {
  const [id, service, from, to] = JSON.parse(rateRef);
  if (/refuse/i.test(String(to?.name ?? "")))
    return { status: "refused", words: "Sandbox: this address is refused because its name says so." };
  if (typeof id !== "string") throw GENERAL.BAD_REQUEST({ message: "The rate is not one of the sandbox." });
  const trackingNumber = `SBX${BigInt(`0x${Buffer.from(id, "base64url").toString("hex").slice(0, 16)}`)}`;
  const bytes = await labelPdf({ service: String(service), trackingNumber, from, to });
  return { status: "purchased", label: { ref: id, trackingNumber, trackingUrl: null, file: { bytes } } };
}

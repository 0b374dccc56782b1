import { DAY } from "#core/seconds.ts";
import type { SeedApi } from "#infra/local/seed/api.ts";

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday"];

const CUSTOMERS = [
  ["Grace", "grace@example.com"],
  ["Alan", "alan@example.com"],
  ["Margaret", "margaret@example.com"],
  ["Linus", "linus@example.com"],
] as const;

interface Salon {
  id: string;
  city: string;
  timezone: string;
  market: string;
  providers: { id: string; services: string[] }[];
}

/** Creates a salon in Berlin and a branch in New York, with three providers, bookings and a promo code. */
export async function seedSalon(api: SeedApi): Promise<string[]> {
  const [berlin, newYork] = await Promise.all([
    openSalon(api, "Berlin", "Europe/Berlin", "eu", ["mira", "jonas"]),
    openSalon(api, "New York", "America/New_York", "us", ["dana"]),
  ]);
  const booked = await Promise.all([berlin, newYork].map((salon) => bookWeek(api, salon)));
  const discounts = [{ type: "ITEMS_PERCENTAGE", market_id: "eu", bps: 1000 }];
  const conditions = [{ type: "MAX_USES", value: { type: "COUNT", value: 100 } }];
  await api.post(`/v1/stores/${berlin.id}/promo-codes`, { body: { code: "HELLO10", discounts, conditions } });
  await sellMug(api, berlin);
  api.variables.SALON = berlin.id;
  api.variables.SERVICE = berlin.providers[0]?.services[0] ?? "";
  return [
    `a salon in Berlin (${berlin.id}) and one in New York (${newYork.id}): three providers, ${booked.flat().reduce((sum, count) => sum + count, 0)} bookings`,
    "the promo code HELLO10, in the salon in Berlin and in the example shop",
  ];
}

async function openSalon(
  api: SeedApi,
  city: string,
  timezone: string,
  market: string,
  names: string[],
): Promise<Salon> {
  const key = `salon-${city.toLowerCase().replace(" ", "-")}-${Date.now().toString(36)}`;
  const { id } = await api.post("/v1/businesses", { body: { key, name: `Salon ${city}`, timezone } });
  const path = `/v1/businesses/${id}`;
  const hours = (from: number, to: number) => WEEKDAYS.map((day) => ({ day, workingHours: [{ from, to }] }));
  const created = await Promise.all(
    names.map((name, index) => {
      const workingTime = { workingDays: index === 0 ? hours(540, 1080) : hours(720, 1200) };
      return api.post(`${path}/providers`, { body: { key: name, name: capitalize(name), workingTime } });
    }),
  );
  const providers = created.map((provider) => ({ providerId: provider.id }));
  const service = (body: object) =>
    api.post(`${path}/services`, { body: { ...body, providers, access: "public", status: "ACTIVE" } });
  const haircut = service({
    key: "haircut",
    name: "Haircut",
    slug: { en: "haircut", de: "haarschnitt" },
    prices: [{ market, amount: 4500 }],
    durations: [{ duration: 30 }],
  });
  const color = service({
    key: "color",
    name: "Color",
    prices: [{ market, amount: 12_000 }],
    durations: [{ duration: 45 }, { duration: 30, isPause: true }, { duration: 30 }],
    slotInterval: 30,
    isApprovalRequired: true,
  });
  const services = (await Promise.all([haircut, color])).map((one) => one.id);
  return {
    id,
    city,
    timezone,
    market,
    providers: created.map((provider) => ({ id: provider.id, services })),
  };
}

/** Creates a product that customers can buy together with an appointment. */
async function sellMug(api: SeedApi, { id, market }: Salon): Promise<void> {
  await api.post(`/v1/stores/${id}/products`, {
    body: {
      key: "mug",
      status: "active",
      blocks: [{ key: "name", type: "LOCALIZED_TEXT", value: [{ en: "Mug", de: "Becher" }] }],
      variants: [{ sku: "MUG-1", prices: [{ market, amount: 1200 }] }],
    },
  });
}

function bookWeek(api: SeedApi, salon: Salon): Promise<number[]> {
  return Promise.all(salon.providers.map((provider, turn) => bookProvider(api, salon, provider, turn)));
}

async function bookProvider(
  api: SeedApi,
  { id }: Salon,
  { id: providerId, services }: Salon["providers"][number],
  turn: number,
): Promise<number> {
  let booked = 0;
  const now = Math.floor(Date.now() / 1000);
  // One service after the other, because bookings of the first leave fewer free slots for the second.
  for (const [index, serviceId] of services.entries()) {
    const query = { providerId, startTime: String(now), endTime: String(now + 7 * DAY) };
    const slots = await api.get(`/v1/businesses/${id}/services/${serviceId}/available-slots`, { query });
    for (const [place, slot] of someStarts(slots).entries()) {
      const [firstName, email] = CUSTOMERS[(place + index + turn) % CUSTOMERS.length] ?? CUSTOMERS[0];
      const blocks = [{ type: "FORM", key: "customer", value: { email, firstName } }];
      const items = [{ serviceId, providerId, from: slot }];
      const body = { items, blocks, email, paymentMethodId: "cash" };
      await api.post(`/v1/businesses/${id}/reservations/checkout`, { body });
      booked++;
    }
  }
  return booked;
}

/** The start time of every twentieth slot. More would take long, because each booking sends two mails. */
function someStarts(slots: unknown): number[] {
  if (!Array.isArray(slots)) return [];
  return slots.filter((_, index) => index % 20 === 1).map((slot) => Number(Object(slot).startTime));
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

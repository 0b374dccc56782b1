import type { Answer, SeedApi } from "#infra/local/seed-api.ts";

/** Things to sell, each with its German name, its price in euros and dollars (minor units) and its grams. */
const THINGS = [
  ["mug", "Mug", "Becher", 1200, 1400, 350],
  ["bowl", "Bowl", "Schale", 1800, 2000, 500],
  ["plate", "Plate", "Teller", 1500, 1700, 450],
  ["kettle", "Kettle", "Kessel", 6900, 7500, 1200],
  ["grinder", "Grinder", "Mühle", 8900, 9900, 900],
  ["filter", "Filter", "Filter", 900, 1000, 120],
  ["beans", "Coffee beans", "Kaffeebohnen", 1100, 1300, 500],
  ["tea", "Green tea", "Grüner Tee", 950, 1100, 100],
] as const;
const COLOURS = [
  ["blue", "blue", "blau"],
  ["red", "red", "rot"],
  ["white", "white", "weiß"],
  ["black", "black", "schwarz"],
  ["green", "green", "grün"],
] as const;
const SIZES = ["small", "large"] as const;
/** Products made side by side. */
const ABREAST = 5;

/** A shop with forty products in two markets, stock in two places, and shipping by weight. */
export async function seedShop(api: SeedApi): Promise<string[]> {
  const path = `/v1/stores/${api.store.id}`;
  const shop = await api.post(`${path}/locations`, {
    body: {
      key: "shop",
      is_pickup_location: true,
      address: {
        name: "Blue Bottle",
        street1: "Torstr. 1",
        city: "Berlin",
        postal_code: "10119",
        country: "DE",
      },
    },
  });
  await openMarkets(api, shop);
  const kind = await api.post(`${path}/taxonomies`, { body: { key: "shop-goods" } });
  const { items: pictures } = await api.get(`${path}/media`, { query: { limit: "20" } });
  const ids = Array.isArray(pictures) ? pictures.map(({ id }) => String(id)) : [];
  const bodies = THINGS.flatMap((thing, row) =>
    COLOURS.map((colour, column) =>
      productOf(thing, colour, { shop, kind, picture: ids[(row + column) % ids.length] }),
    ),
  );
  for (let start = 0; start < bodies.length; start += ABREAST) {
    const some = bodies.slice(start, start + ABREAST);
    await Promise.all(some.map((body) => api.post(`${path}/products`, { body })));
  }
  const address = `${api.address}${path}/products`;
  return [
    `${bodies.length} products in two markets, stock in two places: ${address}?in_stock=true`,
    `one of them by its German slug: ${address}/${api.store.id}:de:blau-becher`,
  ];
}

async function openMarkets(api: SeedApi, shop: Answer): Promise<void> {
  const tiers = [
    { up_to_grams: 1000, amount: 490 },
    { up_to_grams: 10_000, amount: 990 },
  ];
  const shipping_methods = [
    {
      id: "parcel",
      key: "parcel",
      name: "Parcel",
      taxable: true,
      amount: 490,
      free_above: 6000,
      weight_tiers: tiers,
    },
    { id: "pickup", key: "pickup", name: "Fetch it in the shop", amount: 0, location_id: shop.id },
  ];
  const home = {
    id: "germany",
    countries: ["DE"],
    tax_rates: [{ category: "food", name: "Food", tax_bps: 700 }],
  };
  const abroad = {
    id: "everywhere",
    shipping_methods: [{ id: "world", key: "world", name: "World", amount: 1900 }],
  };
  const zones = [{ ...home, shipping_methods }, abroad];
  await api.put(`/v1/stores/${api.store.id}/markets/eu`, { body: { tax_bps: 1900, zones } });
}

interface Around {
  shop: Answer;
  kind: Answer;
  picture: string | undefined;
}

function productOf(
  [key, name, german, eur, usd, weight]: (typeof THINGS)[number],
  [colour, english, deutsch]: (typeof COLOURS)[number],
  { shop, kind, picture }: Around,
) {
  const food = key === "beans" || key === "tea";
  return {
    key: `${key}-${colour}`,
    status: "active",
    slug: { en: `${english}-${key}`, de: `${deutsch}-${german.toLowerCase().replaceAll(" ", "-")}` },
    blocks: [
      {
        key: "name",
        type: "LOCALIZED_TEXT",
        value: [{ en: `${name}, ${english}`, de: `${german}, ${deutsch}` }],
      },
      ...(picture ? [{ key: "pictures", type: "RELATIONSHIP_MEDIA", value: [`media:${picture}`] }] : []),
    ],
    taxonomies: [{ taxonomy_id: kind.id }],
    variants: SIZES.map((size, index) => ({
      sku: `${key}-${colour}-${size}`.toUpperCase(),
      weight: weight * (index + 1),
      tax_category_id: food ? "food" : null,
      prices: [
        { market: "eu", amount: eur * (index + 1), compare_at: index === 1 ? Math.round(eur * 2.4) : null },
        { market: "us", amount: usd * (index + 1) },
      ],
      inventory: [{ available: 20 - 4 * index }, { location_id: shop.id, available: 3 }],
      attributes: [{ key: "size", type: "TEXT", value: [size] }],
    })),
  };
}

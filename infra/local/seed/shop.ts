import type { Answer, SeedApi } from "#infra/local/seed/api.ts";
import { drawing } from "#infra/local/seed/shop-drawings.ts";

/**
 * Key, English and German name, price in euro cents and US cents, weight in grams, and shelf. The last product
 * is created last, so the shop lists it first.
 */
const PRODUCTS = [
  ["tea", "Green tea", "Grüner Tee", 950, 1100, 100, "pantry"],
  ["beans", "Coffee beans", "Kaffeebohnen", 1100, 1300, 500, "pantry"],
  ["grinder", "Grinder", "Mühle", 8900, 9900, 900, "brewing"],
  ["filter", "Filter", "Filter", 2900, 3300, 320, "brewing"],
  ["kettle", "Kettle", "Kessel", 6900, 7500, 1200, "brewing"],
  ["plate", "Plate", "Teller", 1500, 1700, 450, "tableware"],
  ["bowl", "Bowl", "Schale", 1800, 2000, 500, "tableware"],
  ["mug", "Mug", "Becher", 1200, 1400, 350, "tableware"],
] as const;
const COLOURS = [
  ["green", "green", "grün"],
  ["black", "black", "schwarz"],
  ["white", "white", "weiß"],
  ["red", "red", "rot"],
  ["blue", "blue", "blau"],
] as const;
const SHELVES = {
  tableware: [
    "Thrown by hand, glazed twice and fired at 1240 degrees. No two are quite alike.",
    "Von Hand gedreht, zweimal glasiert und bei 1240 Grad gebrannt. Keine zwei sind ganz gleich.",
  ],
  brewing: [
    "Made to be used every morning, and to be repaired when it needs it.",
    "Für jeden Morgen gemacht, und zu reparieren, wenn es nötig ist.",
  ],
  pantry: [
    "Bought from growers we know by name, and packed in Berlin in small lots.",
    "Von Bauern, die wir beim Namen kennen, und in Berlin in kleinen Mengen abgefüllt.",
  ],
} as const;
const SIZES = ["small", "large"] as const;
const MAX_CONCURRENT = 5;

/** Creates a shop with forty products, two markets, two stock locations and shipping by weight. */
export async function seedShop(api: SeedApi): Promise<string[]> {
  const path = `/v1/stores/${api.store.id}`;
  const shop = await api.post(`${path}/locations`, {
    body: {
      key: "shop",
      is_pickup_location: true,
      address: {
        name: "Kiln & Bean",
        street1: "Torstr. 1",
        city: "Berlin",
        postal_code: "10119",
        country: "DE",
      },
    },
  });
  const [shelves, pictures] = await Promise.all([
    makeShelves(api, path),
    uploadPictures(api, path),
    openMarkets(api, shop),
  ]);
  const bodies = PRODUCTS.flatMap((thing) =>
    COLOURS.map((colour) => {
      const picture = pictures.get(`${thing[0]}-${colour[0]}`);
      return productOf(thing, colour, { shop, shelf: shelves.get(thing[6]), picture });
    }),
  );
  for (let start = 0; start < bodies.length; start += MAX_CONCURRENT) {
    const some = bodies.slice(start, start + MAX_CONCURRENT);
    await Promise.all(some.map((body) => api.post(`${path}/products`, { body })));
  }
  await api.post(`${path}/promo-codes`, {
    body: { code: "HELLO10", discounts: [{ type: "ITEMS_PERCENTAGE", market_id: "eu", bps: 1000 }] },
  });
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

async function makeShelves(api: SeedApi, path: string): Promise<Map<string, string>> {
  const goods = await api.post(`${path}/taxonomies`, { body: { key: "shop-goods" } });
  const made = Object.keys(SHELVES).map(async (key) => {
    const { id } = await api.post(`${path}/taxonomies`, { body: { key, parent_id: goods.id } });
    return [key, id] as const;
  });
  return new Map(await Promise.all(made));
}

/** Uploads a picture for each product. Returns media ids by product key. */
async function uploadPictures(api: SeedApi, path: string): Promise<Map<string, string>> {
  const pictureIds = new Map<string, string>();
  const upload = async (thing: (typeof PRODUCTS)[number][0]) => {
    const form = new FormData();
    for (const [glaze] of COLOURS) {
      form.append(
        "files",
        new Blob([drawing(thing, glaze)], { type: "image/svg+xml" }),
        `${thing}-${glaze}.svg`,
      );
    }
    const headers = { authorization: `Bearer ${api.token}` };
    const reply = await fetch(`${api.address}${path}/media`, { method: "POST", headers, body: form });
    const made = (await reply.json()) as Answer[];
    if (!reply.ok) throw new Error(`The upload answered ${reply.status}: ${JSON.stringify(made)}`);
    for (const [index, [glaze]] of COLOURS.entries())
      pictureIds.set(`${thing}-${glaze}`, made[index]?.id ?? "");
  };
  await Promise.all(PRODUCTS.map(([thing]) => upload(thing)));
  return pictureIds;
}

type ProductContext = { shop: Answer; shelf: string | undefined; picture: string | undefined };

function productOf(
  [key, name, german, eur, usd, weight, kind]: (typeof PRODUCTS)[number],
  [colour, english, deutsch]: (typeof COLOURS)[number],
  { shop, shelf, picture }: ProductContext,
) {
  const [en, de] = SHELVES[kind];
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
      { key: "description", type: "LOCALIZED_TEXT", value: [{ en, de }] },
      ...(picture ? [{ key: "pictures", type: "RELATIONSHIP_MEDIA", value: [`media:${picture}`] }] : []),
    ],
    taxonomies: shelf ? [{ taxonomy_id: shelf }] : [],
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

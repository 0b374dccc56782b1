import type { Answer, SeedApi } from "#infra/local/seed/api.ts";

/** Creates a small shop's site in two languages: taxonomies, pages, articles and a newsletter. */
export async function seedContent(api: SeedApi): Promise<string[]> {
  const taxonomies = await seedTaxonomies(api);
  const articles = await makeArticles(api);
  await makePages(api, taxonomies, articles);
  const newsletter = await makeNewsletter(api);
  return [
    `a site in English and German: ${api.address}/v1/stores/${api.store.id}/nodes/${api.store.id}:de:start?hydrate=true`,
    `${articles.length} articles, a taxonomy of coffees, the newsletter ${String(newsletter.name)}`,
  ];
}

type Taxonomies = { coffee: Answer; espresso: Answer };

async function seedTaxonomies(api: SeedApi): Promise<Taxonomies> {
  const path = `/v1/stores/${api.store.id}/taxonomies`;
  const roast = { type: "text", key: "roast", value: ["light", "medium", "dark"], min: 1 };
  const altitude = { type: "number", key: "altitude", min: 0, max: 3000 };
  const organic = { type: "boolean", key: "organic" };
  const coffee = await api.post(path, { body: { key: "coffee", schema: [roast, altitude, organic] } });
  const espresso = await api.post(path, { body: { key: "espresso", parent_id: coffee.id } });
  await api.post(path, { body: { key: "filter", parent_id: coffee.id } });
  return { coffee, espresso };
}

const ARTICLES = [
  [
    "first-roast",
    "Our first roast",
    "Unsere erste Röstung",
    "active",
    "We began with a popcorn machine and a bag of Guji.\n\nIt crackled at nine minutes, and it tasted of apricots. We have changed the machine since, and not the curve.",
    "Angefangen haben wir mit einer Popcornmaschine und einem Sack Guji.\n\nNach neun Minuten knackte es, und es schmeckte nach Aprikosen. Die Maschine ist inzwischen eine andere, die Kurve nicht.",
  ],
  [
    "brewing-at-home",
    "Brewing at home",
    "Kaffee zu Hause",
    "active",
    "Fifteen grams, a quarter of a litre, three minutes.\n\n## Water\n\nJust off the boil. Pour a little first, and wait until it has stopped rising.\n\n## Patience\n\nThe rest is waiting, which is the point of it.",
    "Fünfzehn Gramm, ein Viertelliter, drei Minuten.\n\n## Wasser\n\nKurz nach dem Kochen. Erst ein wenig gießen und warten, bis nichts mehr steigt.\n\n## Geduld\n\nDer Rest ist Warten, und darum geht es.",
  ],
  ["the-new-grinder", "The new grinder", "Die neue Mühle", "draft", "Soon.", "Bald."],
] as const;

async function makeArticles(api: SeedApi): Promise<Answer[]> {
  const localized = { localized: true, maxLength: 80 };
  const collection = await api.post(`/v1/stores/${api.store.id}/collections`, {
    body: {
      key: "articles",
      fields: [
        { key: "title", type: "text", required: true, properties: localized },
        { key: "body", type: "markdown", properties: { localized: true } },
        { key: "minutes", type: "number", properties: { min: 1, max: 60 } },
        { key: "related", type: "entry", properties: { maxValues: 3 } },
      ],
    },
  });
  const created: Answer[] = [];
  for (const [key, en, de, status, english, german] of ARTICLES) {
    const fields = [
      { key: "title", value: { en, de } },
      { key: "body", value: { en: english, de: german } },
      { key: "minutes", value: 3 + created.length },
      ...(created[0] ? [{ key: "related", value: [`entry:${created[0].id}`] }] : []),
    ];
    const slug = { en: key, de: de.toLowerCase().replaceAll(" ", "-") };
    const body = { collection_id: collection.id, key, slug, status, fields };
    created.push(await api.post(`/v1/stores/${api.store.id}/entries`, { body }));
  }
  return created;
}

async function makePages(api: SeedApi, { coffee, espresso }: Taxonomies, articles: Answer[]): Promise<void> {
  const path = `/v1/stores/${api.store.id}/nodes`;
  const text = (key: string, en: string, de: string) => ({
    key,
    type: "LOCALIZED_TEXT",
    properties: { maxValues: 1, maxLength: 200 },
    value: [{ en, de }],
  });
  const home = await api.post(path, {
    body: {
      key: "home",
      slug: { en: "home", de: "start" },
      blocks: [
        text("title", "Coffee, roasted on Tuesdays", "Kaffee, dienstags geröstet"),
        text(
          "lead",
          "And the mugs to drink it from: thrown, glazed and fired two doors down.",
          "Und die Becher dazu: zwei Türen weiter gedreht, glasiert und gebrannt.",
        ),
        {
          key: "shop",
          type: "BLOCK",
          value: [
            { key: "place", type: "GEO_LOCATION", value: [{ city: "Berlin", countryCode: "DE" }] },
            { key: "phone", type: "PHONE", value: ["+49 30 901820"] },
            { key: "mail", type: "EMAIL", value: ["hello@example.com"] },
          ],
        },
        { key: "news", type: "RELATIONSHIP_ENTRY", value: articles.map(({ id }) => `entry:${id}`) },
      ],
    },
  });
  for (const [key, en, de, roast, altitude] of COFFEES) {
    const fields = [
      { key: "roast", type: "text", value: [roast] },
      { key: "altitude", type: "number", value: altitude },
      { key: "organic", type: "boolean", value: altitude > 1500 },
    ];
    const taxonomies = [
      { taxonomy_id: coffee.id, fields },
      { taxonomy_id: espresso.id, fields: [] },
    ];
    const slug = { en: key, de: `kaffee-${key}` };
    const blocks = [text("title", en, de)];
    await api.post(path, { body: { key, type: "coffee", parent_id: home.id, slug, blocks, taxonomies } });
  }
}

const COFFEES = [
  ["guji", "Guji, washed", "Guji, gewaschen", "light", 2000],
  ["cerrado", "Cerrado, natural", "Cerrado, natürlich", "medium", 1100],
  ["mandheling", "Mandheling", "Mandheling", "dark", 1400],
] as const;

async function makeNewsletter(api: SeedApi): Promise<Answer> {
  const path = `/v1/businesses/${api.store.id}`;
  const published = [{ status: "PUBLISHED" }];
  const collection = await api.post(`${path}/collections`, {
    body: {
      name: "Weekly roast",
      type: "NEWSLETTER",
      description: "What we roast this week",
      blocks: [
        { id: "subject", type: "TEXT", label: "Subject", required: true, settings: { maxLength: 80 } },
        { id: "body", type: "TEXT", label: "Text", settings: { variant: "HTML" } },
      ],
      plans: [{ id: "free", name: "Free", price: { amount: 0, currency: "EUR", interval: "MONTHLY" } }],
      statuses: published,
    },
  });
  const blocks = [
    { id: "subject", type: "TEXT", value: "Guji is back" },
    { id: "body", type: "TEXT", value: "<p>We roast it on Tuesday.</p>" },
  ];
  const body = { collectionId: collection.id, locale: "en", blocks, statuses: published };
  await api.post(`${path}/entries`, { body });
  return collection;
}

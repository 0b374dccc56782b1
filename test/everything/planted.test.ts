// Alone: it loads all modules again, with a field more in every stored schema, and starts a stack of its own on them.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Stack } from "#infra/local/stack.ts";
import { CANARY, hasCanary, placeOf, plantAt } from "#test/support/planting.ts";

/** No readers: the rows, what notes them, and the reference, which prints the schemas themselves. */
const NO_READERS = /^(table|logs|replies of getOpenapi )/;

/** Those who are shown something each; the others are refused, or see what one of these does. */
const READERS = ["nobody", "visitor", "proven visitor", "viewer", "owner", "super"] as const;

let code: Awaited<ReturnType<typeof load>>;
let stack: Stack | undefined;

async function load() {
  const [{ operations }, { entities }, { eventViews }, { walk }] = await Promise.all([
    import("#functions/manifest.ts"),
    import("#lib/system/deletion/records.ts"),
    import("#core/events.ts"),
    import("#test/support/schemas.ts"),
  ]);
  return { operations, entities, eventViews, walk };
}

beforeAll(async () => {
  vi.resetModules();
  plantAt();
  const { entities, walk } = await load();
  const stored = new Set<string>();
  for (const { schema } of entities())
    walk(schema, ({ _zod: { def } }) => {
      const place = def.type === "object" ? placeOf(def) : undefined;
      if (place) stored.add(place);
    });
  vi.resetModules();
  plantAt(stored);
  code = await load();
  const { startStack } = await import("#infra/local/stack.ts");
  stack = await startStack({ environment: { LOG_LEVEL: "SILENT" } });
});
afterAll(() => stack?.stop());

test("a declared field that is added to stored schemas is in every kind of record, at every depth", () => {
  const without: string[] = [];
  for (const { name, schema } of code.entities())
    code.walk(schema, ({ _zod: { def } }, path) => {
      if (def.type === "object" && !hasCanary(def.shape)) without.push(`${name}.${path}`);
    });
  expect(without).toEqual([]);
});

test("it is named by no answer and no event", () => {
  const shown: string[] = [];
  const look = (where: string, view: (typeof code.operations)[number]["returns"]) => {
    if (typeof view === "string") return;
    code.walk(view, ({ _zod: { def } }, path) => {
      if (def.type === "object" && hasCanary(def.shape)) shown.push(`${where}: ${path}`);
    });
  };
  for (const { id, returns } of code.operations) look(id, returns);
  for (const { resource, shows } of code.eventViews()) look(`events of ${resource}`, shows);
  expect(shown).toEqual([]);
});

test("it is in no reply, event, webhook or mail, whoever calls and whatever they call", async () => {
  const [{ readEverything }, { toldOfAnOrder }, { seeded }, { stocked }] = await Promise.all([
    import("#test/proofs/canary-scan.ts"),
    import("#test/proofs/told-order.ts"),
    import("#test/support/random.ts"),
    import("#test/support/stocked.ts"),
  ]);
  await announceAsRead();
  const told = await toldOfAnOrder();
  const texts = [told.whole, told.replies, told.mails].map((each) => JSON.stringify(each));
  expect(texts.join()).toContain(told.label_url);
  await stocked();
  const { reads } = await seeded((random) => readEverything(random, { callers: [...READERS] }));
  const found = reads.filter(({ where, text }) => !NO_READERS.test(where) && text.includes(CANARY));
  expect(found.map(({ where }) => where)).toEqual([]);
  expect([...texts, told.received].filter((text) => text.includes(CANARY))).toEqual([]);
  // It was there to be read: in the rows, and in what the events were made of.
  expect(reads.some(({ where, text }) => where === "table" && text.includes(CANARY))).toBe(true);
  expect(told.announced.length).toBeGreaterThan(0);
  expect(await eventsWith(CANARY)).toEqual([]);
});

/** Has each record announced as it reads from the table: one that has just been made has no defaults yet. */
async function announceAsRead(): Promise<void> {
  for (const { schema, announces } of code.entities()) {
    if (!announces) continue;
    const view = announces.view as ((record: unknown, at: number) => object) | undefined;
    const planted = (record: unknown, at: number): object => {
      const read = schema.parse(record);
      return view ? view(read, at) : read;
    };
    Object.assign(announces, { view: planted });
  }
}

async function eventsWith(text: string): Promise<string[]> {
  const { dumpTable } = await import("#test/support/table.ts");
  const rows = await dumpTable();
  const events = rows.filter(({ _t }) => _t === "event");
  expect(events.length).toBeGreaterThan(100);
  return events.filter(({ data }) => JSON.stringify(data).includes(text)).map(({ type }) => String(type));
}

// Alone: it loads all modules again with an extra field in every stored schema, and starts its own stack on
// them.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Stack } from "#infra/local/stack.ts";
import type { MarkedWorld } from "#test/proofs/marked-world.ts";
import { creationPlace, hasCanary, plantFields } from "#test/support/planted-fields.ts";

/** How many callers of each kind call an operation: the one who gets furthest, and others in turn. */
const CALLERS_PER_KIND = 2;
/** How many leaks to print, since one cause makes many. */
const MAX_LEAKS = 40;

let modules: Awaited<ReturnType<typeof loadModules>>;
let stack: Stack | undefined;
let world: MarkedWorld;

async function loadModules() {
  const [manifest, { entities }, { eventViews }, { walk }] = await Promise.all([
    import("#functions/manifest.ts"),
    import("#lib/system/deletion/records.ts"),
    import("#core/events.ts"),
    import("#test/support/schemas.ts"),
  ]);
  return { ...manifest, entities, eventViews, walk };
}

/** Loaded after the field is planted. */
async function loadProofs() {
  const [world, reads, marks, leaks, visitors, stock, fixtures, random, reached] = await Promise.all([
    import("#test/proofs/marked-world.ts"),
    import("#test/proofs/marked-reads.ts"),
    import("#test/proofs/marks.ts"),
    import("#test/proofs/tenant-leaks.ts"),
    import("#test/proofs/visitor-leaks.ts"),
    import("#test/support/full-store.ts"),
    import("#test/support/fixtures.ts"),
    import("#test/support/random.ts"),
    import("#test/support/api-coverage.ts"),
  ]);
  return {
    ...world,
    ...reads,
    ...marks,
    ...leaks,
    ...visitors,
    ...stock,
    ...fixtures,
    ...random,
    ...reached,
  };
}

beforeAll(async () => {
  vi.resetModules();
  plantFields();
  const { entities, walk } = await loadModules();
  const stored = new Set<string>();
  for (const { schema } of entities())
    walk(schema, ({ _zod: { def } }) => {
      const place = def.type === "object" ? creationPlace(def) : undefined;
      if (place) stored.add(place);
    });
  vi.resetModules();
  plantFields(stored);
  modules = await loadModules();
  const { startStack } = await import("#infra/local/stack.ts");
  stack = await startStack({ environment: { LOG_LEVEL: "SILENT" }, everyMinute: false });
  const { openMarkedWorld, recordTransitions } = await loadProofs();
  recordTransitions();
  announceAsRead();
  world = await openMarkedWorld();
});
afterAll(() => stack?.stop());

test("a field added to stored schemas is in every kind of record, at every depth", () => {
  const without: string[] = [];
  for (const { name, schema } of modules.entities())
    modules.walk(schema, ({ _zod: { def } }, path) => {
      if (def.type === "object" && !hasCanary(def.shape)) without.push(`${name}.${path}`);
    });
  expect(without).toEqual([]);
});

test("no answer and no event has the added field", () => {
  const shown: string[] = [];
  const look = (where: string, view: (typeof modules.operations)[number]["returns"]) => {
    if (typeof view === "string") return;
    modules.walk(view, ({ _zod: { def } }, path) => {
      if (def.type === "object" && hasCanary(def.shape)) shown.push(`${where}: ${path}`);
    });
  };
  for (const { id, returns } of modules.operations) look(id, returns);
  for (const { resource, shows } of modules.eventViews()) look(`events of ${resource}`, shows);
  expect(shown).toEqual([]);
});

test("every path slot has a record, or a reason why it has none", async () => {
  const { slotsOf, SLOTS_WITHOUT_RECORD } = await loadProofs();
  const slots = [...new Set(modules.operations.flatMap(slotsOf))];
  expect(slots.filter((slot) => !world.elsewhere.ids[slot] && !SLOTS_WITHOUT_RECORD[slot])).toEqual([]);
  expect(Object.keys(SLOTS_WITHOUT_RECORD).filter((slot) => !slots.includes(slot))).toEqual([]);
});

test("every operation answers for another store's record as for a missing one", async () => {
  const { compareAnswers, outsideCallers } = await loadProofs();
  const { here: mine, elsewhere: theirs } = world;
  const compared = await compareAnswers(
    { mine, theirs, callers: await outsideCallers(world) },
    CALLERS_PER_KIND,
  );
  console.info(`${compared} pairs of answers are the same, byte for byte.`);
  expect(compared).toBeGreaterThan(modules.operations.length);
});

test("a visitor's ids and links give no access to her data, except links that are credentials", async () => {
  const { seeded, tryKnownValues } = await loadProofs();
  const outcome = await seeded((random) => tryKnownValues(random, world));
  console.info(
    `${outcome.tries} tries with ${outcome.handedOut} ids, tokens and links: ${outcome.opened} opened by a link.`,
  );
  expect(outcome.handedOut).toBeGreaterThan(40);
  expect(outcome.compared).toBeGreaterThan(100);
  expect(outcome.opened).toBeGreaterThan(10);
});

test("no caller of any operation sees another's data in replies, events, mails, logs or rows", async () => {
  const { problemsIn, readEverything, searchedCounts, unseenOwners } = await loadProofs();
  const { reads, marks } = await readEverything(world);
  const problems = new Set(reads.flatMap((read) => problemsIn(read, marks)));
  expect([...problems].slice(0, MAX_LEAKS)).toEqual([]);
  // Unless all owners see the marks of their own data, the search for leaks proves nothing.
  expect(unseenOwners(reads, marks)).toEqual([]);
  const where = ["addresses", "events", "logs", "mails", "replies", "row", "table", "webhooks"];
  expect(Object.keys(searchedCounts(reads)).toSorted()).toEqual(where);
  expect(reads.filter((read) => read.where.startsWith("events")).length).toBeGreaterThan(100);
});

/** Announces each record as read from the table: a new record object has no defaults yet. */
function announceAsRead(): void {
  for (const { schema, announces } of modules.entities()) {
    if (!announces) continue;
    const view = announces.view as ((record: unknown, at: number) => object) | undefined;
    const planted = (record: unknown, at: number): object => {
      const read = schema.parse(record);
      return view ? view(read, at) : read;
    };
    Object.assign(announces, { view: planted });
  }
}

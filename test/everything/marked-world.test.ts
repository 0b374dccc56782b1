// Alone: it loads all modules again, with a field more in every stored schema, and starts a stack of its own on them.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Stack } from "#infra/local/stack.ts";
import type { MarkedWorld } from "#test/proofs/marked-world.ts";
import { definedAt, hasCanary, plantFields } from "#test/support/planted-fields.ts";

/** Callers of each kind that ask an operation for another store's record: who gets furthest, and others in turn. */
const CALLERS = 2;
/** Leaks that are told: one cause has many. */
const TOLD = 40;

let code: Awaited<ReturnType<typeof load>>;
let stack: Stack | undefined;
let world: MarkedWorld;

async function load() {
  const [manifest, { entities }, { eventViews }, { walk }] = await Promise.all([
    import("#functions/manifest.ts"),
    import("#lib/system/deletion/records.ts"),
    import("#core/events.ts"),
    import("#test/support/schemas.ts"),
  ]);
  return { ...manifest, entities, eventViews, walk };
}

/** What loads the code is loaded when a field has been planted in it. */
async function proofs() {
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
  const { entities, walk } = await load();
  const stored = new Set<string>();
  for (const { schema } of entities())
    walk(schema, ({ _zod: { def } }) => {
      const place = def.type === "object" ? definedAt(def) : undefined;
      if (place) stored.add(place);
    });
  vi.resetModules();
  plantFields(stored);
  code = await load();
  const { startStack } = await import("#infra/local/stack.ts");
  stack = await startStack({ environment: { LOG_LEVEL: "SILENT" }, everyMinute: false });
  const { markedWorld, recordTransitions } = await proofs();
  recordTransitions();
  announceAsRead();
  world = await markedWorld();
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

test("every slot of a path has a record to ask for, or a reason why there is none", async () => {
  const { slotsOf, SLOTS_WITHOUT_RECORD } = await proofs();
  const slots = [...new Set(code.operations.flatMap(slotsOf))];
  expect(slots.filter((slot) => !world.elsewhere.ids[slot] && !SLOTS_WITHOUT_RECORD[slot])).toEqual([]);
  expect(Object.keys(SLOTS_WITHOUT_RECORD).filter((slot) => !slots.includes(slot))).toEqual([]);
});

test("every operation answers a caller of what is another store's as of what is nobody's", async () => {
  const { compareAnswers, outsiders } = await proofs();
  const { here: mine, elsewhere: theirs } = world;
  const compared = await compareAnswers({ mine, theirs, callers: await outsiders(world) }, CALLERS);
  console.info(`${compared} pairs of answers are the same, byte for byte.`);
  expect(compared).toBeGreaterThan(code.operations.length);
});

test("who knows every id, token and link that a visitor was handed reads nothing that she typed and changes nothing of hers, but by links that are credentials", async () => {
  const { seeded, tryWhatIsKnown } = await proofs();
  const told = await seeded((random) => tryWhatIsKnown(random, world));
  console.info(
    `${told.tries} tries with ${told.handedOut} ids, tokens and links: ${told.opened} opened by a link.`,
  );
  expect(told.handedOut).toBeGreaterThan(40);
  expect(told.compared).toBeGreaterThan(100);
  expect(told.opened).toBeGreaterThan(10);
});

test("nobody reads what is not theirs, in a reply, event, webhook, mail, log line, address or row, whoever calls and whatever they call", async () => {
  const { problemsIn, readEverything, searched, unseen } = await proofs();
  const { reads, marks } = await readEverything(world);
  const problems = new Set(reads.flatMap((read) => problemsIn(read, marks)));
  expect([...problems].slice(0, TOLD)).toEqual([]);
  // It was there to be read, by those who may.
  expect(unseen(reads, marks)).toEqual([]);
  const where = ["addresses", "events", "logs", "mails", "replies", "row", "table", "webhooks"];
  expect(Object.keys(searched(reads)).toSorted()).toEqual(where);
  expect(reads.filter((read) => read.where.startsWith("events")).length).toBeGreaterThan(100);
});

/** Has each record announced as it reads from the table: one that has just been made has no defaults yet. */
function announceAsRead(): void {
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

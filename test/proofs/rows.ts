import * as z from "zod";
import type { Context } from "#core/context.ts";
import { entity, type Stored } from "#core/dynamo/entity.ts";
import type { Page } from "#core/dynamo/list/rows.ts";
import { facet, narrowingFacet } from "#core/dynamo/terms.ts";
import { transact } from "#core/dynamo/transact.ts";
import { wakeUpsOf } from "#core/queue/send-wake-ups.ts";
import type { WakeUp } from "#core/queue/wake-up.ts";
import { list } from "#core/records/list.ts";
import { type Listing, rowIndex, rowsSource } from "#core/rows/declaration.ts";
import { countRows, recordsByRows } from "#core/rows/page.ts";
import { numberSortKey, textSortKey } from "#core/rows/place.ts";
import type { RowsRequest } from "#core/rows/query.ts";
import { rowsReading } from "#core/rows/read.ts";
import { searchableWords, wholeWord, wordsOf } from "#core/rows/words.ts";
import { rememberedHeads } from "#core/sums/heads.ts";
import { readySums } from "#core/sums/read.ts";
import { maintainSums } from "#core/sums/service.ts";
import { heads } from "#core/sums/table.ts";
import { runDue } from "#test/support/due.ts";
import type { Random } from "#test/support/random.ts";
import { MemoryWorld } from "./sums-world.ts";

const STORE_ID = "store_rows";
const DAY = 86_400;
const REDELIVERY_SECONDS = 180;
const TITLE_WORDS = ["Anna", "Ännchen", "anne", "bo", "Björn-Ole", "Çelik", "o'brien", "zoë", "x1"];
const TAG_VALUES = ["a", "b#c", "d%", "e e"];

const Book = z.object({
  store_id: z.string(),
  id: z.string(),
  title: z.string(),
  tags: z.array(z.string()),
  price: z.int(),
  made_at: z.int(),
  shown: z.boolean(),
  copy: z.int(),
});
type Book = z.output<typeof Book>;

const books = entity({
  name: "proof_book",
  schema: Book,
  pk: "TENANT#{store_id}#PROOF_BOOK#{id%8}",
  sk: "{id}",
  counted: true,
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Lists a book by its tags: a change of a book with many tags needs several transactions. */
function bookListingBy(definition: number) {
  return ({ id, title, tags, price, made_at, shown }: Book): Listing | undefined =>
    shown
      ? {
          facets: tags.map((tag) => facet("tag", tag)),
          details: [narrowingFacet("dear", price > 50), narrowingFacet("definition", definition)],
          words: searchableWords(wholeWord(id), wordsOf(title)),
          created: made_at,
          sorts: { price: numberSortKey(price), title: textSortKey(title) },
        }
      : undefined;
}

function bookIndexBy(definition: number) {
  return rowIndex(
    { name: "books", definition },
    rowsSource(books, bookListingBy(definition), ({ copy }) => String(copy)),
  );
}

type RunShape = { isOld: boolean; redefines: boolean; recounts: boolean };

export function drawShape(random: Random): RunShape {
  const redefines = random.int(4) === 0;
  return { isOld: random.int(3) === 0, redefines, recounts: !redefines && random.int(4) === 0 };
}

type WaitingMessage = { queue: string; body: unknown; at: number };

/**
 * Changes books while wake-up messages come repeatedly, late and in any order to two processes that die and meet
 * conflicts. Then it compares the rows with the books and walks lists during more changes.
 *
 * @param enforcesMarks whether conditions on marks are enforced
 * @returns what is wrong
 */
export async function runShelf(
  random: Random,
  shape: RunShape,
  enforcesMarks = true,
): Promise<{ wrong: string[]; kills: number; walked: number }> {
  const shelf = new BookShelf(random, shape, enforcesMarks);
  await shelf.open();
  await shelf.runChanges(25 + random.int(20));
  await shelf.passDays();
  const wrong = shelf.wrongRows();
  let walked = 0;
  for (let walks = 0; walks < 4 && wrong.length === 0 && enforcesMarks; walks++) {
    const found = await shelf.walk(randomRequest(random));
    walked += found.pages;
    wrong.push(...found.wrong);
  }
  await shelf.passDays();
  if (wrong.length === 0) wrong.push(...shelf.wrongRows());
  return { wrong, kills: shelf.world.kills, walked };
}

function randomRequest(random: Random): RowsRequest {
  const asked: RowsRequest = {
    sort: random.pick(["made", "price", "title"]),
    descending: random.chance(0.5),
  };
  if (random.chance(0.4)) {
    const tags = random.shuffled(TAG_VALUES).slice(0, 1 + random.int(2));
    asked.needs = [tags.map((tag) => facet("tag", tag))];
  }
  if (random.chance(0.3))
    asked.needs = [...(asked.needs ?? []), [narrowingFacet("dear", random.chance(0.5))]];
  if (random.chance(0.4))
    asked.query = random.pick(["an", "ann", "ÄN", "bj", "o", "brien", "ole x", "nobody"]);
  if (random.chance(0.3))
    asked.range = { sort: "price", from: numberSortKey(20), to: numberSortKey(20 + random.int(60)) };
  if (random.chance(0.3)) asked.createdFrom = 1_700_000_000 + random.int(400);
  return asked;
}

/** Whether a book matches a request, written without the code that stores and reads rows. */
function matchesRequest({ title, id, tags, price, made_at, shown }: Book, asked: RowsRequest): boolean {
  const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const own = [id, ...plain(title).split(" "), ...plain(title).split(/[^a-z0-9]+/)];
  const said = plain(asked.query ?? "")
    .split(" ")
    .filter(Boolean);
  const needs = (asked.needs ?? []).every((group) =>
    group.some((term) => tags.some((tag) => term === `=tag:${tag}`) || term === `~dear:${price > 50}`),
  );
  const { range } = asked;
  const inRange = !range || (price >= 20 && numberSortKey(price) <= (range.to ?? ""));
  return (
    shown &&
    needs &&
    inRange &&
    made_at >= (asked.createdFrom ?? 0) &&
    said.every((word) => own.some((each) => each.startsWith(word)))
  );
}

function bookOrderOf(asked: RowsRequest) {
  const sign = asked.descending ? -1 : 1;
  const by = ({ title, price, made_at }: Book) =>
    asked.sort === "price" ? price : asked.sort === "title" ? textSortKey(title) : made_at;
  return (one: Book, other: Book) => {
    const [left, right] = [by(one), by(other)];
    if (left === right) return sign * (one.id < other.id ? -1 : 1);
    return sign * (left < right ? -1 : 1);
  };
}

class BookShelf {
  readonly world: MemoryWorld;
  readonly #random: Random;
  readonly #shape: RunShape;
  #records: { kind: string; pk: string; sk: string }[] = [];
  #waiting: WaitingMessage[] = [];
  #definition = 1;
  #changed = new Set<string>();
  #processes: { sums: ReturnType<typeof maintainSums> }[] = [];
  #isLive: boolean;

  constructor(random: Random, shape: RunShape, enforcesMarks: boolean) {
    this.#random = random;
    this.#shape = shape;
    this.#isLive = !shape.isOld;
    this.world = new MemoryWorld(random, { die: 60, conflict: 12 }, (before, after) => {
      const item = after ?? before ?? {};
      if (item._t === books.name) {
        this.#changed.add(String(item.sk));
        if (this.#isLive) this.#records.push({ kind: books.name, pk: String(item.pk), sk: String(item.sk) });
      }
      if (after?._t === "message" && !before)
        this.#waiting.push({
          queue: String(after.queue),
          body: JSON.parse(String(after.body)),
          at: this.world.now + Number(after.delay ?? 0),
        });
    });
    if (!enforcesMarks) this.world.table.checksConditions = ({ pk }) => !pk.includes("#MARK#");
    this.#startProcesses(1);
  }

  #startProcesses(definition: number): void {
    this.#definition = definition;
    this.#processes = [30, 30].map((held) => ({
      sums: maintainSums([bookIndexBy(definition)], {
        tenantChecks: () => [],
        heads: rememberedHeads(held),
        pace: { step: 0, pause: () => this.world.rest(20) },
      }),
    }));
  }

  async open(): Promise<void> {
    await this.#alone(async (ctx) => {
      if (this.#shape.isOld) for (let made = 0; made < 60; made++) await this.#change(ctx);
      else await transact(ctx, readySums(STORE_ID, ctx.now(), [bookIndexBy(1)]));
    });
    this.#isLive = true;
  }

  async #alone(run: (ctx: Context) => Promise<unknown>): Promise<void> {
    const running = this.world.start(run, { mayDie: false, lifetime: DAY });
    await this.world.quiet();
    while (this.world.busy > 0) await this.world.step();
    await running;
  }

  async #change(ctx: Context): Promise<void> {
    const random = this.#random;
    const id = `book_${random.int(16)}`;
    const book = await books.find({ store_id: STORE_ID, id });
    const count = random.int(30) === 0 ? 70 : random.int(3);
    const fields = {
      title: Array.from({ length: 1 + random.int(3) }, () => random.pick(TITLE_WORDS)).join(" "),
      tags: [
        ...new Set(
          Array.from({ length: count }, (_, at) =>
            at < 3 ? random.pick(TAG_VALUES) : `t${at}${random.int(9)}`,
          ),
        ),
      ],
      price: random.int(100),
      shown: random.int(10) > 0,
    };
    if (!book)
      return transact(ctx, [
        books.create({ store_id: STORE_ID, id, copy: random.int(2 ** 30), made_at: ctx.now(), ...fields }),
      ]);
    if (random.int(8) === 0) return transact(ctx, [books.remove(book)]);
    const some = random.pick([fields, { tags: fields.tags }, { price: fields.price }, {}]);
    return transact(ctx, [books.replace(book, { ...book, ...some })]);
  }

  #deliver(wakeUps: readonly WakeUp[]): void {
    const { sums } = this.#random.pick(this.#processes);
    const again = () => {
      for (const body of wakeUps)
        this.#waiting.push({ queue: "count-sums", body, at: this.world.now + REDELIVERY_SECONDS });
    };
    if (wakeUps.length === 0) return;
    void this.world
      .start(async (ctx) => {
        if ((await sums.count(ctx, wakeUps)).size > 0)
          throw new Error("The wake-up messages must be delivered again.");
      })
      .then((how) => how !== "done" && again());
  }

  #deliverDue(): void {
    const at = this.#waiting.findIndex((each) => each.at <= this.world.now);
    const [message] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (!message) return;
    if (message.queue === "count-sums") {
      this.#deliver([message.body as WakeUp]);
      return;
    }
    const { sums } = this.#random.pick(this.#processes);
    void this.world
      .start((ctx) => sums.tend(ctx, message.body as never, Number.POSITIVE_INFINITY), { lifetime: 60 })
      .then(
        (how) =>
          how !== "done" && this.#waiting.push({ ...message, at: this.world.now + REDELIVERY_SECONDS }),
      );
  }

  async #act(changes: { left: number }): Promise<void> {
    const random = this.#random;
    const chance = random.int(20);
    if (chance < 12 && this.world.busy > 0) return this.world.step();
    if (chance < 14 && changes.left > 0) {
      changes.left--;
      void this.world.start((ctx) => this.#change(ctx), { mayDie: false });
    } else if (chance < 16 && this.#records.length > 0 && this.world.busy < 6) {
      const all = random.shuffled(this.#records.splice(0));
      const some = all.splice(0, 1 + random.int(6));
      this.#records.push(...all);
      for (const record of some)
        if (random.int(3) === 0)
          for (const body of wakeUpsOf([record]))
            this.#waiting.push({ queue: "count-sums", body, at: this.world.now + random.int(200) });
      this.#deliver(wakeUpsOf(some));
    } else if (chance < 18 && this.world.busy < 6) this.#deliverDue();
    else if (chance === 18) this.world.pass(random.int(8));
    await this.world.quiet();
  }

  /** Makes `count` changes and runs all that follows. */
  async runChanges(count: number, isOver = () => true): Promise<void> {
    const changes = { left: count };
    const isStill = () =>
      changes.left === 0 &&
      this.world.busy === 0 &&
      this.#records.length === 0 &&
      this.#waiting.length === 0 &&
      isOver();
    for (let acts = 0; !isStill(); acts++) {
      if (acts > 60_000) throw new Error("The shelf never comes to rest.");
      await this.#act(changes);
      if (this.world.busy === 0 && this.#records.length === 0 && changes.left === 0) {
        const next = Math.min(...this.#waiting.map(({ at }) => at));
        if (Number.isFinite(next) && next > this.world.now)
          this.world.pass(Math.min(30, next - this.world.now));
      }
    }
  }

  /** Lets days pass with one change each, so that index builds finish. */
  async passDays(): Promise<void> {
    if (this.#shape.redefines && this.#definition === 1) this.#startProcesses(2);
    for (let day = 0; day < 3; day++) {
      await this.#alone(async (ctx) => {
        if (day === 0 && this.#shape.recounts)
          await this.#processes[0]?.sums.recount(ctx, STORE_ID, "books", "compare");
        await runDueSums(this.#processes[0], ctx);
      });
      await this.runChanges(1);
      this.world.pass(DAY + 120);
    }
    await this.#alone((ctx) => runDueSums(this.#processes[0], ctx));
    await this.runChanges(0);
  }

  #books(): Stored<Book>[] {
    return this.world.items(books.name).map((item) => books.parse(item));
  }

  /** Rows that are missing or should not exist. */
  wrongRows(): string[] {
    const item = this.world.items("sum_head")[0];
    const head = item && heads.parse(item);
    if (!head?.read || head.read.definition !== this.#definition) return ["no rows are read"];
    if (head.phase !== "ready") return [`the rows are ${head.phase}`];
    if (head.recount && head.recount.status !== "equal")
      return [`they are said to differ: ${JSON.stringify(head.recount.differences)}`];
    const listing = bookListingBy(this.#definition);
    const expected = this.#books().flatMap((book) => {
      const {
        facets,
        details = [],
        words = [],
        created,
        sorts = {},
      } = listing(book) ?? { facets: [], created: -1 };
      if (created < 0) return [];
      const own = words.filter((word) => words.every((other) => other === word || !other.startsWith(word)));
      const all = [...facets, ...details, ...own];
      const at = String(created).padStart(12, "0");
      return [
        ...[...new Set(facets)].map((each) => [each, at, all]),
        ...words.map((each) => [`word:${each}`, at, own]),
        ...Object.entries({ made: at, ...sorts }).map(([sort, value]) => [`by:${sort}`, value, all]),
      ].map(([name, value, terms]) => JSON.stringify([escapedName(String(name)), value, book.id, terms]));
    });
    const prefix = `${head.read.name}#`;
    const rows = this.world.items("list_row");
    const kept = rows.map(({ sk, at, of, terms }) => {
      const id = String(of).split("\n")[1];
      const name = String(sk).slice(prefix.length, -`#${at}#${id}`.length);
      return String(sk).startsWith(prefix) ? JSON.stringify([name, at, id, terms]) : `of another time: ${sk}`;
    });
    const [one, other] = [new Set(expected), new Set(kept)];
    return [
      ...[...one].filter((each) => !other.has(each)).map((each) => `${each} is missing`),
      ...[...other].filter((each) => !one.has(each)).map((each) => `${each} is too many`),
    ].slice(0, 5);
  }

  /** Walks a list page by page while books change; returns what was skipped, repeated or out of order. */
  async walk(asked: RowsRequest): Promise<{ wrong: string[]; pages: number }> {
    const random = this.#random;
    const before = this.#books();
    this.#changed.clear();
    const seen: Stored<Book>[] = [];
    let pages = 0;
    let count: { value: number; exact: boolean } | undefined;
    const bounds = {
      rows: 4 + random.int(60),
      records: 3 + random.int(20),
      gathered: random.int(30),
      whole: random.int(30),
    };
    const limit = 1 + random.int(6);
    const read = async (ctx: Context) => {
      const tally = bookIndexBy(this.#definition);
      let cursor: string | null = null;
      const reading = await rowsReading(STORE_ID, tally, ctx.now(), rememberedHeads());
      if (!reading) throw new Error("There is nothing to read.");
      count = await countRows(reading, asked);
      do {
        const source = recordsByRows(tally, reading, asked, bounds);
        const page: Page<Stored<Book>> = await list(ctx, { limit, cursor: cursor ?? undefined }, { source });
        seen.push(...page.items);
        cursor = page.cursor;
        if (++pages > 500) throw new Error("The list never ends.");
      } while (cursor);
    };
    const isQuiet = random.chance(0.3);
    let how: string | undefined;
    void this.world.start(read, { mayDie: false, lifetime: 10 * DAY }).then((ended) => {
      how = ended;
    });
    await this.runChanges(isQuiet ? 0 : 6, () => how !== undefined);
    const wrong = how === "done" ? [] : [`the walk has ${how}`];
    const same = before.filter(({ id }) => !this.#changed.has(id));
    const expected = same.filter((book) => matchesRequest(book, asked)).sort(bookOrderOf(asked));
    const found = seen.filter(({ id }) => !this.#changed.has(id));
    const [left, right] = [expected, found].map((all) => all.map(({ id }) => id).join(" "));
    if (left !== right) wrong.push(`${JSON.stringify(asked)} gave ${right} and not ${left}`);
    if (isQuiet && count && (count.exact ? count.value !== found.length : count.value > found.length))
      wrong.push(`${JSON.stringify(asked)} counts ${JSON.stringify(count)} of ${found.length}`);
    return { wrong, pages };
  }
}

function escapedName(name: string): string {
  return name.replaceAll("%", "%25").replaceAll("#", "%23");
}

async function runDueSums(
  process: { sums: ReturnType<typeof maintainSums> } | undefined,
  ctx: Parameters<typeof runDue>[0],
): Promise<void> {
  if (process) await runDue(ctx, process.sums.due, STORE_ID);
}

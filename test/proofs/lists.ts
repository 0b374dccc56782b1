import assert from "node:assert/strict";
import type { Context } from "#core/context.ts";
import { searchWords } from "#core/dynamo/terms.ts";
import { newId } from "#core/id.ts";
import { Form } from "#lib/content/forms/schema.ts";
import { createForm, deleteForm, listForms, updateForm } from "#lib/content/forms/service.ts";
import { forms } from "#lib/content/forms/table.ts";
import { inParallel, type Random } from "#test/support/random.ts";
import { bulkWrite, watchCalls } from "#test/support/table.ts";
import { testContext } from "#test/support/world.ts";

type Query = Parameters<typeof listForms>[2];

/** Time of the first bulk form, and seconds between two forms. */
const FIRST_SECOND = 1_780_000_000;
const STEP_SECONDS = 60;

const SORTS = ["created_at", "updated_at", "key"] as const;

function readerContext(): Context {
  return testContext({ operation: "listForms" });
}

/** Creates forms in bulk: all share a word, one in a hundred has a rare one, one in fifty is archived. */
export async function fillStore(random: Random, count: number): Promise<{ storeId: string; all: Form[] }> {
  const storeId = newId("store");
  const all = Array.from({ length: count }, (_, index): Form => {
    const created_at = FIRST_SECOND + index * STEP_SECONDS;
    const rare = index % 100 === 0 ? "-rare" : "";
    return Form.parse({
      id: newId("form", created_at),
      key: `form-${random.int(1_000_000).toString(36)}${index}${rare}`,
      store_id: storeId,
      schema: [],
      status: index % 50 === 7 ? "archived" : "active",
      created_at,
      updated_at: created_at + random.int(count * STEP_SECONDS),
    });
  });
  await bulkWrite(all.map((form) => forms.create(form)));
  return { storeId, all };
}

/** Every filter and sort order, alone and combined. */
export function listQueriesOf(count: number): Query[] {
  const middle = FIRST_SECOND + Math.floor(count / 2) * STEP_SECONDS;
  const filters: Query[] = [
    {},
    { status: "active" },
    { status: "archived" },
    { query: "form" },
    { query: "rare" },
    { query: "form rare" },
    { query: "no-such-word" },
    { query: "f", status: "archived" },
    { created_at_from: middle, created_at_to: middle + 30 * STEP_SECONDS },
    { created_at_from: middle },
    { created_at_to: FIRST_SECOND + 10 * STEP_SECONDS },
    { created_at_from: middle, created_at_to: middle + 30 * STEP_SECONDS, query: "form" },
    { created_at_from: middle, status: "archived", query: "rare" },
  ];
  return filters.flatMap((filter) =>
    SORTS.flatMap((sort_field) =>
      (["asc", "desc"] as const).map((sort_direction) => ({ ...filter, sort_field, sort_direction })),
    ),
  );
}

type PageCost = { worst: number; query: string; pages: number };

/** The most expensive page of twenty among the first pages of every query. */
export async function costOfPages(storeId: string, queries: Query[], pages = 3): Promise<PageCost> {
  const cost: PageCost = { worst: 0, query: "", pages: 0 };
  for (const query of queries) {
    let cursor: string | undefined;
    for (let page = 0; page < pages; page++) {
      const { result, units } = await watchCalls(() =>
        listForms(readerContext(), storeId, { ...query, cursor }),
      );
      cost.pages += 1;
      if (units > cost.worst)
        Object.assign(cost, { worst: units, query: JSON.stringify({ ...query, page }) });
      if (result.cursor === null) break;
      cursor = result.cursor;
    }
  }
  return cost;
}

export async function readAllPages(
  storeId: string,
  query: Query,
  between?: () => Promise<void>,
): Promise<Form[]> {
  const found: Form[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: Form[]; cursor: string | null } = await listForms(readerContext(), storeId, {
      ...query,
      ...(cursor === null ? {} : { cursor }),
    });
    found.push(...page.items);
    assert.ok(found.length < 100_000, `${JSON.stringify(query)} does not end`);
    cursor = page.cursor;
    await between?.();
  } while (cursor !== null);
  return found;
}

/** The ids that a query must return, by filtering and sorting all forms. */
export function expectedIds(all: Form[], query: Query): string[] {
  const sort = query.sort_field ?? "created_at";
  const at = (form: Form) =>
    sort === "key" ? form.key : sort === "updated_at" ? String(form.updated_at) : form.id;
  const compare = (one: Form, other: Form) => {
    const [left, right] = [`${at(one)}#${one.id}`, `${at(other)}#${other.id}`];
    return left < right ? -1 : left > right ? 1 : 0;
  };
  const fitting = all.filter(
    (form) =>
      (query.status === undefined || form.status === query.status) &&
      form.created_at >= (query.created_at_from ?? 0) &&
      form.created_at <= (query.created_at_to ?? Number.POSITIVE_INFINITY) &&
      searchWords(query.query).every((prefix) =>
        searchWords(form.key).some((word) => word.startsWith(prefix)),
      ),
  );
  const sorted = fitting.toSorted(compare).map(({ id }) => id);
  const descending = query.sort_direction ? query.sort_direction === "desc" : sort !== "key";
  return descending ? sorted.reverse() : sorted;
}

/** Walks a list while forms are created, changed and deleted: no form that remains is skipped or repeated. */
export async function walkUnderWrites(random: Random, walks: number): Promise<void> {
  const ctx = testContext();
  for (let count = 0; count < walks; count++) {
    const storeId = newId("store");
    const made = await inParallel(40, 8, (index) =>
      createForm(ctx, storeId, { key: `k${index}-${random.int(99)}` }),
    );
    const shuffled = random.shuffled(made);
    const leaving = shuffled.slice(0, 15);
    const changing = shuffled.slice(15, 22);
    const stayed = shuffled.slice(22).map(({ id }) => id);
    const sort_field = SORTS[count % SORTS.length];
    const sort_direction = random.pick(["asc", "desc"] as const);
    const query = random.pick([{}, { status: "active" as const }, { query: "k" }, { created_at_from: 1 }]);
    // Limited, as some sort orders put new forms ahead of the reader.
    let coming = 25;
    const between = async () => {
      const come = Math.min(coming, random.int(3));
      coming -= come;
      const left = leaving.splice(0, random.int(3));
      const changed = changing.splice(0, random.int(2));
      await Promise.all([
        ...left.map(({ id }) => deleteForm(ctx, storeId, id)),
        // A change of the sort field may move a form past the reader; other changes may not.
        ...changed.map(({ id }) =>
          updateForm(ctx, storeId, id, { schema: [{ type: "text", key: "x", required: false }] }),
        ),
        ...Array.from({ length: come }, () => createForm(ctx, storeId, { key: `k${random.int(1e9)}-new` })),
      ]);
    };
    const all = { ...query, sort_field, sort_direction, limit: 1 + random.int(7) };
    const met = (await readAllPages(storeId, all, between)).map(({ id }) => id);
    const told = JSON.stringify(all);
    assert.deepEqual(
      stayed.filter((id) => !met.includes(id)),
      [],
      `skipped by ${told}`,
    );
    // Only a list sorted by update may show a changed form again.
    const twice = met.filter((id, index) => met.indexOf(id) !== index);
    const movable = sort_field === "updated_at" ? shuffled.slice(15, 22).map(({ id }) => id) : [];
    assert.deepEqual(
      twice.filter((id) => !movable.includes(id)),
      [],
      `repeated by ${told}`,
    );
  }
}

import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  amountLeft,
  CASH,
  cashEntry,
  pageSource,
  refundEntry,
  refundsIn,
  sumEntries,
  sumEntriesFrom,
  sumOverpayments,
  unrecordedChanges,
} from "#lib/commerce/orders/books.ts";
import type { PaymentEntry } from "#lib/commerce/orders/books-schema.ts";
import { addEntries } from "#lib/commerce/orders/statuses.ts";
import { withCapture, withReversal } from "#lib/money/payments/reversals.ts";
import type { Payment, Reversal } from "#lib/money/payments/schema.ts";
import { testContext } from "#test/support/world.ts";

const ctx = testContext();
const PAGES = [1, 2, 3];

/** What can happen to a payment and to the cash drawer. */
const step = fc.oneof(
  fc.record({
    do: fc.constant("taken" as const),
    page: fc.constantFrom(...PAGES),
    amount: fc.integer({ min: 1, max: 900 }),
  }),
  fc.record({
    do: fc.constant("returned" as const),
    id: fc.integer({ min: 1, max: 6 }),
    page: fc.constantFrom(...PAGES),
    kind: fc.constantFrom("refund" as const, "desk" as const, "dispute" as const),
    amount: fc.integer({ min: 1, max: 900 }),
    status: fc.constantFrom("pending" as const, "succeeded" as const, "failed" as const),
  }),
  fc.record({ do: fc.constant("cash" as const), amount: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ do: fc.constant("by hand" as const), amount: fc.integer({ min: 1, max: 900 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Ledger = { payment: Payment; books: PaymentEntry[]; drawer: { taken: number; given: number } };

const newLedger = (): Ledger => ({
  payment: {
    ...{ id: "pay_1", tenant_id: "store_1", reference: "order_1", provider: "stripe", credential_id: null },
    ...{
      status: "pending",
      currency: "EUR",
      amount: 900,
      attempt: 3,
      captured_attempt: null,
      captured_at: null,
    },
    ...{ captured: 0, refunded: 0, refund_pending: 0, desk_refunded: 0, desk_pending: 0 },
    ...{ takings: [], returns: [], test: false, expires_at: 0, created_at: 0, updated_at: 0 },
  },
  books: [],
  drawer: { taken: 0, given: 0 },
});

function applyStep({ payment, books, drawer }: Ledger, what: Step): Ledger {
  if (what.do === "taken") {
    if (payment.takings.some(({ attempt }) => attempt === what.page)) return { payment, books, drawer };
    const captured_attempt = payment.captured_attempt ?? what.page;
    return { payment: withCapture({ ...payment, captured_attempt }, what.page, what.amount), books, drawer };
  }
  if (what.do === "returned") {
    const { do: _, page, id, ...told } = what;
    const known = payment.returns.find((each) => each.id === `re_${id}`);
    const counted = what.status === "failed" ? 0 : (known?.amount ?? what.amount);
    const now: Reversal = {
      ...told,
      id: `re_${id}`,
      attempt: page,
      counted,
      settled_at: null,
      ...(known ? { kind: known.kind, attempt: known.attempt, amount: known.amount } : {}),
    };
    return { payment: withReversal(payment, now), books, drawer };
  }
  if (what.do === "cash") {
    const noted = addEntries(ctx, { entries: books }, [cashEntry(what.amount)]);
    return { payment, books: noted, drawer: { ...drawer, taken: drawer.taken + what.amount } };
  }
  const amount = Math.min(what.amount, amountLeft(sumEntriesFrom(books, CASH)));
  if (amount === 0) return { payment, books, drawer };
  const asked = { id: `ref_${drawer.given}`, amount, lines: [], shipping: 0, reason: null };
  const noted = addEntries(ctx, { entries: books }, [refundEntry(CASH, asked)]);
  return { payment, books: noted, drawer: { ...drawer, given: drawer.given + amount } };
}

/** The books after all unrecorded changes of a payment were recorded one by one. */
function recordAll({ payment, books }: Pick<Ledger, "payment" | "books">): PaymentEntry[] {
  let now = books;
  for (let [news] = unrecordedChanges(now, payment); news; [news] = unrecordedChanges(now, payment))
    now = addEntries(ctx, { entries: now }, news.drafts);
  return now;
}

const stepList = fc.array(fc.record({ step, looks: fc.nat(2) }), { maxLength: 40 });

test("the books equal payment and cash drawer, however often they are compared", () => {
  fc.assert(
    fc.property(stepList, (steps) => {
      let world = newLedger();
      for (const { step: what, looks } of steps) {
        const before = world.books;
        world = applyStep(world, what);
        for (let look = 0; look < looks; look++) world = { ...world, books: recordAll(world) };
        expect(world.books.slice(0, before.length)).toEqual(before);
        const { payment, books, drawer } = { ...world, books: recordAll(world) };
        expect(unrecordedChanges(books, payment)).toEqual([]);
        expect(books.every(({ amount }) => amount > 0)).toBe(true);
        expect(sumEntriesFrom(books, CASH)).toEqual({
          captured: drawer.taken,
          refunded: drawer.given,
          refund_pending: 0,
        });
        for (const page of PAGES) {
          const { captured, refunded, refund_pending } = sumEntriesFrom(books, pageSource(payment.id, page));
          const own = payment.returns.filter(({ attempt }) => attempt === page);
          const sum = (status: string) =>
            own.filter((each) => each.status === status).reduce((total, { counted }) => total + counted, 0);
          expect(captured).toBe(payment.takings.find(({ attempt }) => attempt === page)?.amount ?? 0);
          expect([refunded, refund_pending]).toEqual([sum("succeeded"), sum("pending")]);
          expect(refunded + refund_pending).toBeLessThanOrEqual(captured);
        }
      }
      const { payment } = world;
      const books = recordAll(world);
      const inRefunds = (status: string) => {
        const ids = new Set(refundsIn(books).flatMap((each) => (each.status === status ? [each.id] : [])));
        return sumEntries(books.filter(({ refund_id }) => refund_id !== null && ids.has(refund_id)));
      };
      const all = sumEntries(books);
      const disputed = payment.returns
        .filter(({ kind, status }) => kind === "dispute" && status === "pending")
        .reduce((total, { counted }) => total + counted, 0);
      expect(inRefunds("succeeded").refunded).toBe(all.refunded);
      const { refund_pending } = inRefunds("pending");
      expect(refund_pending).toBeLessThanOrEqual(all.refund_pending);
      expect(refund_pending + disputed).toBeGreaterThanOrEqual(all.refund_pending);
    }),
    { numRuns: 1000 },
  );
});

test("the books end the same however many checks are missed", () => {
  fc.assert(
    fc.property(stepList, (steps) => {
      let [often, seldom] = [newLedger(), newLedger()];
      for (const { step: what, looks } of steps) {
        often = applyStep(often, what);
        often = { ...often, books: recordAll(often) };
        seldom = applyStep(seldom, what);
        if (looks > 1) seldom = { ...seldom, books: recordAll(seldom) };
      }
      const ends = [often, seldom].map((world) => {
        const books = recordAll(world);
        const standing = (each: { id: string; status: string; amount: number }) => [each.id, each.status];
        return [
          sumEntries(books),
          sumOverpayments(books),
          refundsIn(books)
            .filter(({ status }) => status !== "failed")
            .map(standing)
            .toSorted(),
        ];
      });
      expect(ends[0]).toEqual(ends[1]);
    }),
    { numRuns: 1000 },
  );
});

test("each outcome of a refund or dispute has its own entries", () => {
  const kinds = (kind: Reversal["kind"], ...statuses: Reversal["status"][]) => {
    let payment = withCapture({ ...newLedger().payment, captured_attempt: 1 }, 1, 500);
    let books = recordAll({ payment, books: [] });
    for (const status of statuses) {
      const counted = status === "failed" ? 0 : 100;
      payment = withReversal(payment, {
        id: "re_1",
        attempt: 1,
        kind,
        amount: 100,
        counted,
        status,
        settled_at: null,
      });
      books = recordAll({ payment, books });
    }
    return books.slice(1).map((entry) => entry.kind);
  };
  expect(kinds("refund", "pending", "succeeded")).toEqual(["refund_asked", "refund_confirmed"]);
  expect(kinds("refund", "pending", "failed")).toEqual(["refund_asked", "refund_refused"]);
  expect(kinds("refund", "pending", "succeeded", "failed")).toEqual([
    "refund_asked",
    "refund_confirmed",
    "refund_reversed",
  ]);
  expect(kinds("desk", "succeeded")).toEqual(["refund_given"]);
  expect(kinds("desk", "pending", "succeeded")).toEqual(["refund_asked", "refund_confirmed"]);
  expect(kinds("dispute", "pending", "succeeded")).toEqual(["dispute_opened", "dispute_lost"]);
  expect(kinds("dispute", "pending", "failed")).toEqual(["dispute_opened", "dispute_won"]);
  expect(kinds("dispute", "succeeded")).toEqual(["dispute_opened", "dispute_lost"]);
  expect(kinds("dispute", "pending", "succeeded", "failed")).toEqual([
    "dispute_opened",
    "dispute_lost",
    "dispute_reversed",
  ]);
  expect(kinds("dispute", "failed")).toEqual([]);
});

test("a lost dispute counts as a refund, but not while the bank reviews it again", () => {
  let payment = withCapture({ ...newLedger().payment, captured_attempt: 1 }, 1, 500);
  let books: PaymentEntry[] = [];
  const dispute = { id: "du_1", attempt: 1, kind: "dispute" as const, amount: 100, counted: 100 };
  const told = (["pending", "succeeded", "pending", "succeeded"] as const).map((status) => {
    payment = withReversal(payment, { ...dispute, status, settled_at: null });
    books = recordAll({ payment, books });
    return [refundsIn(books).map(({ id }) => id), sumEntries(books)];
  });
  const [open, lost] = [
    [[], { captured: 500, refunded: 0, refund_pending: 100 }],
    [["du_1"], { captured: 500, refunded: 100, refund_pending: 0 }],
  ];
  expect(told).toEqual([open, lost, open, lost]);
});

test("money that a payment no longer has is a correction in the books, not a removed entry", () => {
  const paid = withCapture({ ...newLedger().payment, captured_attempt: 1 }, 1, 500);
  const before = recordAll({ payment: paid, books: [] });
  const after = recordAll({ payment: withCapture(paid, 1, 300), books: before });
  expect(after.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["paid", 500],
    ["correction", 200],
  ]);
  expect(sumEntries(after)).toEqual({ captured: 300, refunded: 0, refund_pending: 0 });
});

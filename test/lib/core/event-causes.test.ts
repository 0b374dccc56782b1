import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import type { Write } from "#core/dynamo/transact.ts";
import { announce } from "#core/events.ts";
import type { InventoryLevel } from "#lib/commerce/inventory/schema.ts";
import { levels, lowLevels } from "#lib/commerce/inventory/table.ts";
import type { Form } from "#lib/content/forms/schema.ts";
import { forms } from "#lib/content/forms/table.ts";
import { payments } from "#lib/money/payments/payment-table.ts";
import type { Payment } from "#lib/money/payments/schema.ts";
import { type CommittedRecord, followChanges } from "#test/support/changes.ts";
import { testContext } from "#test/support/world.ts";

const ctx = testContext({ operation: "doIt" });
const TIMES = { created_at: 1, updated_at: 1 };
const FORM: Form = { id: "form_1", key: "a", store_id: "store_1", schema: [], status: "active", ...TIMES };
const PAYMENT: Payment = {
  ...{ id: "pay_1", tenant_id: "store_1", reference: "order_1", provider: "sandbox", credential_id: null },
  ...{
    status: "pending",
    currency: "EUR",
    amount: 900,
    attempt: 1,
    captured_attempt: null,
    captured_at: null,
  },
  ...{ captured: 0, refunded: 0, refund_pending: 0, desk_refunded: 0, desk_pending: 0, expires_at: 9 },
  ...{ takings: [], returns: [], test: false, ...TIMES },
};
const LEVEL: InventoryLevel = {
  ...{ id: "lvl_1", store_id: "store_1", product_id: "p", variant_id: "v", location_id: "l", reserved: 0 },
  ...{ available: 2, backorder: false, low_at: 2, ordered: false, retired: false, watched: true },
  ...{ low_told: false, lows: 0, ...TIMES },
};

type Item = Record<string, unknown>;

/** The stream's record of an item that was created, changed or deleted. */
function streamRecord(was: Write | undefined, is: Write | undefined, fields: Item = {}): CommittedRecord {
  const image = (write: Write, more: Item = {}) =>
    marshall({ ...write.put, ...more }, { removeUndefinedValues: true });
  return {
    eventName: was ? (is ? "MODIFY" : "REMOVE") : "INSERT",
    dynamodb: { ...(was ? { OldImage: image(was) } : {}), ...(is ? { NewImage: image(is, fields) } : {}) },
  };
}

function eventRecord(write: Write, sequence: number): CommittedRecord {
  return streamRecord(undefined, write, { sequence });
}

function problemsOf(...records: CommittedRecord[]): string[] {
  const follower = followChanges();
  follower.take(records);
  return follower.end().wrong;
}

const formEvent = (type: "form.created" | "form.updated" | "form.deleted", sequence: number) =>
  eventRecord(announce(ctx, type, forms, FORM), sequence);
const changedForm = forms.replace(forms.made(FORM), { ...FORM, key: "b" });

test("an event in the transaction of its own creation, change or deletion is no problem", () => {
  const changes = [
    [streamRecord(undefined, forms.create(FORM)), formEvent("form.created", 1)],
    [streamRecord(forms.create(FORM), changedForm), formEvent("form.updated", 2)],
    [streamRecord(changedForm, undefined), formEvent("form.deleted", 3)],
  ];
  for (const change of changes) {
    expect(problemsOf(...change)).toEqual([]);
    expect(problemsOf(...change.toReversed())).toEqual([]);
  }
  expect(problemsOf(...changes.flat())).toEqual([]);
});

test("an event without a change, or with another change than its own, is reported", () => {
  expect(problemsOf(streamRecord(undefined, forms.create(FORM)), formEvent("form.updated", 1))).toEqual([
    "doIt announces form.updated as nothing becomes active, not form.created",
  ]);
  expect(problemsOf(streamRecord(changedForm, undefined), formEvent("form.updated", 3))).toHaveLength(1);
  expect(
    problemsOf(streamRecord(forms.create(FORM), changedForm), formEvent("form.deleted", 2)),
  ).toHaveLength(1);
  const beside = ["doIt announces form.deleted beside no change of its record"];
  expect(problemsOf(formEvent("form.deleted", 2))).toEqual(beside);
  expect(problemsOf(streamRecord(changedForm, undefined), formEvent("form.deleted", 7))).toEqual(beside);
});

test("received money must be announced as captured, and returned money as refunded", () => {
  const captured: Payment = { ...PAYMENT, status: "captured", captured: 900, captured_attempt: 1 };
  const back = {
    id: "ref_1",
    attempt: 1,
    kind: "refund",
    amount: 900,
    counted: 900,
    status: "succeeded",
    settled_at: null,
  } as const;
  const refunded: Payment = { ...captured, refunded: 900, returns: [back] };
  const step = (
    before: Payment,
    after: Payment,
    ...types: Parameters<
      typeof announce<
        Payment,
        "payment.created" | "payment.captured" | "payment.refunded" | "payment.updated"
      >
    >[1][]
  ) =>
    problemsOf(
      streamRecord(
        payments.replace(payments.made(PAYMENT), before),
        payments.replace(payments.made(before), after),
      ),
      ...types.map((type) => eventRecord(announce(ctx, type, payments, after), 2)),
    );
  expect(step(PAYMENT, captured, "payment.captured")).toEqual([]);
  expect(step(captured, refunded, "payment.refunded")).toEqual([]);
  expect(step({ ...captured, attempt: 2 }, captured, "payment.updated")).toEqual([]);
  expect(step(PAYMENT, captured, "payment.updated")).toHaveLength(1);
  expect(step(PAYMENT, PAYMENT, "payment.captured")).toHaveLength(1);
  expect(step(PAYMENT, captured, "payment.captured", "payment.refunded")).toHaveLength(1);
  expect(step(refunded, { ...refunded, amount: 1 }, "payment.refunded")).toHaveLength(1);
});

test("a stock level is announced as low once, when it falls to its limit", () => {
  const low: InventoryLevel = { ...LEVEL, low_told: true, lows: 1 };
  const event = eventRecord(announce(ctx, "inventory.low", lowLevels, low), 1);
  const change = (before: InventoryLevel, after: InventoryLevel) =>
    problemsOf(streamRecord(levels.create(before), levels.replace(levels.made(before), after)), event);
  expect(change(LEVEL, low)).toEqual([]);
  expect(change({ ...LEVEL, low_told: true }, { ...low, lows: 1 })).toHaveLength(1);
  expect(change({ ...LEVEL, available: 3 }, { ...low, available: 3 })).toHaveLength(1);
});

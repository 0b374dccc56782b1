import { parseSync, Visitor } from "rolldown/utils";
import { describe, expect, test } from "vitest";
import { lifecycles } from "#functions/lifecycles.ts";
import { sources } from "./sources.ts";

/** Fields that hold the state of a record or the end of a hold. */
const STATE_FIELDS = new Set(["status", "payment_status", "fulfillment_status", "hold_ends_at", "due_at"]);
/** Files that may set these fields: lifecycles, their steps, and code that derives statuses. */
const DECIDING_FILES = /\/((.+-)?lifecycle|(.+-)?steps|status-change|statuses)\.ts$/;

/** Files that only describe records, fields or a provider's answers. */
const DESCRIBING_FILES = /\/((.+-)?schema|field-descriptions|.+-adapter)\.ts$/;

/** By file, functions that set a field with such a name on another object, which the text describes. */
const OTHER_FIELDS: Record<string, Record<string, string>> = {
  "lib/booking/reservations/checkout.ts": { "paymentOf.status": "the payment of a reservation that begins" },
  "lib/commerce/carts/record.ts": { "newCart.status": "a cart that begins" },
  "lib/commerce/orders/checkout.ts": {
    "pendingOrder.status": "an order that begins, with the hold of its page",
    "pendingOrder.hold_ends_at": "an order that begins, with the hold of its page",
  },
  "lib/commerce/orders/forget.ts": {
    "withoutNames.status": "an item without the reason, which is free text",
  },
  "lib/commerce/orders/new-order.ts": { "viewCheckout.status": "the answer that says 200 in place of 201" },
  "lib/commerce/orders/checkout-again.ts": {
    "openNextPage.status": "what is handed to the life of the order",
  },
  "lib/commerce/orders/view.ts": { "publicOrder.status": "what a buyer sees of an item" },
  "lib/commerce/products/import.ts": { "createImport.status": "the answer to whoever begins an import" },
  "lib/content/media/uploads.ts": { "newUpload.status": "an upload that begins" },
  "lib/engagement/social/attempt-record.ts": {
    "newAttempt.status": "an attempt at a publication",
    "newAttempt.due_at": "an attempt at a publication",
    "endedAttempt.status": "an attempt at a publication",
    "endedAttempt.due_at": "an attempt at a publication",
  },
  "lib/engagement/social/attempt.ts": { "advanceAttempt.due_at": "an attempt at a publication" },
  "lib/engagement/social/connect.ts": { "connectionWrites.status": "an account" },
  "lib/engagement/social/due.ts": { "queueStalledAttempt.due_at": "an attempt at a publication" },
  "lib/engagement/social/finish-sign-in.ts": {
    "finishConnection.status": "a sign-in at a network",
    "completeSignIn.status": "a sign-in at a network",
    "connectOrAsk.status": "a sign-in at a network",
    "failSignIn.status": "a sign-in at a network",
  },
  "lib/engagement/social/look-up.ts": {
    "continueLookUp.status": "a step of an attempt",
    "failAsRefused.status": "a step of an attempt",
    "failAsAbsent.status": "a step of an attempt",
  },
  "lib/engagement/social/perform-step.ts": {
    "applyOutcome.status": "a step of an attempt",
    "handleFailedCall.status": "a step of an attempt",
    "waitForLimit.status": "a step of an attempt",
    "failAfterTries.status": "a step of an attempt",
  },
  "lib/engagement/social/reconnect.ts": { "requireReconnect.status": "an account" },
  "lib/engagement/social/replies.ts": { "hideComment.status": "a comment" },
  "lib/engagement/social/reply-outcome.ts": { "replyWrites.status": "a comment" },
  "lib/engagement/social/finish-attempt.ts": { "finishAttempt.due_at": "an attempt at a publication" },
  "lib/engagement/social/sign-in.ts": { "view.status": "the answer to whoever asks after a sign-in" },
  "lib/engagement/social/save-comments.ts": { "markDeletedComments.status": "a comment" },
  "lib/engagement/social/attempt-work.ts": {
    "pauseAttempt.due_at": "an attempt at a publication",
    "markOutcomeUnknown.status": "a step of an attempt",
  },
  "lib/money/payments/due.ts": { "processDuePage.due_at": "an attempt at a payment" },
  "lib/money/payments/pages.ts": {
    "ensurePageOpen.status": "an attempt at a payment",
    "endWrites.status": "an attempt at a payment",
    "endWrites.due_at": "an attempt at a payment",
  },
  "lib/money/payments/refunds.ts": { "issueRefund.due_at": "an attempt at a payment" },
  "lib/money/payments/sandbox-checkout.ts": {
    "showSandboxCheckout.status": "a page of the sandbox",
    "completeDelayedCharge.status": "a page of the sandbox",
    "completeDelayedCharge.due_at": "a page of the sandbox",
  },
  "lib/money/payments/sandbox.ts": {
    "sandbox.status": "a page of the sandbox",
    "sandbox.due_at": "a page of the sandbox",
  },
  "lib/money/payments/stripe-state.ts": {
    "readStripe.status": "what a provider says",
    "readReversals.status": "what a provider says",
  },
};

/**
 * Places that change such a field of an existing record: `{ ...record, status }` or `record.status = `, as
 * `function.field`.
 */
function stateChangesIn(path: string, text: string): string[] {
  const found = new Set<string>();
  const { program } = parseSync(path, text);
  const named = program.body.flatMap((statement) => {
    const declared = "declaration" in statement ? statement.declaration : statement;
    const { start, end } = statement;
    if (declared?.type === "FunctionDeclaration") return [{ name: declared.id?.name ?? "", start, end }];
    if (declared?.type !== "VariableDeclaration") return [];
    return declared.declarations.map(({ id }) => ({
      name: id.type === "Identifier" ? id.name : "",
      start,
      end,
    }));
  });
  const note = (at: number, field: string) =>
    found.add(`${named.find(({ start, end }) => start <= at && at < end)?.name ?? ""}.${field}`);
  new Visitor({
    ObjectExpression({ start, properties }) {
      if (!properties.some(({ type }) => type === "SpreadElement")) return;
      for (const each of properties)
        if (each.type === "Property" && each.key.type === "Identifier" && STATE_FIELDS.has(each.key.name))
          note(start, each.key.name);
    },
    AssignmentExpression({ start, left }) {
      if (left.type === "MemberExpression" && left.property.type === "Identifier")
        if (STATE_FIELDS.has(left.property.name)) note(start, left.property.name);
    },
  }).visit(program);
  return [...found];
}

describe("a lifecycle", () => {
  const folders = [...new Set(lifecycles.map(({ guide }) => guide.replace("guide.md", "")))];
  const own = sources.filter(({ path }) => folders.some((folder) => path.startsWith(folder)));

  test("belongs to one kind of record, whose writes follow it", () => {
    const kept = own
      .filter(({ path }) => /table\.ts$/.test(path))
      .flatMap(({ text }) => text.match(/\blife: \w+/g));
    expect(new Set(kept.filter(Boolean)).size).toBe(lifecycles.length);
    expect(kept.filter(Boolean)).toHaveLength(lifecycles.length);
  });

  test("is the only code that sets a status, a hold or a due time of its record", () => {
    const others = own.filter(({ path }) => !DECIDING_FILES.test(path) && !DESCRIBING_FILES.test(path));
    const wrong = others.flatMap(({ path, text }) =>
      stateChangesIn(path, text)
        .filter((place) => OTHER_FIELDS[path]?.[place] === undefined)
        .map((place) => `${path}: ${place}`),
    );
    expect(wrong).toEqual([]);
  });

  test("lists every function that sets a field of the same name on something else", () => {
    const idle = Object.entries(OTHER_FIELDS).flatMap(([path, places]) => {
      const source = own.find((each) => each.path === path);
      const set = source ? stateChangesIn(path, source.text) : [];
      return Object.keys(places)
        .filter((place) => !set.includes(place))
        .map((place) => `${path}: ${place}`);
    });
    expect(idle).toEqual([]);
  });

  test("is checked by a rule that finds such a write, however it is written", () => {
    const text =
      'function end() { return { ...order, status: "cancelled" as const }; }\n' +
      "export const stop = () => { order.hold_ends_at = null; };\n";
    expect(stateChangesIn("lib/commerce/orders/cancel.ts", text)).toEqual([
      "end.status",
      "stop.hold_ends_at",
    ]);
  });
});

import { expect, test } from "vitest";
import { dueOf, editionLife, newEdition } from "#lib/delivery/newsletters/edition-lifecycle.ts";
import { wrongTransitions } from "#test/support/lifecycles.ts";

const NOW = 1_790_000_000;
const copy = { collectionId: "lcol_1", locale: "en", blocks: [], parts: 2 };
const slots = { businessId: "store_1", entryId: "lent_1" };
const { record: later } = newEdition(slots, { at: NOW + 60, copy, now: NOW });
const { record: begun } = newEdition(slots, { at: NOW, copy, now: NOW });

test("every transition of an edition has the outcome that its table declares", () => {
  const wrong = wrongTransitions(editionLife, {
    snapshots: (state) =>
      editionLife.states
        .filter((status) => status === state)
        .map((status) => ({ send: { ...begun, status } })),
    events: [
      { type: "resend requested", at: NOW, copy, now: NOW },
      { type: "resend requested", at: NOW + 60, copy, now: NOW },
      { type: "cancelled", now: NOW },
      { type: "became due", copy, now: NOW },
      { type: "became due", copy: "The entry was deleted.", now: NOW },
      { type: "part sent", done: 1, now: NOW },
      { type: "part sent", done: 2, now: NOW },
      { type: "newsletter deleted", now: NOW },
    ],
  });
  expect(wrong).toEqual([]);
});

test("an edition is due at its time and during sending, but not after its end", () => {
  expect([later.status, begun.status]).toEqual(["scheduled", "sending"]);
  expect([later, begun].map(dueOf)).toEqual([NOW + 60, NOW + 120]);
  const { record: called } = editionLife.transition(
    { send: begun },
    { type: "became due", copy, now: NOW + 120 },
  );
  const { record: over } = editionLife.transition(
    { send: called },
    { type: "part sent", done: 2, now: NOW + 130 },
  );
  expect([called, over].map(dueOf)).toEqual([NOW + 240, null]);
});

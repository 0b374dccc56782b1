import { expect, test } from "vitest";
import { dueOf, editionLife, newEdition } from "#lib/delivery/newsletters/edition-lifecycle.ts";
import { wrongCells } from "#test/support/lives.ts";

const NOW = 1_790_000_000;
const copy = { collectionId: "lcol_1", locale: "en", blocks: [], parts: 2 };
const slots = { businessId: "store_1", entryId: "lent_1" };
const { record: later } = newEdition(slots, { at: NOW + 60, copy, now: NOW });
const { record: begun } = newEdition(slots, { at: NOW, copy, now: NOW });

test("every cell of an edition's table leads where it says", () => {
  const wrong = wrongCells(editionLife, {
    wholes: (state) =>
      editionLife.states
        .filter((status) => status === state)
        .map((status) => ({ send: { ...begun, status } })),
    happenings: [
      { is: "send again", at: NOW, copy, now: NOW },
      { is: "send again", at: NOW + 60, copy, now: NOW },
      { is: "cancel", now: NOW },
      { is: "come due", copy, now: NOW },
      { is: "come due", copy: "The entry was deleted.", now: NOW },
      { is: "finish a part", done: 1, now: NOW },
      { is: "finish a part", done: 2, now: NOW },
      { is: "lose its newsletter", now: NOW },
    ],
  });
  expect(wrong).toEqual([]);
});

test("an edition is due at its moment, then while it is sent, and no more when it is over", () => {
  expect([later.status, begun.status]).toEqual(["scheduled", "sending"]);
  expect([later, begun].map(dueOf)).toEqual([NOW + 60, NOW + 120]);
  const { record: called } = editionLife.step({ send: begun }, { is: "come due", copy, now: NOW + 120 });
  const { record: over } = editionLife.step(
    { send: called },
    { is: "finish a part", done: 2, now: NOW + 130 },
  );
  expect([called, over].map(dueOf)).toEqual([NOW + 240, null]);
});

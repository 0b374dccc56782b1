import { expect, test } from "vitest";
import { dueOf, uploadLife } from "#lib/content/media/upload-lifecycle.ts";
import { wrongTransitions } from "#test/support/lifecycles.ts";

const NOW = 1_790_000_000;
const fresh = {
  ...{ id: "upl_1", store_id: "store_1", media_ids: ["media_1"], name: "a.png", size: 10 },
  ...{ expires_at: NOW + 60, created_at: NOW },
};

test("every transition of an upload has the outcome that its table declares", () => {
  const wrong = wrongTransitions(uploadLife, {
    snapshots: (state) =>
      uploadLife.states
        .filter((status) => status === state)
        .map((status) => ({ upload: { ...fresh, status } })),
    events: [
      { type: "completed", now: NOW },
      { type: "completed", now: NOW + 61 },
      { type: "files created" },
      { type: "abandoned" },
      { type: "became due" },
    ],
  });
  expect(wrong).toEqual([]);
});

test("the bytes of an upload are deleted only while they are no file", () => {
  const drops = uploadLife.states.map(
    (status) =>
      uploadLife.transition({ upload: { ...fresh, status } }, { type: "became due" }).drops ?? false,
  );
  expect(Object.fromEntries(uploadLife.states.map((status, at) => [status, drops[at]]))).toEqual({
    pending: true,
    completed: false,
  });
  expect(uploadLife.states.map((status) => dueOf({ ...fresh, status }))).toEqual([NOW + 960, null]);
});

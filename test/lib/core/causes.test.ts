import { expect, test } from "vitest";
import type { Event } from "#core/events.ts";
import { wronglyCaused } from "#test/support/emitted.ts";

/** The events of one record: each change a type or several, and the status that it leads to. */
function told(resource: string, ...changes: [types: string, status: string][]): string[] {
  const all = changes.flatMap(([types, status], index) =>
    types.split(" ").map(
      (type): Event => ({
        id: `evt_${index}`,
        type: `${resource}.${type}`,
        tenant_id: "store_one",
        resource,
        record_id: "one",
        sequence: index + 1,
        at: index,
        request_id: `request ${index}`,
        operation: "doIt",
        actor: { type: "nobody", id: null },
        data: { status },
      }),
    ),
  );
  return wronglyCaused({ all: all.toReversed(), hasTombstone: false });
}

test("an event that is announced where its record comes to its status is right, and so is none where it stays", () => {
  expect(
    told("order", ["created", "pending"], ["confirmed paid", "confirmed"], ["updated", "confirmed"]),
  ).toEqual([]);
  expect(
    told("order", ["created confirmed", "confirmed"], ["completed", "completed"], ["updated", "confirmed"]),
  ).toEqual([]);
  expect(
    told("conversation", ["created", "active"], ["escalated", "escalated"], ["resolved", "resolved"]),
  ).toEqual([]);
  expect(told("form", ["created", "active"], ["updated", "archived"])).toEqual([]);
});

test("a cause that another event announces is found, and an event without its cause", () => {
  expect(told("conversation", ["created", "active"], ["updated", "escalated"])).toEqual([
    "doIt announces conversation.updated as active becomes escalated, not conversation.escalated",
  ]);
  expect(told("reservation", ["created", "CREATED"], ["cancelled", "CONFIRMED"])).toHaveLength(2);
  expect(
    told("publication", ["created", "draft"], ["published", "published"], ["published", "published"]),
  ).toEqual([
    "doIt announces publication.published as published becomes published, not publication.published",
  ]);
});

import { expect, test } from "vitest";
import * as z from "zod";
import { BuyerOrder } from "#lib/commerce/orders/view-schema.ts";
import { BUYER_TEXT, viewsOfFullOrder } from "#test/proofs/order-views.ts";

test("buyers, events and webhooks see what was bought and nothing internal", async () => {
  const { staff, whole, replies, received, announced, words, ...own } = await viewsOfFullOrder();
  const told = announced.filter(({ resource }) => resource === "order").map(({ data }) => data);
  const inner = [own.label_url ?? "", own.rate_id, own.location_id, ...words];
  // Staff do read these texts, so the search below can find them.
  for (const text of inner.slice(0, 3)) expect(JSON.stringify(whole)).toContain(text);
  for (const text of [JSON.stringify(replies), JSON.stringify(told), received]) {
    expect([...inner, "allocations", "label_status"].filter((each) => text.includes(each))).toEqual([]);
    expect(text).toContain(BUYER_TEXT);
  }
  expect(JSON.stringify([replies, told])).not.toContain(staff.id);
  for (const data of told) expect(z.strictObject(BuyerOrder.shape).parse(data)).toEqual(data);
});

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { ok, refused } from "#test/support/client.ts";
import { somebody } from "#test/support/world.ts";

test("the older form's name becomes the key; without either no business is created", async () => {
  const as = await somebody();
  const mark = randomUUID().slice(0, 8);
  const made = await ok(businesses.createBusiness, { as, body: { name: `Café ${mark}!` } });
  expect(made).toMatchObject({ key: `cafe-${mark}`, name: `Café ${mark}!` });
  for (const body of [{}, { name: "" }, { name: "!!!" }]) {
    expect(await refused(businesses.createBusiness, { as, body })).toMatchObject({
      status: 400,
      error: "BUSINESS.NAME_REQUIRED",
    });
  }
});

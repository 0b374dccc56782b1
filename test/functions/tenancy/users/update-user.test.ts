import { randomUUID } from "node:crypto";
import { expect, inject, test } from "vitest";
import * as z from "zod";
import { accounts } from "#functions/tenancy/accounts/routes.ts";
import { userAliases, users } from "#functions/tenancy/users/routes.ts";
import { people } from "#lib/tenancy/people/table.ts";
import { ok, refused } from "#test/support/client.ts";
import { eventually, openStore, somebody } from "#test/support/world.ts";

const Texts = z.object({ items: z.array(z.object({ to: z.string(), text: z.string() })) });
const newKey = () => `${randomUUID()}${randomUUID()}`;

test("a profile changes in the sent fields, by either path", async () => {
  const as = await somebody();
  const addresses = [{ street: "1 Byron Row", city: "London", zip: "N1", country: "GB" }];
  const settings = { theme: "dark", "päge.size": 50 };
  const first = await ok(users.updateUser, {
    as,
    body: {
      name: "Ada",
      addresses,
      businessUserConfigs: [{ businessId: "store_x", settings }],
      lifecycle: { onboardingCompleted: true },
    },
  });
  expect(first).toMatchObject({ name: "Ada", addresses, businessUserConfigs: [{ settings }] });
  const second = await ok(userAliases.updateUserByAlias, {
    as,
    body: { phoneNumbers: ["+44 (20) 7123-4567"] },
  });
  expect(second).toEqual({ ...first, phoneNumbers: ["+442071234567"] });
  expect(await ok(users.getMyUser, { as })).toEqual(second);
  expect(await refused(users.updateUser, { as, body: { phoneNumbers: ["0170 12"] } })).toMatchObject({
    body: { details: [{ field: "phoneNumbers[0]" }] },
  });
});

test("roles are shown with a permission on each business", async () => {
  const { id, owner } = await openStore();
  const other = await openStore(owner);
  const me = await ok(users.getMyUser, { as: owner });
  expect(me.roleIds).toEqual(["owner"]);
  const permissions = [id, other.id].map((businessId) => ({
    action: "ADMIN",
    resource: `/businesses/${businessId}`,
    conditions: [],
  }));
  expect(me.roles).toEqual([
    { id: "owner", name: "Owner", permissions: expect.arrayContaining(permissions) },
  ]);
  expect(me.roles[0]?.permissions).toHaveLength(2);
});

test("a user's own key works as X-API-Key, is never shown again, and ends when left out", async () => {
  const as = await somebody();
  const value = newKey();
  const made = await ok(users.updateUser, {
    as,
    body: { apiTokens: [{ name: "ci", value, provider: "API" }] },
  });
  const [key] = made.apiTokens;
  expect(key).toMatchObject({ name: "ci", provider: "API" });
  expect(JSON.stringify(made)).not.toContain(value);
  expect(await ok(users.getMyUser, { as: { apiKey: value } })).toMatchObject({ id: as.id });
  expect(await ok(users.getMyUser, { as: { token: value } })).toMatchObject({ id: as.id });

  // A key without its value is only renamed, and a repeated value creates no second key.
  await ok(users.updateUser, { as, body: { apiTokens: [{ ...key, name: "renamed" }] } });
  const same = await ok(users.updateUser, { as, body: { apiTokens: [{ name: "renamed", value }] } });
  expect(same.apiTokens).toHaveLength(1);
  expect(same.apiTokens[0]).toMatchObject({ id: key?.id, name: "renamed" });

  expect((await ok(users.updateUser, { as, body: { apiTokens: [] } })).apiTokens).toEqual([]);
  const at = Math.floor(Date.now() / 1000) + 60;
  expect(await refused(users.getMyUser, { as: { apiKey: value }, at })).toMatchObject({ status: 401 });
});

test("weak keys and those of others are refused, naming the field", async () => {
  const [one, two] = await Promise.all([somebody(), somebody()]);
  const value = newKey();
  const send = (as: typeof one, key: { name: string; value?: string }) =>
    refused(users.updateUser, { as, body: { apiTokens: [{ name: "good", value: newKey() }, key] } });
  await ok(users.updateUser, { as: one, body: { apiTokens: [{ name: "mine", value }] } });
  for (const key of [
    { name: "short", value: newKey().slice(0, 31) },
    { name: "spaced", value: `${newKey()} b` },
    { name: "none" },
    { name: "hers", value },
  ]) {
    expect(await send(two, key), key.name).toMatchObject({
      status: 400,
      body: { validationErrors: [{ field: "apiTokens[1].value" }] },
    });
  }
});

test("a duplicate key in a profile is refused, naming the second", async () => {
  const as = await somebody();
  const value = newKey();
  const apiTokens = [
    { name: "one", value },
    { name: "two", value },
  ];
  expect(await refused(users.updateUser, { as, body: { apiTokens } })).toMatchObject({
    status: 400,
    body: { validationErrors: [{ field: "apiTokens[1].value" }] },
  });
});

test("an issued token stays when a profile omits it, and its use is stored once a minute", async () => {
  const as = await somebody();
  const { id, value } = await ok(accounts.createApiToken, { as, body: { name: "import" } });
  await ok(users.updateUser, { as, body: { apiTokens: [] } });
  const at = Math.floor(Date.now() / 1000);
  const use = (time: number) => ok(accounts.getMyAccount, { as: { apiKey: value }, at: time });
  const lastUse = async () => {
    const { items } = await ok(accounts.listApiTokens, { as });
    return items.find((token) => token.id === id)?.last_used_at;
  };
  await use(at);
  expect(await lastUse()).toBe(at);
  await use(at + 59);
  expect(await lastUse()).toBe(at);
  await use(at + 60);
  expect(await lastUse()).toBe(at + 60);
});

test("a phone is proven by the code that was sent to it", async () => {
  const as = await somebody();
  const phoneNumber = `+4915${String(Math.floor(Math.random() * 1e9)).padStart(9, "0")}`;
  await ok(users.sendPhoneCode, { as, body: { phoneNumber } });
  const text = await eventually(async () => (await textsTo(phoneNumber)).at(-1), "a text");
  const code = /\d{6}/.exec(text)?.[0] ?? "";
  const wrong = { phoneNumber, code: code === "000000" ? "000001" : "000000" };
  expect(await refused(users.confirmPhone, { as, body: wrong })).toMatchObject({
    error: "AUTH.CODE_INVALID",
  });
  const stranger = await somebody();
  expect(await refused(users.confirmPhone, { as: stranger, body: { phoneNumber, code } })).toMatchObject({
    error: "AUTH.CODE_INVALID",
  });
  await ok(users.confirmPhone, { as, body: { phoneNumber, code } });
  expect(await ok(users.getMyUser, { as })).toMatchObject({ phoneNumbers: [phoneNumber] });
  const said = "+442071234567";
  await ok(users.updateUser, { as, body: { phoneNumbers: [phoneNumber, said] } });
  expect(await people.find({ id: as.id })).toMatchObject({ verified_phones: [phoneNumber] });
  expect(await refused(users.confirmPhone, { as, body: { phoneNumber, code } })).toMatchObject({
    error: "AUTH.CODE_INVALID",
  });
  expect(await textsTo(phoneNumber)).toHaveLength(1);
});

async function textsTo(phoneNumber: string): Promise<string[]> {
  const reply = await fetch(`${inject("addresses").api}/_phone`, { headers: { accept: "application/json" } });
  const { items } = Texts.parse(await reply.json());
  return items.filter(({ to }) => to === phoneNumber).map(({ text }) => text);
}

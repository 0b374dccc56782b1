import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sameAddress, sameMailbox } from "#core/mail/address-schema.ts";

const EMAIL = fc.emailAddress();

test("both comparisons are symmetric, and one email address is one mailbox", () => {
  fc.assert(
    fc.property(EMAIL, EMAIL, (one, other) => {
      for (const same of [sameAddress, sameMailbox]) {
        expect(same(one, one)).toBe(true);
        expect(same(one, other)).toBe(same(other, one));
        expect(same(one, other)).toBe(same.key(one) === same.key(other));
        expect(same.key(same.key(one))).toBe(same.key(one));
      }
      if (sameAddress(one, other)) expect(sameMailbox(one, other)).toBe(true);
      expect(sameAddress(one, one.toUpperCase())).toBe(true);
    }),
  );
});

test("a tag makes another email address of the same mailbox, at every provider", () => {
  fc.assert(
    fc.property(EMAIL, fc.stringMatching(/^[a-z0-9+.-]{0,20}$/), (address, tag) => {
      const [local, host] = address.split("@");
      const tagged = `${local}+${tag}@${host}`;
      expect(sameMailbox(address, tagged)).toBe(true);
      expect(sameAddress(address, tagged)).toBe(false);
    }),
  );
});

test("dots count, except at a provider that ignores them, under both of its domains", () => {
  expect(sameMailbox("a.da@example.com", "ada@example.com")).toBe(false);
  expect(sameMailbox("a.d.a+x@gmail.com", "ada@googlemail.com")).toBe(true);
  expect(sameAddress("a.da@gmail.com", "ada@gmail.com")).toBe(false);
  expect(sameAddress("ada@gmail.com", "ada@googlemail.com")).toBe(false);
  // A domain that only ends like the provider's belongs to somebody else.
  expect(sameMailbox("a.da@not-gmail.com", "ada@not-gmail.com")).toBe(false);
  expect(sameMailbox("a.da@mail.gmail.com", "ada@gmail.com")).toBe(false);
});

// Source for Proton: https://github.com/ProtonMail/WebClients (canonicalizeInternalEmail).
test.each([
  ["a.da@proton.me", "ada@proton.me", true],
  ["a_d-a+x@protonmail.com", "ada@proton.me", true],
  ["Ada@pm.me", "a.da@protonmail.ch", true],
  ["a_da@gmail.com", "ada@gmail.com", false],
  ["a-da@outlook.com", "ada@outlook.com", false],
  ["ada@proton.example.com", "a.da@proton.example.com", false],
])("%s and %s lead to one mailbox: %s", (one, other, isSo) => {
  expect(sameMailbox(one, other)).toBe(isSo);
  expect(sameAddress(one, other)).toBe(false);
});

test("look-alike letters differ, and a text that is no email address equals only itself", () => {
  expect(sameAddress("\u212aate@example.com", "kate@example.com")).toBe(false);
  expect(sameMailbox("\u212aate@example.com", "kate@example.com")).toBe(false);
  expect(sameMailbox("+491511234567", "+491511234567")).toBe(true);
  expect(sameMailbox("+491511234567", "+491511234568")).toBe(false);
  expect(sameMailbox("+tag@example.com", "+other@example.com")).toBe(false);
  expect(sameMailbox("ada@constructor", "ada@toString")).toBe(false);
  expect(sameMailbox("", " ")).toBe(true);
});

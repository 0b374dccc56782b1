import { simpleParser } from "mailparser";
import { afterEach, describe, expect, test, vi } from "vitest";
import { newId } from "#core/id.ts";
import { parseMailbox } from "#core/mail/address.ts";
import { composeMail } from "#core/mail/compose.ts";
import * as manifest from "#functions/manifest.ts";
import { configOf } from "#infra/config.ts";
import { deliverMail } from "#lib/delivery/mail/deliver.ts";
import { mailsTo, newEmail, testContext } from "#test/support/world.ts";
import { synthesise } from "./synthesis.ts";

afterEach(() => vi.unstubAllEnvs());

/** Mailboxes by RFC 5322: with quoted, plain or encoded (RFC 2047) names, and any domain (RFC 5891). */
const SENDERS: [setting: string, name: string, address: string][] = [
  ["no-reply@acme.test", "", "no-reply@acme.test"],
  ["<no-reply@acme.test>", "", "no-reply@acme.test"],
  ["Acme Shop <no-reply@acme.test>", "Acme Shop", "no-reply@acme.test"],
  ['"Acme Shop" <no-reply@acme.test>', "Acme Shop", "no-reply@acme.test"],
  ['"Acme, Inc." <no-reply@acme.test>', "Acme Inc.", "no-reply@acme.test"],
  ["Läden & Söhne <no-reply@acme.test>", "Läden & Söhne", "no-reply@acme.test"],
  ["ショップ <no-reply@acme.test>", "ショップ", "no-reply@acme.test"],
  ["Acme Shop <No-Reply@Acme.Test>", "Acme Shop", "No-Reply@acme.test"],
  ["Acme Shop <no-reply@bücher.test>", "Acme Shop", "no-reply@xn--bcher-kva.test"],
];
const mailManifest = {
  operations: [],
  workers: manifest.workers.filter(
    ({ uses, trigger }) => uses?.includes("mail:send") || trigger.kind === "stream",
  ),
};

describe.each(SENDERS)("the sender %s", (from, name, address) => {
  const config = configOf("prod", { mail: { from } });

  test("may be used by its bare address alone", () => {
    const roles = JSON.stringify(synthesise(config, mailManifest).ofType("AWS::IAM::Role"));
    const allowed = [...roles.matchAll(/"ses:FromAddress":"([^"]*)"/g)].map(([, each]) => each);
    expect(allowed.length).toBeGreaterThan(0);
    expect(new Set(allowed)).toEqual(new Set([address]));
  });

  test("is encoded in the From header as SES accepts it, with that address", async () => {
    vi.stubEnv("MAIL_FROM", config.mail.from);
    const letter = { to: newEmail(), subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
    const { raw } = await composeMail(letter);
    const header = /^From: .*(\r\n[ \t].*)*/m.exec(raw.toString("latin1"))?.[0] ?? "";
    expect(header).toMatch(/^[\r\n\t\x20-\x7e]+$/);
    expect(header).toMatch(name === "" ? `From: ${address}` : `<${address}>`);
    expect((await simpleParser(raw)).from?.value.map((sender) => sender.name)).toEqual([name]);

    await deliverMail(testContext(), newId("mail"), letter);
    const [mail] = await mailsTo(letter.to);
    expect(parseMailbox(mail?.from.replace(/^.*<|>$/g, "") ?? "")).toBe(address);
  });
});

test.each([
  "Acme Shop",
  "nobody",
  "",
  "Acme <nobody>",
  "Acme <>",
  "Acme <a@localhost>",
  "a@b.test, c@d.test",
  "Acme <a@b.test>, Other <c@d.test>",
  "other@evil.test <a@b.test>",
  "Acme\r\nBcc: c@d.test <a@b.test>",
  "jürgen@acme.test",
  "Acme <a@b.test",
  `${"n".repeat(400)} <a@b.test>`,
])("the sender %j is refused", (from) => {
  expect(() => configOf("prod", { mail: { from } })).toThrow(/mail\.from of prod is not valid/);
});

test.each(["acme", "acme.test.", "https://acme.test", "a@b@c", "Acme Shop", "two words.test"])(
  "the SES identity %j is refused",
  (identity) => {
    const mail = { from: "no-reply@acme.test", identity };
    expect(() => configOf("prod", { mail })).toThrow(/mail\.identity of prod is not valid/);
  },
);

test("SES verifies the domain in its DNS form", () => {
  const mail = { from: "no-reply@bücher.test", identity: "bücher.test" };
  const [identity] = synthesise(configOf("prod", { mail }), mailManifest).ofType("AWS::SES::EmailIdentity");
  expect(identity?.properties.EmailIdentity).toBe("xn--bcher-kva.test");
});

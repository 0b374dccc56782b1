import fc from "fast-check";
import { simpleParser } from "mailparser";
import { expect, test } from "vitest";
import { parseMailbox } from "#core/mail/address.ts";
import { EmailAddress } from "#core/mail/address-schema.ts";
import { composeMail } from "#core/mail/compose.ts";
import type { Mail } from "#core/mail/mail.ts";
import { NoSlot, takeSlots } from "#core/mail/rate.ts";
import { deliverMail } from "#lib/delivery/mail/deliver.ts";
import { interceptCalls } from "#test/support/table.ts";
import { virtualClock } from "#test/support/virtual-clock.ts";
import { mailsTo, newEmail, testContext } from "#test/support/world.ts";

const mailTo = (more: Partial<Mail> = {}): Mail => ({
  to: "grace@example.com",
  subject: "Hello",
  text: "Hello",
  html: "<p>Hello</p>",
  ...more,
});
const headersOf = (raw: Buffer) => raw.toString("latin1").split("\r\n\r\n")[0] ?? "";
const namesOf = (raw: Buffer) =>
  headersOf(raw)
    .split("\r\n")
    .filter((line) => !/^[ \t]/.test(line))
    .map((line) => line.slice(0, line.indexOf(":")).toLowerCase());

const HOSTILE = [
  "x\r\nBcc: victim@example.com",
  "x\nBcc: victim@example.com",
  "x\rBcc: victim@example.com",
  "x\r\n\r\n<script>body</script>",
  "x\u0000y",
  "x\u2028Bcc: victim@example.com",
  "=?utf-8?Q?=0D=0ABcc:victim@example.com?=",
  "\u202egnp.exe",
  `${"ä".repeat(2000)}`,
  `${"x".repeat(5000)}`,
];

test("no value can add a header or a recipient", async () => {
  const plain = namesOf((await composeMail(mailTo())).raw);
  for (const text of HOSTILE) {
    const { raw, to } = await composeMail(
      mailTo({
        subject: text,
        from_name: text,
        headers: { "List-Id": text, [`X-${text}`]: "a", Bcc: "v@example.com" },
      }),
    );
    const names = namesOf(raw);
    expect(new Set(names)).toEqual(new Set([...plain, "list-id"]));
    expect(names).toHaveLength(plain.length + 1);
    expect(to).toBe("grace@example.com");
    const parsed = await simpleParser(raw);
    expect(parsed.bcc).toBeUndefined();
    expect(parsed.subject).not.toMatch(/[\r\n\u202e]/);
    expect(headersOf(raw)).toMatch(/^[\t\r\n\x20-\x7e]*$/);
  }
});

test("no line is longer than 998 octets, whatever is written", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 4000 }), fc.nat(20_000), async (text, length) => {
      const long = `${text}${"y".repeat(length)}`;
      const { raw } = await composeMail(
        mailTo({ subject: long, text: long, html: `<p>${long}</p>`, from_name: long }),
      );
      for (const line of raw.toString("latin1").split("\r\n")) expect(line.length).toBeLessThanOrEqual(998);
    }),
    { numRuns: 40 },
  );
});

test("an email address is one plain mailbox, its domain in ASCII, or is refused", async () => {
  const refused = [
    "",
    "grace",
    "grace@",
    "@example.com",
    "a@b.example, c@d.example",
    "a@b.example;c@d.example",
    "Evil <grace@example.com>",
    "<grace@example.com>",
    '"grace@example.com, victim"@example.com',
    "grace@example.com\r\nBcc: victim@example.com",
    "grace@example.com\u0000",
    "grace @example.com",
    "grace@exa mple.com",
    "grace@[127.0.0.1]",
    "grace@localhost",
    "grüße@example.com",
    "a..b@example.com",
    ".a@example.com",
    `${"a".repeat(65)}@example.com`,
    `a@${"b".repeat(250)}.example`,
    "grace@example.com>,<victim@example.com",
  ];
  for (const to of refused)
    await expect(composeMail(mailTo({ to })), to).rejects.toThrow("plain mail address");
  expect((await composeMail(mailTo({ to: "grace@bücher.example" }))).to).toBe("grace@xn--bcher-kva.example");
});

test("a reply address that is not one plain mailbox is left out, and the mail goes", async () => {
  for (const reply_to of [
    "jörg@example.com",
    "grace@localhost",
    "gra..ce@example.com",
    "a@b.example, c@d.example",
  ]) {
    expect(namesOf((await composeMail(mailTo({ reply_to }))).raw), reply_to).not.toContain("reply-to");
  }
  expect(namesOf((await composeMail(mailTo({ reply_to: "grace@example.com" }))).raw)).toContain("reply-to");
});

test("a display name cannot pass for another sender", async () => {
  for (const name of [
    'security@bank.example" <security@bank.example>',
    "a@b.example",
    "Bank, security@bank.example",
  ]) {
    const { raw } = await composeMail(mailTo({ from_name: name }));
    const { from } = await simpleParser(raw);
    expect(from?.value).toHaveLength(1);
    expect(from?.value[0]?.address).toBe("no-reply@storefront.example");
    expect(from?.value[0]?.name).not.toMatch(/[@<>]/);
  }
});

test("a mail is sent once, however many requests ask for it at once", async () => {
  const to = newEmail();
  const id = `mail_${to.slice(0, 8)}`;
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => deliverMail(testContext(), id, mailTo({ to }))),
  );
  expect(outcomes.filter((outcome) => outcome === "sent")).toHaveLength(1);
  expect(await mailsTo(to)).toHaveLength(1);
});

test("a mail is not sent again because the table was too busy to record it", async () => {
  const to = newEmail();
  const id = `mail_${to.slice(0, 8)}`;
  const busy = Object.assign(new Error("Slow down."), {
    name: "ThrottlingException",
    $metadata: { httpStatusCode: 400 },
  });
  const noting = (input: object) => JSON.stringify(input).includes('"status":"sent"');
  const send = () => deliverMail(testContext(), id, mailTo({ to }));
  await interceptCalls(
    (_, next, input) => (noting(input) ? Promise.reject(busy) : next()),
    () => expect(send()).rejects.toThrow(busy),
  );
  expect(await send()).toBe("known");
  expect(await mailsTo(to)).toHaveLength(1);
});

test("an impossible email address is refused for good and not retried", async () => {
  const id = `mail_${newEmail().slice(0, 8)}`;
  expect(await deliverMail(testContext(), id, mailTo({ to: "a@b.example, c@d.example" }))).toBe("refused");
  expect(await deliverMail(testContext(), id, mailTo({ to: "a@b.example, c@d.example" }))).toBe("known");
});

test("all senders together stay below the rate in any second, and urgent mail waits little", async () => {
  const rate = Number(process.env.MAIL_RATE);
  const schedule = { key: { pk: "MAIL_RATE", sk: crypto.randomUUID() }, ...virtualClock(4) };
  const end = schedule.now() + 5000;
  const slots: number[] = [];
  const sender = async (lane: "bulk" | "urgent", count: number, pause: number) => {
    const waits: number[] = [];
    while (schedule.now() < end) {
      const requestedAt = schedule.now();
      const taken = await takeSlots(lane, count, undefined, schedule);
      slots.push(...taken);
      waits.push((taken[0] ?? 0) - requestedAt);
      if (pause > 0) await schedule.sleep(pause);
    }
    schedule.leave();
    return Math.max(...waits);
  };
  const bulk = () => sender("bulk", 20, 0);
  const [longest] = await Promise.all([sender("urgent", 1, 40), bulk(), bulk(), bulk()]);
  const most = Math.max(
    ...slots.map((start) => slots.filter((at) => at >= start && at < start + 1000).length),
  );
  expect(most).toBeLessThanOrEqual(rate);
  expect(most).toBeGreaterThan(rate * 0.85);
  // Bulk mail may be scheduled this far ahead, plus the last twenty mails.
  expect(longest).toBeLessThan(200 + (20 * 1000) / (rate * 0.9) + 20);
});

test("a sender for whom no slot is free in time gets an error, and takes none", async () => {
  const schedule = { key: { pk: "MAIL_RATE", sk: crypto.randomUUID() }, ...virtualClock(1) };
  const rate = Number(process.env.MAIL_RATE);
  const begun = schedule.now();
  await takeSlots("bulk", rate, undefined, schedule);
  await expect(takeSlots("bulk", 1, begun + 500, schedule)).rejects.toThrow(NoSlot);
  expect(schedule.now()).toBeGreaterThanOrEqual(begun + 500);
  expect(await takeSlots("urgent", 1, undefined, schedule)).toEqual([
    begun + Math.ceil(rate * (1000 / (rate * 0.9))),
  ]);
});

test("every accepted email address can be sent to", () => {
  const label = fc.stringMatching(/^[a-zA-Z0-9-]{1,70}$/);
  const local = fc.stringMatching(/^[a-zA-Z0-9.+_'-]{1,70}$/);
  const made = fc
    .tuple(local, fc.array(label, { minLength: 1, maxLength: 4 }), fc.constantFrom("com", "example", "c-m"))
    .map(([before, labels, last]) => `${before}@${labels.join(".")}.${last}`);
  const property = fc.property(fc.oneof(made, fc.emailAddress()), (text) => {
    const { data } = EmailAddress.safeParse(text);
    if (data === undefined) return;
    expect(parseMailbox(data)).toBe(data);
  });
  const examples: [string][] = [["a@b-.com"], [`${"a".repeat(65)}@b.com`], [`a@${"b".repeat(64)}.com`]];
  fc.assert(property, { numRuns: 400, examples });
  expect(EmailAddress.parse(" Ada.O'Neil+shop@b-2.example ")).toBe("ada.o'neil+shop@b-2.example");
});

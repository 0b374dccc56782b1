import * as fc from "fast-check";
import { simpleParser } from "mailparser";
import { expect, test } from "vitest";
import { html } from "#core/html.ts";
import { htmlPage } from "#core/http/html-page.ts";
import { composeMail } from "#core/mail/compose.ts";
import { mailSenderOf } from "#lib/tenancy/tenants/letterhead.ts";
import { checkReturnUrl } from "#lib/tenancy/tenants/origins.ts";

/** Characters that end a value, begin another, or have a special meaning. */
const HOSTILE = fc
  .array(
    fc.oneof(
      fc.constantFrom("\r\n", ...";,\n\r\"' *\u0000\u2028\u202eé用"),
      fc.constantFrom(
        ..."script-src *|frame-ancestors *|Bcc: v@example.com|<b>|\\|%0d%0a|=?x?q?a?=|data:".split("|"),
      ),
      fc.string({ maxLength: 8 }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(""));

/** URLs with unusual hosts, ports, paths or users. */
const URLS = fc.oneof(
  HOSTILE.map((text) => `https://logo.example${text}/a.png`),
  HOSTILE.map((text) => `https://${text}.example/a.png`),
  HOSTILE.map((text) => `https://logo.example/${text}`),
  HOSTILE.map((text) => `https://${text}@logo.example/a.png`),
  HOSTILE,
  fc.webUrl(),
  fc.constantFrom(
    "https://a;script-src *;x/l.png",
    "https://a'unsafe-inline'.example/l.png",
    "http://plain.example/l.png",
  ),
);

const ONE_LINE = /^[\x20-\x7e]*$/;

test("the URL of a logo adds at most its own source to the policy of a page", () => {
  fc.assert(
    fc.property(URLS, HOSTILE, (logo, name) => {
      const page = htmlPage({
        language: "en",
        title: name,
        letterhead: { name, logo, lines: [name] },
        main: html``,
      });
      const policy = page.headers["content-security-policy"] ?? "";
      expect(policy).toMatch(ONE_LINE);
      const directives = policy.split(";").map((each) => each.trim().split(" "));
      expect(directives.map(([directive]) => directive)).toEqual([
        "default-src",
        "style-src",
        "img-src",
        "frame-ancestors",
        "base-uri",
      ]);
      const [, , pictures = [], ancestors] = directives;
      expect(ancestors).toEqual(["frame-ancestors", "'none'"]);
      expect(pictures.length).toBeLessThanOrEqual(3);
      if (pictures[2] !== undefined) expect(pictures[2]).toMatch(/^https:\/\/[a-z0-9._-]+(:\d+)?$/);
      for (const value of Object.values(page.headers)) expect(value).toMatch(ONE_LINE);
      expect(String(page.body).split("<body>")[1]).not.toContain("<b>");
    }),
    { numRuns: 2000 },
  );
});

test("a logo with an ordinary URL is shown, and one of the local machine only there", () => {
  const policyOf = (logo: string) => {
    const letterhead = { name: "Corner", logo, lines: [] };
    const { headers, body } = htmlPage({ language: "en", title: "x", letterhead, main: html`` });
    return [headers["content-security-policy"]?.match(/img-src ([^;]*)/)?.[1], String(body).includes("<img")];
  };
  expect(policyOf("https://cdn.example.com/logo.png")).toEqual(["data: https://cdn.example.com", true]);
  expect(policyOf("https://CDN.example.com:8443/a;b,c.png")).toEqual([
    "data: https://cdn.example.com:8443",
    true,
  ]);
  expect(policyOf("https://münze.example/logo.png")).toEqual(["data: https://xn--mnze-0ra.example", true]);
  expect(policyOf("http://localhost:3000/logo.png")).toEqual(["data: http://localhost:3000", true]);
  expect(policyOf("http://cdn.example.com/logo.png")).toEqual(["data:", false]);
  expect(policyOf("https://a;script-src *;x/l.png")).toEqual(["data:", false]);
});

test("no store name or reply address changes the sender, recipient or headers of a mail", async () => {
  await fc.assert(
    fc.asyncProperty(HOSTILE, HOSTILE, HOSTILE, async (name, support, subject) => {
      const business = { id: "store_a", name, configs: { emails: { support, billing: support } } };
      const { from_name, reply_to } = mailSenderOf(business);
      const { raw, to } = await composeMail({
        to: "grace@example.com",
        subject,
        text: "x",
        html: "<p>x</p>",
        from_name,
        ...(reply_to ? { reply_to } : {}),
        headers: { "List-Unsubscribe": `<https://api.example/${subject}>`, "List-Id": name },
      });
      expect(to).toBe("grace@example.com");
      const head = raw.toString("latin1").split("\r\n\r\n")[0] ?? "";
      expect(head).toMatch(/^[\t\r\n\x20-\x7e]*$/);
      const names = head
        .split("\r\n")
        .filter((line) => !/^[ \t]/.test(line))
        .map((line) => line.slice(0, line.indexOf(":")).toLowerCase());
      expect(new Set(names).size).toBe(names.length);
      expect(names.filter((each) => /^(bcc|cc|sender|return-path)$/.test(each))).toEqual([]);
      const parsed = await simpleParser(raw);
      expect(parsed.from?.value).toHaveLength(1);
      expect([parsed.bcc, parsed.cc]).toEqual([undefined, undefined]);
      expect(parsed.replyTo?.value.length ?? 0).toBeLessThanOrEqual(1);
    }),
    { numRuns: 300 },
  );
});

test("a redirect header is one line with an allowed origin, whatever URL was requested", () => {
  const tenant = { configs: { origins: ["https://shop.example"] } };
  fc.assert(
    fc.property(URLS, HOSTILE, HOSTILE, (address, path, id) => {
      for (const sent of [address, `https://shop.example/${path}`]) {
        let location: string;
        try {
          location = checkReturnUrl(tenant, "return_url", sent, { order_id: id });
        } catch {
          continue;
        }
        expect(location).toMatch(ONE_LINE);
        if (location !== "") expect(new URL(location).origin).toBe("https://shop.example");
      }
    }),
    { numRuns: 2000 },
  );
});

import fc from "fast-check";
import { simpleParser } from "mailparser";
import { expect, test } from "vitest";
import { newId } from "#core/id.ts";
import { compose } from "#core/mail/compose.ts";
import { letterFor } from "#lib/delivery/newsletters/letter.ts";
import { checkTemplates, renderEntry } from "#lib/delivery/newsletters/render.ts";
import { testContext } from "#test/support/world.ts";

const block = (id: string, value: string) => ({ id, type: "TEXT" as const, value });
const entryOf = (subject: string, ...texts: string[]) => ({
  locale: "en",
  blocks: [block("subject", subject), ...texts.map((text, index) => block(`body${index}`, text))],
});
const tagsIn = (html: string) => html.match(/<[^>]*>/g) ?? [];
const hostile = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    "{{business.email}}",
    "{{#business}}{{email}}{{/business}}",
    "{{{business.email}}}",
    "{{=<% %>=}}<%business.email%>",
    "<script>alert(1)</script>",
    '" onmouseover="x',
    "a\r\nBcc: victim@example.com",
    "$& $1 $`",
  ),
);

test("a value is text whatever it looks like: never a template, a tag, an attribute or a header", async () => {
  const business = {
    id: newId("store"),
    email: "secret@example.com",
    website: "",
    phone: "",
    key: "blue-bottle",
    address: {},
    configs: {},
  };
  const entry = entryOf(
    "To {{business.name}}",
    '<p title="{{business.name}}">{{business.name}}</p>',
    "{{business.name}}",
  );
  const newsletter = {
    id: newId("lcol"),
    name: "Weekly",
    plans: [],
    slug: "weekly",
    tracking: { opens: true, clicks: false },
  };
  const mailFor = async (name: string) => {
    const edition = { business: { ...business, name }, newsletter, entry };
    const letter = await letterFor(
      testContext(),
      edition,
      { id: "s", email: "a@b.example", planId: "" },
      "mail_1",
    );
    const { raw } = await compose(letter);
    return { letter, parsed: await simpleParser(raw) };
  };
  const plain = await mailFor("Ada");
  const shape = (html: string) => tagsIn(html).map((tag) => tag.replace(/"[^"]*"/g, '""'));
  await fc.assert(
    fc.asyncProperty(hostile, async (name) => {
      const { letter, parsed } = await mailFor(name);
      expect(letter.html).not.toContain(business.email);
      expect(letter.text).toContain(name);
      expect(shape(letter.html)).toEqual(shape(plain.letter.html));
      expect([...parsed.headers.keys()].sort()).toEqual([...plain.parsed.headers.keys()].sort());
      expect(parsed.subject).not.toMatch(/[\r\n]/);
    }),
    { numRuns: 60 },
  );
});

test("a template reaches its variables and nothing else", () => {
  const reach = (template: string) =>
    renderEntry(entryOf("S", template), "S", { business: { name: "Ada" } }).text;
  for (const template of [
    "{{constructor}}",
    "{{business.constructor.name}}",
    "{{business.__proto__.toString}}",
    "{{process.env.HOME}}",
    "{{business.name.constructor.constructor}}",
    "{{#business.name.length.constructor}}in{{/business.name.length.constructor}}",
  ]) {
    expect(reach(template), template).toBe("");
  }
});

test("a variable that is no text prints none, whatever is in it, and stops no mail", () => {
  const business = { name: "Ada", toString: 1, lines: [{ toString: 1 }, ["x", { valueOf: 1 }]] };
  const print = (template: string) => renderEntry(entryOf("S", template), "S", { business });
  for (const template of ["{{business}}", "{{{business}}}", "{{&business}}"])
    expect(print(template)).toMatchObject({ subject: "S", text: "" });
  expect(print("{{#business.lines}}{{.}};{{/business.lines}}").text).toBe(";x,;");
});

test("sections beyond what can be rendered in time, partials and other delimiters are refused", () => {
  const refused = [
    `${"{{#a}}".repeat(300)}${"{{/a}}".repeat(300)}`,
    "{{>x}}",
    "{{=<% %>=}}",
    "{{#a}}",
    "{{/a}}",
  ];
  for (const text of refused) expect(() => checkTemplates(entryOf("S", text)), text.slice(0, 20)).toThrow();
});

test("what is a template renders, also as HTML and as text, and what does not is refused", () => {
  const variables = { business: { name: "Ada & Co" }, subscriber: { plan: "Gold" } };
  const rendered = (text: string) => renderEntry(entryOf("S", text), "S", variables);
  expect(rendered("{{#business.name}}Hi {{business\n.name}}{{/business.name\n\n}}").text).toContain("Hi");
  expect(rendered("{{#business.name}}Hi{{/business.name\n\n}}").html).toContain("Hi");
  expect(
    rendered("<p>3 < 5 {{#subscriber.plan}}-> <b>{{business.name}}</b>{{/subscriber.plan}}</p>").text,
  ).toBe("3 < 5 -> Ada & Co");
  expect(
    rendered("<p>&amp;lt; {{subscriber.plan}}</p><style>{{#subscriber.plan}}p{}</style>{{/subscriber.plan}}")
      .text,
  ).toBe("&lt; Gold");
  const broken = "{{#a{\n}}x{{/a{\n}}\n\n{{#b{\n}}x{{/b{ }}";
  expect(() => checkTemplates(entryOf("S", broken))).toThrow();
});

test("HTML is made into text with its links and lines, in a time in proportion to its length", () => {
  const text = (html: string) => renderEntry(entryOf("S", html), "S", {}).text;
  expect(
    text(
      '<head><title>x</title></head><p>One<br/>two</p><STYLE>p{}</STYLE><a class="b" href="https://e.example/?a=1&amp;b=2">three</a><a>!</a>',
    ),
  ).toBe("One\ntwo\nthree (https://e.example/?a=1&b=2)!");
  // Each of them would take minutes, if something were looked for from every tag to the end.
  for (const tag of ['<a href="x" ', '<a href="x">', "<style>", "<p ", "<", "</a>", "&#"]) {
    text(`<p>${tag.repeat(190_000 / tag.length)}`);
  }
});

test("a text of several values is all of them", () => {
  const many = { id: "many", type: "TEXT" as const, value: ["One & two", "Three"] };
  const { text, html } = renderEntry({ locale: "en", blocks: [many] }, "S", {});
  expect(text).toBe("One & two\n\nThree");
  expect(html).toContain("One &#38; two</p>");
});

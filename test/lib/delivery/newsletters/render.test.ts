import fc from "fast-check";
import { simpleParser } from "mailparser";
import { expect, test } from "vitest";
import { newId } from "#core/id.ts";
import { composeMail } from "#core/mail/compose.ts";
import { editionEmail } from "#lib/delivery/newsletters/edition-email.ts";
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

test("a value is always text, never a template, a tag, an attribute or a header", async () => {
  const contact = { email: "secret@example.com", website: "", phone: "", address: {} };
  const business = { id: newId("store"), key: "blue-bottle", configs: {}, ...contact };
  const entry = entryOf(
    "To {{business.name}}",
    '<p title="{{business.name}}">{{business.name}}</p>',
    "{{business.name}}",
  );
  const tracking = { opens: true, clicks: false };
  const newsletter = { id: newId("lcol"), name: "Weekly", plans: [], slug: "weekly", tracking };
  const mailFor = async (name: string) => {
    const edition = { business: { ...business, name }, newsletter, entry };
    const reader = { id: "s", email: "a@b.example", planId: "" };
    const letter = await editionEmail(testContext(), edition, reader, "mail_1");
    const { raw } = await composeMail(letter);
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

test("a template can read only its variables", async () => {
  const reach = async (template: string) =>
    (await renderEntry(entryOf("S", template), "S", { business: { name: "Ada" } })).text;
  for (const template of [
    "{{constructor}}",
    "{{business.constructor.name}}",
    "{{business.__proto__.toString}}",
    "{{process.env.HOME}}",
    "{{business.name.constructor.constructor}}",
    "{{#business.name.length.constructor}}in{{/business.name.length.constructor}}",
  ]) {
    expect(await reach(template), template).toBe("");
  }
});

test("a variable that is not text prints nothing and stops no mail", async () => {
  const business = { name: "Ada", toString: 1, lines: [{ toString: 1 }, ["x", { valueOf: 1 }]] };
  const print = (template: string) => renderEntry(entryOf("S", template), "S", { business });
  for (const template of ["{{business}}", "{{{business}}}", "{{&business}}"])
    expect(await print(template)).toMatchObject({ subject: "S", text: "" });
  expect((await print("{{#business.lines}}{{.}};{{/business.lines}}")).text).toBe(";x,;");
});

test("partials, other delimiters and too many sections are refused", async () => {
  const sections = `${"{{#a}}".repeat(300)}${"{{/a}}".repeat(300)}`;
  for (const text of [sections, "{{>x}}", "{{=<% %>=}}", "{{#a}}", "{{/a}}"])
    await expect(checkTemplates(entryOf("S", text)), text.slice(0, 20)).rejects.toThrow();
});

test("a template that cannot be rendered as HTML and as text is refused", async () => {
  const variables = { business: { name: "Ada & Co" }, subscriber: { plan: "Gold" } };
  const rendered = (text: string) => renderEntry(entryOf("S", text), "S", variables);
  const lineBreaks = await rendered("{{#business.name}}Hi {{business\n.name}}{{/business.name\n\n}}");
  expect(lineBreaks.text).toContain("Hi");
  expect((await rendered("{{#business.name}}Hi{{/business.name\n\n}}")).html).toContain("Hi");
  const sum = "<p>3 < 5 {{#subscriber.plan}}-> <b>{{business.name}}</b>{{/subscriber.plan}}</p>";
  expect((await rendered(sum)).text).toBe("3 < 5 -> Ada & Co");
  const style =
    "<p>&amp;lt; {{subscriber.plan}}</p><style>{{#subscriber.plan}}p{}</style>{{/subscriber.plan}}";
  expect((await rendered(style)).text).toBe("&lt; Gold");
  const broken = "{{#a{\n}}x{{/a{\n}}\n\n{{#b{\n}}x{{/b{ }}";
  await expect(checkTemplates(entryOf("S", broken))).rejects.toThrow();
});

/** HTML of mail programs and newsletter editors, what it shows, and the source that describes it. */
const SHOWN: [html: string, text: string][] = [
  ["<p>F&uuml;r 10&nbsp;&euro; &mdash; &#x1F600;&hearts;</p>", "Für 10 € — 😀♥"], // HTML 13.5: references
  ["<p>&amp;lt; a &lt; b &copy 2026</p>", "&lt; a < b © 2026"], // HTML 13.2.5.73: some need no semicolon
  ["<table><tr><td>Bowl</td><td>2</td><td>€36</td></tr></table>", "Bowl   2   €36"], // HTML 4.9.9: cells
  ["<table><tr><th>Item<th>Sum<tr><td>Bowl<td>€36</table>", "Item   Sum\nBowl   €36"], // HTML 4.9: no ends
  ["<table><tr><td><p>One</p><p>two</p></td><td>Three</td></tr></table>", "One\n\ntwo\n\nThree"], // MJML
  ["<a href='https://e.example/?a=1&amp;b=2'>one</a>", "one (https://e.example/?a=1&b=2)"], // HTML 13.1.2.3
  ["<a class=b href=https://e.example/two>two</a>!", "two (https://e.example/two)!"], // HTML 13.1.2.3
  ['<A HREF = "https://e.example/\n three">three</A>', "three (https://e.example/ three)"], // URL 4.4: break
  ['<a href="mailto:a@b.example">a@b.example</a><a href="#top">.</a>', "a@b.example."], // RFC 6068; an anchor
  ['<a href="https://e.example"><img src="b.png" alt="Shop"></a>', "Shop (https://e.example)"], // HTML 4.8.4
  ['<a href="https://e.example"><img src="b.png"></a>', "https://e.example"], // HTML 4.8.4.4.6
  ['<img src=a.png alt="Our bowls"><img src=pixel.gif alt="" width=1>', "Our bowls"], // HTML 4.8.4: empty alt
  ["<!--[if mso]><p>Outlook</p><![endif]--><p>All</p>", "All"], // Outlook: conditional comments
  ["<!--[if !mso]><!--><p>Others</p><!--<![endif]-->", "Others"], // Outlook: shown to all others
  ["<![if !mso]><p>Others</p><![endif]>", "Others"], // Outlook: the form that is no comment
  ["<p>One</p><p>Two</p><div>three</div><div>four</div>", "One\n\nTwo\n\nthree\nfour"], // HTML 15.3.3: blocks
  ["<center>One</center><center>Two</center><address>Three</address>", "One\nTwo\nThree"], // HTML 15.3.3
  ["<dl><dt>When</dt><dd>Monday</dd></dl>", "When\nMonday"], // HTML 15.3.7
  ['<p title="a > b">Text</p>', "Text"], // HTML 13.1.2.3: > within quotes
  ["<ul><li>One<ul><li>two</ul><li>Three</ul>", "- One\n  - two\n- Three"], // HTML 15.3.7: marks
  ["<p>Do:</p><ol start=3><li>One</li><li>Two</li></ol>", "Do:\n\n 3. One\n 4. Two"], // HTML 4.4.5: start
  ["<h1>News</h1>Text<h2>More</h2>", "News\n\nText\n\nMore"], // HTML 15.3.6: headings as they are written
  [
    "<!doctype html><html><head><title>x</title><style>p{}</style></head><body><p>One<br/>two</p><STYLE>p{}</STYLE><script>1</script></body></html>",
    "One\ntwo", // HTML 15.3.1: what is not rendered
  ],
  ['<div style="DISPLAY: none !important; mso-hide: all">Preheader</div><p>Text</p>', "Text"], // a preheader
  ['<span style="max-height:0px;overflow:hidden;font-size:1px">Before</span><p>Text</p>', "Text"], // clipped
  ['<span style="color:transparent;opacity:0">Before</span><p hidden>x</p><p>Text</p>', "Text"], // HTML 6.1
  [
    "<style>@import url(x); .preheader, span.more { display: none !important } #top{display:none}</style><span class='a preheader'>Pre</span><span class=more>more</span><div id=top>Top</div><p class=more>Text</p>",
    "Text", // https://github.com/leemunroe/responsive-html-email-template: .preheader in the style sheet
  ],
  [
    "<style>/* .a{display:none} */ .desk{color:red} .phone{display:none} @media (max-width:600px){.desk{display:none} .phone{display:block}}</style><table><tr><td class=phone>Menu</td><td class=desk>Shop</td></tr></table>",
    "Shop", // Media Queries 4, 2: a wide screen shows what is for wide screens
  ],
  [
    "<!--[if mso]><style>.web{display:none}</style><![endif]--><style>.b{display:none}.b{display:block}</style><p class=web>Web</p><p class=b>Later</p>",
    "Web\n\nLater", // CSS Cascade 4, 6: the later rule; Outlook's own rules are its own
  ],
  // MJML: font-size 0 between columns hides nothing
  ['<td style="font-size:0px;max-height:40px;opacity:0.8"><p style="font-size:14px">Text</p></td>', "Text"],
  ["<p>&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;</p><p>Ge&shy;schirr</p>", "Geschirr"], // behind preheaders
  ["<p>ready<b>made</b>, <i>so</i>\n   to say</p>", "readymade, so to say"], // CSS Text 4.1: white space
  ["<pre>a\n  b</pre><blockquote>said</blockquote>", "a\n  b\n\n> said"], // HTML 15.3.3; RFC 3676 4.5
  ["<section>One</section>", "One"], // HTML 4.3
  ["<li>One<li>Two", "One\nTwo"], // HTML 15.3.7: an item outside a list is a line of its own too
];
test.each(SHOWN)("the plain text of %s matches what a mail program shows", async (html, text) => {
  expect((await renderEntry(entryOf("S", html), "S", {})).text).toBe(text);
});

test("converting HTML to text takes time proportional to its length, however deep it nests", async () => {
  const text = async (html: string) => (await renderEntry(entryOf("S", html), "S", {})).text;
  // Each would take minutes if every tag were searched to the end, or overflow the stack.
  const tags = ['<a href="x" ', '<a href="x">', '<a href="x">y ', "<style>", "<p ", "<", "</a>", "&#"];
  const sheets = ["<style>{", "<style>/*", "<style>.a{display:none}"];
  const nesting = ["<table><tr><td>", '<div style="a">', "<ul><li>", "<table><form>", "<p>x "];
  for (const tag of [...tags, ...sheets, ...nesting]) await text(`<p>${tag.repeat(190_000 / tag.length)}`);
  const deep = 100;
  expect(await text(`${"<table><tr><td>".repeat(deep)}x${"</td></tr></table>".repeat(deep)}`)).toBe("x");
});

test("the text of HTML is proportional to it in length, however deep quotes and lists nest", async () => {
  const lines = "word<br>".repeat(2000);
  for (const tags of ["<blockquote>", "<ul><li>", "<ol><li>", "<ul><li><blockquote>"]) {
    const html = `${tags.repeat(150)}${lines}`;
    const { text } = await renderEntry(entryOf("S", html), "S", {});
    expect(text.match(/word/g)).toHaveLength(2000);
    expect(text.length, tags).toBeLessThan(10 * html.length);
  }
});

test("a text with several values contains all of them", async () => {
  const many = { id: "many", type: "TEXT" as const, value: ["One & two", "Three"] };
  const { text, html } = await renderEntry({ locale: "en", blocks: [many] }, "S", {});
  expect(text).toBe("One & two\n\nThree");
  expect(html).toContain("One &#38; two</p>");
});

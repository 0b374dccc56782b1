import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { env } from "#core/env.ts";
import { lowerWords } from "#core/http/contract.ts";
import { markdown } from "#core/reference/markdown.ts";
import { referenceReply } from "#core/reference/reply.ts";
import { operations } from "#functions/manifest.ts";
import { document } from "#functions/openapi-document.ts";

const text = JSON.stringify(document);
const { components, tags }: { components: { schemas: object }; tags: { description: string }[] } =
  JSON.parse(text);

test("the reference has named schemas, and every reference resolves", () => {
  const names = new Set(Object.keys(components.schemas));
  for (const name of ["Store", "Form", "Submission", "Reservation", "Product", "Order", "Cart", "FormPage"]) {
    expect(names).toContain(name);
  }
  const used = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, name = ""]) =>
    name.replace("#/components/schemas/", ""),
  );
  expect(used.filter((name) => !names.has(name))).toEqual([]);
  expect([...names].filter((name) => !/^\w+$/.test(name))).toEqual([]);
});

test("every schema module gives its names to the reference", () => {
  const root = join(import.meta.dirname, "../../../..");
  const listed = readFileSync(join(root, "functions/schemas.ts"), "utf8");
  // Except the small schemas of lib/core, which describe no shown record.
  const files = globSync("lib/*/*/*schema.ts", { cwd: root }).filter(
    (file) => !/core\/(texts|http|dynamo|sums|places)\//.test(file),
  );
  expect(files.filter((file) => !listed.includes(`"#${file.replace(/^lib\/core\//, "core/")}"`))).toEqual([]);
});

test("every domain has a description, and no operation calls itself an extension", () => {
  expect(tags.map(({ description }) => description)).not.toContain("");
  expect(text).not.toContain("extension of the documented interface");
  expect(tags.length).toBe(new Set(operations.map(({ domain }) => domain)).size);
});

test("the page of an operation shows the older spelling of a field after the newer one", async () => {
  const page = await (await fetch(`${env("PUBLIC_URL")}/v1/reference/carts`)).text();
  const checkout = page.slice(page.indexOf('id="checkoutCart"'));
  expect(checkout.indexOf(">quoteId<")).toBeGreaterThan(checkout.indexOf(">quote_id<"));
});

test("a limit is a whole number", () => {
  expect(text).toContain('"name":"limit"');
  expect(text).not.toMatch(/"name":"limit"[^}]*"schema":\{"type":"string"/);
});

test("the reference has a page per guide and per domain, with fields and a sample call", async () => {
  const api = env("PUBLIC_URL");
  const first = await (await fetch(`${api}/v1/reference`)).text();
  const links = [...first.matchAll(/href="(\/v1\/reference\/[^"#]+)/g)].map(([, path = ""]) => path);
  const pages = new Map<string, string>();
  for (const path of new Set(links)) pages.set(path, await (await fetch(api + path)).text());
  const all = [...pages.values()].join("");
  expect(operations.filter(({ id }) => !all.includes(`id="${id}"`))).toEqual([]);
  expect(pages.get("/v1/reference/forms")).toContain(`-d &#39;{`);
  expect(pages.get("/v1/reference/forms")).toContain("await answer(");
  for (const [path, page] of pages) {
    const html = page.replace(/<script>[\s\S]*<\/script>/, "");
    expect({ path, raw: /\{api\}|undefined|\[object/.exec(html)?.[0] }).toEqual({ path, raw: undefined });
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
    expect({ path, twice }).toEqual({ path, twice: [] });
    const dead = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id).filter((id) => !ids.includes(id));
    expect({ path, dead }).toEqual({ path, dead: [] });
    const away = [...html.matchAll(/href="(\/v1\/reference\/[^"#]+)/g)].map(([, to = ""]) => to);
    expect(away.filter((to) => !pages.has(to))).toEqual([]);
  }
  const strange = await fetch(`${api}/v1/reference/nothing`, { headers: { accept: "text/html" } });
  expect([strange.status, strange.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
});

test("a page sends its samples on the local stack, and has nothing for that on AWS", () => {
  const replyAt = (url: string) => {
    vi.stubEnv("PUBLIC_URL", url);
    const { body, headers } = referenceReply({ forms: "<html><body>{api}</body></html>" }, "forms");
    return { body: String(body), policy: headers?.["content-security-policy"] };
  };
  try {
    const local = replyAt("http://127.0.0.1:4400");
    expect(local.body).toContain('src="/_local/try-it/form.js"></script></body>');
    expect(local.policy).toMatch(/script-src 'sha256-\S+' 'self';/);
    for (const url of ["https://api.shop.example", "https://localhost.shop.example"]) {
      const deployed = replyAt(url);
      expect(deployed.body).toBe(`<html><body>${url}</body></html>`);
      expect(deployed.policy).toMatch(/script-src 'sha256-\S+'; connect-src 'self';/);
    }
  } finally {
    vi.unstubAllEnvs();
  }
});

test("the index of the search has everything, is small, and leads to anchors that are there", async () => {
  const api = env("PUBLIC_URL");
  const reply = await fetch(`${api}/v1/reference/search.json`);
  const index = await reply.text();
  expect([reply.headers.get("content-type"), index.length < 200_000]).toEqual(["application/json", true]);
  const entries: [number, string, string, string][] = JSON.parse(index);
  const titles = entries.map(([kind, title]) => `${kind} ${title}`);
  for (const title of [
    "1 Webhooks",
    "2 PRODUCT.INSUFFICIENT_STOCK",
    "3 payment_method_key",
    "4 order.confirmed",
    "5 Order",
  ])
    expect(titles).toContain(title);
  const targets = Map.groupBy(entries, ([, , , at]) => at.split("#")[0] ?? "");
  expect(entries.filter(([kind]) => kind === 0).length).toBeGreaterThanOrEqual(operations.length);
  for (const [page, own] of targets) {
    const html = await (await fetch(`${api}/v1/reference/${page}`)).text();
    const dead = own.filter(([, , , at]) => !html.includes(` id="${at.split("#")[1]}"`));
    expect({ page, dead }).toEqual({ page, dead: [] });
  }
});

test("texts of guides and schemas are text on their pages, never HTML", () => {
  const evil = "<img src=x onerror=alert(1)>";
  const html = markdown(
    `# ${evil}\n\n- ${evil}\n\n| a |\n|---|\n| ${evil} |\n\n[${evil}](javascript:alert(1)) \`${evil}\``,
  ).toString();
  expect(html).not.toMatch(/<img|javascript:/);
});

/** Names of fields that need no description. */
const PLAIN =
  /^(id|key|name|type|status|email|phone|address|addresses|city|description|label|title|text|message|messages|url|file|files|urls|filename|width|height|large|medium|small|original|size|first_name|last_name|phone_number|phone_numbers|password|old_password|new_password|line[12]|street[12]?|zip|postal_code|website|company|created|updated|deleted|removed|received|sent|failed|skipped|refused|unknown|bounced|complained|delivered|opened|enabled|hidden|verified|valid|warnings|errors|faults|line|lines|rows|row|account|contact|store|comment|comments|conversation|publication|subscription|plan|plans|reply|image|icon|icon_key|languages|markets|webhooks|providers|api_tokens|auth_tokens|memberships|role|roles|resources|triggers|operations|body|field|status_code|validation_errors|token_type|access_token|refresh_token|signature|comment|input|script|example|limit|model|delete|input_type|unit|user_agent|response|start|end|display_name|author_name|suggested_reply|destination|upload|number|(min|max)_(length|count)|(wrong_store|repeated|unknown_payment|refused_callbacks|business_user_configs|newly_created_tokens)|\w+_(name|requirements|mime_types|types|rate|synced|scanned|classified|supported|handle|summary|url|key|message|requested|count|message|patterns|title)|(read|reply|hide|sync|order|reservation|has|max|media|text|is|aspect|recovery|publish|charge|code|configuration|failed|error|reply)_\w+)$/;

test("every field and parameter is clear from its name, or has a description", () => {
  const unclear = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      if (key === "example" || key === "examples" || key === "default") continue;
      if (key === "properties") {
        for (const [name, field] of Object.entries(item as object)) {
          if (!PLAIN.test(lowerWords(name, "_")) && !Object(field).description) unclear.add(name);
        }
      }
      visit(key === "properties" ? Object.values(item as object) : item);
    }
  };
  visit(components.schemas);
  expect([...unclear]).toEqual([]);
  const { paths }: { paths: Record<string, Record<string, { parameters: { description?: string }[] }>> } =
    JSON.parse(text);
  const parameters = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(parameters.flatMap((each) => each.parameters).filter(({ description }) => !description)).toEqual([]);
});

import { expect, test } from "vitest";
import { env } from "#core/env.ts";
import { operations } from "#functions/manifest.ts";
import { platform } from "#functions/system/platform/routes.ts";
import { EVENT_TYPES } from "#lib/system/platform/events.ts";
import { ok } from "#test/support/client.ts";

const url = () => `${env("PUBLIC_URL")}/v1/platform/workflow-tools`;

test("every URL and method of our own tool is a served route, and every event a trigger", async () => {
  const [own] = await ok(platform.listWorkflowTools);
  const routes = new Set(
    operations.map(({ method, path }) => `${method.toLowerCase()} ${env("PUBLIC_URL")}${path}`),
  );
  const called = (own?.resources ?? []).flatMap(({ operations: list }) => list);
  expect(called.length).toBeGreaterThan(150);
  expect(called.filter(({ method, url: address }) => !routes.has(`${method} ${address}`))).toEqual([]);
  expect(own?.triggers.map(({ value }) => value)).toEqual([...EVENT_TYPES]);
});

test("ids and names of operations are unique, and URLs of others are public https", async () => {
  const [, ...services] = await ok(platform.listWorkflowTools);
  expect(new Set(services.map(({ id }) => id)).size).toBe(services.length);
  for (const {
    id,
    category,
    resources,
    url_patterns,
    urlPatterns,
    configuration_required,
    ...tool
  } of services) {
    expect([id, urlPatterns]).toEqual([id, url_patterns]);
    expect([id, tool.configurationRequired]).toEqual([id, configuration_required]);
    expect(category).not.toBe("core");
    const hosts = url_patterns.map((pattern) => pattern.replace(/\/\*$/, "").replace("*.", ""));
    for (const { url: address } of resources.flatMap(({ operations: list }) => list)) {
      expect(address).toMatch(/^https:\/\//);
      const known = hosts.some((host) => address.replace(/\{\w+\}\./, "").startsWith(host));
      expect([address, known]).toEqual([address, true]);
    }
  }
});

test("the answer has the same bytes every time, and a caller that has them gets a 304", async () => {
  const first = await fetch(url());
  const etag = first.headers.get("etag") ?? "";
  expect(await (await fetch(url())).text()).toBe(await first.text());
  const again = await fetch(url(), { headers: { "if-none-match": `W/${etag}` } });
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  expect((await fetch(url(), { headers: { "if-none-match": '"other"' } })).status).toBe(200);
});

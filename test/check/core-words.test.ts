import { expect, test } from "vitest";
import { lowerWords } from "#core/http/contract.ts";
import { fieldDescriptions } from "#functions/field-descriptions.ts";
import { sources, withoutComments } from "./sources.ts";

/** Words that belong to domains: their records, recipients, callers and paths. */
const DOMAIN_WORDS =
  /newsletter|reservation|booking|webhook|subscriber|\bcarts?\b|promo|invitation|membership|stripe|shippo|suppress|mail_?stat|taxonom|shipment|publication|conversation|inventory|\bproducts?\b|\/v1\//gi;

const EXCEPTIONS: Record<string, { words: string[]; because: string }> = {
  "lib/core/env.ts": { words: ["stripe", "shippo", "webhook"], because: "all settings stand in one list" },
  "lib/core/reference/sample-request.ts": {
    words: ["/v1/"],
    because: "visitors are known by a session only in one interface",
  },
  "lib/core/reference/site.ts": { words: ["/v1/"], because: "the reference shows requests to try" },
};

test("lib/core uses no word of a domain, except those listed with a reason", () => {
  const said = sources
    .filter(({ path }) => path.startsWith("lib/core/"))
    .flatMap(({ path, text }) => {
      const words = new Set(
        (withoutComments(text).match(DOMAIN_WORDS) ?? []).map((word) => word.toLowerCase()),
      );
      const fine = EXCEPTIONS[path]?.words ?? [];
      return [...words]
        .filter((word) => !fine.some((each) => word.startsWith(each)))
        .map((word) => `${path}: ${word}`);
    });
  expect(said).toEqual([]);
});

/** Fields of lib/core that have the name of a domain's field. */
const CORE_FIELDS = [
  "business_id",
  "changed_by",
  "expires_at",
  "lease_until",
  "local_time",
  "match_all",
  "max_bytes",
  "max_length",
  "message_id",
  "min_length",
  "parent_id",
  "provider_id",
  "record_id",
  "same_address",
  "secret_key",
  "service_name",
  "sort_direction",
  "sort_field",
  "display_name",
  "store_id",
  "time_zone",
  "user_agent",
  "user_id",
];

test("lib/core names no field of a domain", () => {
  const named = Object.values(fieldDescriptions).flatMap((own) =>
    Object.keys(own).map((name) => name.replace(/^.*[.?]/, "")),
  );
  const fields = new Set(named.map((name) => lowerWords(name, "_")).filter((name) => name.includes("_")));
  for (const own of CORE_FIELDS) fields.delete(own);
  const said = sources
    .filter(({ path }) => path.startsWith("lib/core/"))
    .flatMap(({ path, text }) => {
      const names = new Set(withoutComments(text).match(/\b[a-z]\w*\b/g));
      return [...names].filter((name) => fields.has(lowerWords(name, "_"))).map((name) => `${path}: ${name}`);
    });
  expect(said).toEqual([]);
  expect(fields.size).toBeGreaterThan(300);
});

test("each listed word is used by lib/core", () => {
  const needless = Object.entries(EXCEPTIONS).filter(([path, { words }]) => {
    const text = withoutComments(sources.find((source) => source.path === path)?.text ?? "").toLowerCase();
    return words.some((word) => !text.includes(word));
  });
  expect(needless).toEqual([]);
});

test("no query uses begins_with, which an emulator evaluates without case", () => {
  const asking = sources
    .filter(({ path }) => /^(lib|functions|infra)\//.test(path) && path !== "lib/core/dynamo/limits.ts")
    .filter(({ text }) => /begins_with\s*\(/i.test(withoutComments(text)))
    .map(({ path }) => path);
  expect(asking).toEqual([]);
});

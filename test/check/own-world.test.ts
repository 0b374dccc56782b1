import { describe, expect, test } from "vitest";
import { kebab } from "#core/http/contract.ts";
import { workers } from "#functions/manifest.ts";
import { sources } from "./sources.ts";

const tests = sources.filter(
  ({ path }) => path.startsWith("test/") && path !== "test/check/own-world.test.ts",
);

/** Files that may break a rule, by reason. */
type Exceptions = Record<string, readonly string[]>;

function withoutExceptions(findings: (text: string) => string[], exceptions: Exceptions): string[] {
  const free = new Set(Object.values(exceptions).flat());
  const found = tests
    .map(({ path, text }) => ({ path, all: findings(text) }))
    .filter(({ all }) => all.length > 0);
  const needless = [...free].filter((path) => found.every((each) => each.path !== path));
  return [
    ...found.filter(({ path }) => !free.has(path)).map(({ path, all }) => `${path}: ${all.join(", ")}`),
    ...needless.map((path) => `${path}: no exception is needed`),
  ];
}

/** Modules that process due rows of all tenants. */
const ALL_TENANT_MODULES = new Set([
  "#core/due/drain.ts",
  "#core/due/scan.ts",
  "#functions/due-scans.ts",
  ...workers
    .filter(({ trigger }) => trigger.kind === "due" || trigger.kind === "schedule")
    .map(({ folder, id }) => `#functions/${folder}/${kebab(id)}.worker.ts`),
]);

/** Where a text processes due rows of all tenants; none if it starts its own stack, which has its own table. */
function tickUses(text: string): string[] {
  if (/\bstartStack\(/.test(text)) return [];
  const imports = [...text.matchAll(/\bfrom "([^"]+)"/g)].map(([, from = ""]) => from);
  const calls = text.match(/\bstack\.tick\(|\/_local\/tick(?![/\w]*\?time=60\b)/g) ?? [];
  return [...imports.filter((from) => ALL_TENANT_MODULES.has(from)), ...calls];
}

describe("processing due rows of all tenants", () => {
  test("never runs on the shared table, where it would take rows of other tests", () => {
    expect(
      withoutExceptions(tickUses, {
        "does it for the tenants that it is told": ["test/support/due.ts"],
        "drains a kind of record of its own": [
          "test/support/due-probes.ts",
          "test/lib/core/due-scan.test.ts",
          "test/lib/core/due.test.ts",
        ],
        "drains by the true clock, as the minute does": [
          "test/functions/system/platform/look-for-due.test.ts",
        ],
        "is given a stack of its own": ["test/proofs/degraded-services.ts", "test/soak/due.soak.ts"],
      }),
    ).toEqual([]);
  });

  test("is found however it is started", () => {
    const samples = [
      'import { drainShard } from "#core/due/drain.ts";',
      'import { handler } from "#functions/commerce/carts/process-due-carts.worker.ts";',
      "await stack.tick();",
      "await fetch(`http://localhost/_local/tick`, { method });",
    ];
    expect(samples.filter((text) => tickUses(text).length === 0)).toEqual([]);
    // Fine: its own stack, or a time at which nothing is due.
    expect(tickUses("await startStack({}); await stack.tick();")).toEqual([]);
    expect(tickUses("await fetch(`http://localhost/_local/tick/lookForDue?time=60`);")).toEqual([]);
  });
});

/** The day of this rule, in seconds: earlier times are in the past for good. */
const RULE_DATE = Date.UTC(2026, 10, 28) / 1000;
/** Seconds. Larger numbers count as no times. */
const MAX_TIME = Date.UTC(2060, 0, 1) / 1000;
const MONTHS =
  "January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember";

/** Literal times that were in the future at the rule's date: seconds, milliseconds, dates or words. */
function futureTimes(text: string): string[] {
  const at = (found: RegExpMatchArray, seconds: number) =>
    seconds >= RULE_DATE && seconds < MAX_TIME ? [found[0]] : [];
  const numbers = [...text.matchAll(/(?<![\w.:])[12](?:_?\d{3}){3}(?:_?\d{3})?(?!\w|\.\d+\.)/g)].flatMap(
    (found) => {
      const digits = found[0].replaceAll("_", "");
      return at(found, Number(digits) / (digits.length > 10 ? 1000 : 1));
    },
  );
  const dates = [
    ...[...text.matchAll(/\b(20\d\d)-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?(?!\d)/g)],
    ...[...text.matchAll(/\bDate\.UTC\((20\d\d), (\d+)(?:, (\d+))?/g)].map(([all, year, month, day]) => [
      all,
      year,
      String(Number(month) + 1),
      day,
    ]),
  ].flatMap(([all = "", year, month, day = "1"]) =>
    Date.UTC(Number(year), Number(month) - 1, Number(day)) / 1000 >= RULE_DATE ? [all] : [],
  );
  const words = [
    ...text.matchAll(new RegExp(`\\b(?:${MONTHS}) (20\\d\\d)\\b`, "g")),
    ...text.matchAll(/\byear: (20\d\d)\b/g),
  ].flatMap(([all, year]) => (Number(year) > 2026 ? [all] : []));
  return [...numbers, ...dates, ...words];
}

describe("a future time", () => {
  test("is computed in test/support/dates.ts: a literal one is in the past some day", () => {
    expect(
      withoutExceptions(futureTimes, {
        "fixed dates in, fixed dates out, by a clock that is an argument": [
          "test/lib/system/figures/sales.test.ts",
        ],
        "addresses that are written as one number": [
          "test/lib/core/outbound.test.ts",
          "test/lib/delivery/webhooks/hostile-urls.test.ts",
        ],
      }),
    ).toEqual([]);
  });

  test("is found however it is written", () => {
    const samples = [
      "const START = 1_900_000_000;",
      'headers: { "x-local-time": "1900000000" }',
      "new Date(1_900_000_000_000)",
      '"2032-03-01T09:00"',
      "Date.UTC(2030, 10, 30)",
      "Date.UTC(2026, 11, 1)",
      "{ year: 2032, month: 3, day: 1 }",
      '"Monday, 1 March 2032"',
      '"Montag, 1. März 2032"',
    ];
    expect(samples.filter((text) => futureTimes(text).length === 0)).toEqual([]);
    const past = ["1_790_000_000", '"2026-11-23"', "Date.UTC(2026, 9, 21)", "year: 2020", "4_000_000_000"];
    expect(past.flatMap(futureTimes)).toEqual([]);
  });
});

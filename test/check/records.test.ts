import { describe, expect, test } from "vitest";
import { LAYOUT } from "#core/dynamo/layout.ts";
import { operations, workers } from "#functions/manifest.ts";
import { type AnyEntity, entities } from "#lib/system/deletion/records.ts";
import { EVENT_TYPES } from "#lib/system/platform/events.ts";
import { sources } from "./sources.ts";

const all = entities();
const slotsOf = (template: string) => [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

/** Index partitions that all tenants share, with the reason. Each takes at most 1,000 changes a second. */
const GLOBAL_PARTITIONS: Record<string, string> = {
  "person.list": "the platform's list of people is in the order of their accounts",
};

describe("the list of records", () => {
  test("names every file that declares one", () => {
    const declaring = sources.filter(
      ({ path, text }) =>
        path.startsWith("lib/") &&
        /\bentity\(\{|^export const \w+ = names\(/m.test(text) &&
        !/^lib\/core\/(dynamo\/entity|records\/names)\.ts$/.test(path),
    );
    const listed = sources.find(({ path }) => path === "lib/system/deletion/records.ts")?.imports ?? [];
    const missing = declaring.map(({ path }) => path).filter((path) => !listed.includes(path));
    expect(missing).toEqual([]);
  });

  test("has no field with the name of an index attribute", () => {
    const taken = all.flatMap(({ name, schema }) =>
      Object.keys(schema.shape)
        .filter((field) => LAYOUT.keys.some((key) => key === field))
        .map((field) => `${name}.${field}`),
    );
    expect(taken).toEqual([]);
  });

  test("has no index partition for all tenants, except the listed ones", () => {
    const shared = all.flatMap(({ name, indexes = {} }) =>
      ["due", "list", "child"].flatMap((index) => {
        const template = Object.entries(indexes).find(([each]) => each === index)?.[1];
        const partition = `${name}.${index}`;
        return template && !template.includes("{") && !(partition in GLOBAL_PARTITIONS) ? [partition] : [];
      }),
    );
    expect(shared).toEqual([]);
  });

  test("has a name and a key of its own for each kind", () => {
    const keys = all.map(({ pk, sk }) => `${pk} | ${sk}`);
    expect(new Set(keys).size).toBe(all.length);
    const declared = sources
      .filter(({ path }) => path.startsWith("lib/"))
      .flatMap(({ text }) => {
        const kinds = [...text.matchAll(/const (\w+) = entity\(\{\s*name: "(\w+)"/g)];
        const named = [...text.matchAll(/\bnameEntity\((\w+)\);/g)].map(([, of]) => of);
        return kinds.flatMap(([, of, name]) => (named.includes(of) ? [name, `${name}_name`] : [name]));
      });
    expect(declared.toSorted()).toEqual(all.map(({ name }) => name).sort());
  });
});

describe("each kind of record", () => {
  test("names a tenant if a key of it does", () => {
    const wrong = all.filter(({ pk, sk, tenant }) => /TENANT#\{/.test(`${pk} ${sk}`) && tenant === undefined);
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test("is deleted with its tenant by a rule that works", () => {
    expect(all.flatMap((entity) => tenantProblem(entity) ?? [])).toEqual([]);
  });

  test("is deleted with its person by a rule that works", () => {
    expect(all.flatMap((entity) => personProblem(entity) ?? [])).toEqual([]);
  });
});

describe("partitions", () => {
  // Counters of lib/core, which are no records.
  const counters = ["lib/core/budget.ts", "lib/core/http/idempotent.ts"];
  const outside = sources.filter(
    ({ path, text }) =>
      path.startsWith("lib/") &&
      !path.startsWith("lib/core/dynamo/") &&
      !counters.includes(path) &&
      !/\bentity\(\{/.test(text),
  );

  test("are built and parsed by their kind of record only", () => {
    const wrong = outside.flatMap(({ path, text }) =>
      handmadePartitions(text).map((each) => `${path}: ${each}`),
    );
    expect(wrong).toEqual([]);
  });

  test("that are built by hand are found", () => {
    const raw = [
      'queryItems("BUILDS", { index: "due" });',
      `lists: statuses.map((each) => \`\${partition}#\${each}\`),`,
      `const list = \`TENANT#\${storeId}#MEMBER\`;`,
      'const [, id] = String(pk).split("#");',
      'partitions: ["PEOPLE"],',
    ];
    expect(raw.filter((line) => handmadePartitions(line).length === 0)).toEqual([]);
    expect(handmadePartitions("queryItems(forms.list({ store_id, status }), { index })")).toEqual([]);
  });
});

describe("event types", () => {
  test("in the documents are those that operations and workers announce", () => {
    const announced = new Set([...operations, ...workers].flatMap(({ emits = [] }) => emits));
    expect([...EVENT_TYPES]).toEqual([...announced].sort());
  });

  test("are announced by the change itself, never next to it", () => {
    const beside = sources
      .filter(({ path }) => path.startsWith("lib/") && path !== "lib/core/events.ts")
      .flatMap(({ path, text }) =>
        [...text.matchAll(/(\w+)\.replace\(\w+, (\w+)\)/g)]
          .filter(([, kind, after]) => new RegExp(`announce\\([^()]*\\b${kind}, ${after}\\b`).test(text))
          .map(([found]) => `${path}: ${found}`),
      );
    expect(beside).toEqual([]);
  });

  test("with a subscribed worker are announced", () => {
    const waited = workers.flatMap(({ on = [] }) => on).filter((type) => type !== "*");
    expect(waited.filter((type) => !EVENT_TYPES.includes(type))).toEqual([]);
  });

  test("have the form resource.happened", () => {
    expect(EVENT_TYPES.filter((type) => !/^[a-z_]+\.[a-z_]+$/.test(type))).toEqual([]);
  });
});

function handmadePartitions(text: string): string[] {
  const patterns = [
    /queryItems\(\s*["'`]/g,
    /\$\{[^}]*[pP]artition[^}]*\}#/g,
    /["'`][A-Z_]{2,}#/g,
    /\.split\("#"/g,
    /(partitions|lists): \[\s*["'`]/g,
  ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => found));
}

function tenantProblem({ name, pk, sk, tenant, ttl, deletion }: AnyEntity): string | undefined {
  const rule = deletion.tenant;
  if (rule === "expires" && !ttl) return `${name} expires without a ttl`;
  if (rule === "partition" && slotsOf(pk).join() !== tenant) {
    return `${name} goes with a partition that its tenant alone does not name: ${pk}`;
  }
  if (rule === "unaffected" && tenant && !["tombstone"].includes(name)) {
    return `${name} belongs to a tenant and stays`;
  }
  if (typeof rule === "object" && "below" in rule) {
    const parent = all.find((each) => each.name === rule.below);
    if (!parent) return `${name} is below ${rule.below}, which is not there`;
    if (parent.deletion.tenant !== "partition")
      return `${name} is below ${rule.below}, which has no partition`;
    const others = slotsOf(pk).filter((slot) => slot !== tenant && slot !== rule.slot);
    if (others.length > 0) return `${name} cannot be found from ${rule.below}: ${pk} | ${sk}`;
  }
  return undefined;
}

function personProblem({ name, pk, ttl, deletion, schema }: AnyEntity): string | undefined {
  const rule = deletion.person;
  if (rule === "expires" && !ttl) return `${name} expires without a ttl`;
  if (rule === "partition" && !/^PERSON#\{(person_id|id)\}/.test(pk)) {
    return `${name} goes with a person whose id does not lead its key: ${pk}`;
  }
  if (rule === "unaffected" && "person_id" in schema.shape) return `${name} names a person and stays`;
  if (typeof rule === "object" && "below" in rule && !all.some((each) => each.name === rule.below)) {
    return `${name} is below ${rule.below}, which is not there`;
  }
  return undefined;
}

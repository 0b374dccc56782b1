import { expect, test } from "vitest";
import { kebab } from "#core/http/contract.ts";
import { operations, workers } from "#functions/manifest.ts";
import { sources } from "./sources.ts";

/** Words such as a thing's owner, which the name of a domain function may leave out. */
const SKIPPED_WORDS = [
  "Business",
  "Store",
  "Visitor",
  "Sandbox",
  "My",
  "Current",
  "Slow",
  "Crowded",
  "Tenant",
];

/** Operations whose domain function has another name. */
const OTHER_NAMES: Record<string, { verb: string; because: string }> = {
  getStore: { verb: "showTenant", because: "`getTenant` is what other domains read a tenant with" },
  getBusiness: { verb: "showTenant", because: "`getTenant` is what other domains read a tenant with" },
};

const units = [
  ...operations
    .filter(({ handledBy }) => handledBy === undefined)
    .map(({ folder, id }) => ({ folder, id, path: `functions/${folder}/${kebab(id)}.ts` })),
  // Workers of due rows call no domain function.
  ...workers
    .filter(({ trigger }) => trigger.kind !== "due")
    .map(({ folder, id }) => ({ folder, id, path: `functions/${folder}/${kebab(id)}.worker.ts` })),
];

test("an operation calls the domain function of its name, which may lack the owner", () => {
  const wrong = units.flatMap(({ folder, id, path }) => {
    const verbs = domainFunctionsIn(sources.find((source) => source.path === path)?.text ?? "");
    const second = OTHER_NAMES[id]?.verb;
    if (verbs.length === 0 || verbs.some((verb) => verb === second || matchesId(id, verb, folder))) return [];
    return [`${path}: ${id} calls ${verbs.join(", ")}`];
  });
  expect(wrong).toEqual([]);
});

test("another name is listed only where the names differ", () => {
  const needless = Object.entries(OTHER_NAMES).filter(([id, { verb }]) => {
    const unit = units.find((each) => each.id === id);
    return !unit || matchesId(id, verb, unit.folder);
  });
  expect(needless).toEqual([]);
});

test("names match by words, not by chance", () => {
  expect(matchesId("listBusinessEvents", "listEvents", "delivery/activity")).toBe(true);
  expect(matchesId("rotateWebhookSecret", "rotateSecret", "delivery/webhooks")).toBe(true);
  expect(matchesId("updateStore", "updateTenant", "tenancy/stores")).toBe(true);
  expect(matchesId("deleteForm", "deleteForms", "content/forms")).toBe(false);
  expect(matchesId("deleteForm", "createForm", "content/forms")).toBe(false);
  expect(matchesId("listFormFields", "list", "content/forms")).toBe(false);
});

/** The functions of domains that a handler imports, without views and constants. */
function domainFunctionsIn(text: string): string[] {
  return [...text.matchAll(/^import \{([^}]*)\} from "#lib\//gm)]
    .flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()))
    .filter((name) => /^(?!view[A-Z]|type )[a-z]/.test(name));
}

function matchesId(id: string, verb: string, folder: string): boolean {
  const own = folder.split(/[/-]/).map((word) => word.replace(/(ies|s)$/, ""));
  const mayMiss = (word: string) =>
    SKIPPED_WORDS.includes(word) || own.includes(word.toLowerCase().replace(/(ies|s|y)$/, ""));
  const left = wordsOf(verb);
  for (const word of wordsOf(id)) {
    if (word === left[0] || tenantWord(word) === left[0]) left.shift();
    else if (!mayMiss(word)) return false;
  }
  return left.length === 0 && wordsOf(id)[0] === wordsOf(verb)[0];
}

/** `store` and `business` are the same tenant. */
function tenantWord(word: string): string {
  return word.replace(/^(Business|Store)(es|s)?$/, (_all, _name, plural) => (plural ? "Tenants" : "Tenant"));
}

function wordsOf(name: string): string[] {
  return name.split(/(?=[A-Z])/);
}

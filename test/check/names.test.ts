import { expect, test } from "vitest";
import { kebab } from "#core/http/contract.ts";
import { operations, workers } from "#functions/manifest.ts";
import { sources } from "./sources.ts";

/** Words of an operation that say whose something is, and that its verb may leave out. */
const WHOSE = ["Business", "Store", "Visitor", "Sandbox", "My", "Current", "Slow", "Crowded", "Tenant"];

/** Operations and workers whose verb has another name, each with its reason. */
const SECOND: Record<string, { verb: string; because: string }> = {
  getStore: { verb: "showTenant", because: "`getTenant` is what other domains read a tenant with" },
  getBusiness: { verb: "showTenant", because: "`getTenant` is what other domains read a tenant with" },
};

const units = [
  ...operations
    .filter(({ handledBy }) => handledBy === undefined)
    .map(({ folder, id }) => ({ folder, id, path: `functions/${folder}/${kebab(id)}.ts` })),
  // What drains due records is handed declarations, and calls no verb.
  ...workers
    .filter(({ trigger }) => trigger.kind !== "due")
    .map(({ folder, id }) => ({ folder, id, path: `functions/${folder}/${kebab(id)}.worker.ts` })),
];

test("an operation calls the verb of its name, which may leave out the words that say whose something is", () => {
  const wrong = units.flatMap(({ folder, id, path }) => {
    const verbs = verbsIn(sources.find((source) => source.path === path)?.text ?? "");
    const second = SECOND[id]?.verb;
    if (verbs.length === 0 || verbs.some((verb) => verb === second || rhymes(id, verb, folder))) return [];
    return [`${path}: ${id} calls ${verbs.join(", ")}`];
  });
  expect(wrong).toEqual([]);
});

test("a second name is noted only where there is need of one", () => {
  const needless = Object.entries(SECOND).filter(([id, { verb }]) => {
    const unit = units.find((each) => each.id === id);
    return !unit || rhymes(id, verb, unit.folder);
  });
  expect(needless).toEqual([]);
});

test("names rhyme by their words, and not by chance", () => {
  expect(rhymes("listBusinessEvents", "listEvents", "delivery/activity")).toBe(true);
  expect(rhymes("rotateWebhookSecret", "rotateSecret", "delivery/webhooks")).toBe(true);
  expect(rhymes("updateStore", "updateTenant", "tenancy/stores")).toBe(true);
  expect(rhymes("deleteForm", "deleteForms", "content/forms")).toBe(false);
  expect(rhymes("deleteForm", "createForm", "content/forms")).toBe(false);
  expect(rhymes("listFormFields", "list", "content/forms")).toBe(false);
});

/** What a handler takes from the domains to call; views and constants are not called as verbs. */
function verbsIn(text: string): string[] {
  return [...text.matchAll(/^import \{([^}]*)\} from "#lib\//gm)]
    .flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()))
    .filter((name) => /^(?!view[A-Z]|type )[a-z]/.test(name));
}

function rhymes(id: string, verb: string, folder: string): boolean {
  const own = folder.split(/[/-]/).map((word) => word.replace(/(ies|s)$/, ""));
  const mayMiss = (word: string) =>
    WHOSE.includes(word) || own.includes(word.toLowerCase().replace(/(ies|s|y)$/, ""));
  const left = wordsOf(verb);
  for (const word of wordsOf(id)) {
    if (word === left[0] || tenant(word) === left[0]) left.shift();
    else if (!mayMiss(word)) return false;
  }
  return left.length === 0 && wordsOf(id)[0] === wordsOf(verb)[0];
}

/** A store and a business are two names of one tenant. */
function tenant(word: string): string {
  return word.replace(/^(Business|Store)(es|s)?$/, (_all, _name, plural) => (plural ? "Tenants" : "Tenant"));
}

function wordsOf(name: string): string[] {
  return name.split(/(?=[A-Z])/);
}

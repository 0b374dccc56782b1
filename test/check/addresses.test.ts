import { expect, test } from "vitest";
import { sources } from "./sources.ts";

const ADDRESS = /(?:\b|[a-z_])(?:e?mails?|recipients?|mailbox(?:es)?)(?:\b|[A-Z_])/i;
/** Values that are no email addresses, so `===` may compare with them. */
const NO_ADDRESS = /^(?:null|undefined|true|false|\d+$|")/;
const SPELLED =
  /([\w.?[\]()]+?)\)?\.(?:trim\(\)\.)?(?:toLowerCase|toLocaleLowerCase|toUpperCase|localeCompare)\(/g;
const COMPARED = /([\w.?]+(?:\([\w., ]*\))?)\)? (?:===|!==) ([\w.?"]+)/g;

/** Comparisons of email addresses by `===` that should use the kernel's functions. */
function directComparisons(text: string): string[] {
  const spelled = [...text.matchAll(SPELLED)].filter(([, what = ""]) => ADDRESS.test(what));
  const compared = [...text.matchAll(COMPARED)].filter(
    ([, one = "", other = ""]) =>
      (ADDRESS.test(last(one)) || ADDRESS.test(last(other))) && !NO_ADDRESS.test(other),
  );
  return [...spelled, ...compared].map(([words]) => words);
}

function last(path: string): string {
  return path.split(/[.?]+/).at(-1) ?? "";
}

test("email addresses are compared by the kernel's functions only", () => {
  const wrong = sources
    .filter(({ path }) => /^(lib|functions)\//.test(path) && !path.startsWith("lib/core/mail/same."))
    .flatMap(({ path, text }) => directComparisons(text).map((words) => `${path}: ${words}`));
  expect(wrong).toEqual([]);
});

test("the rule finds a direct comparison", () => {
  for (const text of [
    "if (email === account.email) return;",
    "members.some((one) => one.email !== to)",
    "const key = email.trim().toLowerCase();",
    "hash(input.email.toLowerCase())",
    "(await emailOf(id)) !== invitation.email",
  ])
    expect(directComparisons(text), text).toHaveLength(1);
  expect(
    directComparisons('if (email === null || typeof email === "string" || email === "") x.toLowerCase()'),
  ).toEqual([]);
});

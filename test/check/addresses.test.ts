import { expect, test } from "vitest";
import { sources } from "./sources.ts";

const EMAIL_NAME = /(?:\b|[a-z_])(?:e?mails?|recipients?|mailbox(?:es)?)(?:\b|[A-Z_])/i;
/** What `===` may compare with an email address, because it is none. */
const NOT_EMAIL = /^(?:null|undefined|true|false|\d+$|")/;
const CASE_CHANGE =
  /([\w.?[\]()]+?)\)?\.(?:trim\(\)\.)?(?:toLowerCase|toLocaleLowerCase|toUpperCase|localeCompare)\(/g;
const COMPARISON = /([\w.?]+(?:\([\w., ]*\))?)\)? (?:===|!==) ([\w.?"]+)/g;

/** Comparisons of email addresses by `===` that should use functions of lib/core. */
function directComparisons(text: string): string[] {
  const spelled = [...text.matchAll(CASE_CHANGE)].filter(([, what = ""]) => EMAIL_NAME.test(what));
  const compared = [...text.matchAll(COMPARISON)].filter(
    ([, one = "", other = ""]) =>
      (EMAIL_NAME.test(lastSegment(one)) || EMAIL_NAME.test(lastSegment(other))) && !NOT_EMAIL.test(other),
  );
  return [...spelled, ...compared].map(([words]) => words);
}

function lastSegment(path: string): string {
  return path.split(/[.?]+/).at(-1) ?? "";
}

test("email addresses are compared by functions of lib/core only", () => {
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

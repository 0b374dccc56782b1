import type * as z from "zod";

type Issue = z.core.$ZodIssue;

/** How the validator's own messages begin; those of our rules begin differently. */
const ZOD_MESSAGE = /^(Invalid|Too (small|big)|Unrecognized|Expected)/;

/** The problem of a field, in words that follow its name: `must be text, not a number`. */
export function issueText(issue: Issue): string {
  // The issue of a map's key has the message of the rule that the key breaks.
  const inner = issue.code === "invalid_key" ? issue.issues[0]?.message : undefined;
  const own = inner ?? issue.message;
  if (!ZOD_MESSAGE.test(own)) return own;
  if (issue.input === undefined && (issue.code === "invalid_type" || issue.code === "invalid_union"))
    return "is required";
  return textOf(issue) ?? "is not valid";
}

/** The issues of the union branch that a value comes closest to; `undefined` where it matches none at all. */
export function nearestBranch(issue: Issue): Issue[] | undefined {
  if (issue.code !== "invalid_union" || issue.input === undefined) return undefined;
  const inside = issue.errors.filter((issues) =>
    issues.every(({ path, code }) => path.length > 0 || code === "custom"),
  );
  return inside.toSorted((left, right) => left.length - right.length)[0];
}

function textOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}, not ${typeNameOf(issue.input)}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "invalid_union":
      return unionText(issue);
    case "too_small":
      return sizeText(issue.origin, "at least", Number(issue.minimum), issue.inclusive ?? true);
    case "too_big":
      return sizeText(issue.origin, "at most", Number(issue.maximum), issue.inclusive ?? true);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return FORMAT_NAMES[issue.format] ?? "is not in the right format";
    default:
      return undefined;
  }
}

function unionText(issue: Extract<Issue, { code: "invalid_union" }>): string {
  if ("options" in issue && issue.options?.length)
    return `must be one of ${issue.options.map(String).join(", ")}`;
  const wanted = issue.errors.flatMap((issues) =>
    issues.flatMap((each) =>
      each.code === "invalid_type" ? [TYPE_NAMES[each.expected] ?? each.expected] : [],
    ),
  );
  return wanted.length > 0
    ? `must be ${[...new Set(wanted)].join(" or ")}`
    : "is none of the forms that fit here";
}

function sizeText(origin: string, bound: string, size: number, inclusive: boolean): string {
  if (origin === "string") return `must have ${bound} ${size} ${size === 1 ? "character" : "characters"}`;
  if (origin === "array" || origin === "set")
    return `must have ${bound} ${size} ${size === 1 ? "item" : "items"}`;
  if (inclusive) return `must be ${bound} ${size}`;
  return `must be ${bound === "at least" ? "more" : "less"} than ${size}`;
}

const TYPE_NAMES: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "an array",
  null: "null",
};

const FORMAT_NAMES: Record<string, string> = {
  email: "must be an email address",
  url: "must be a URL",
  date: "must be a date such as 2026-11-22",
  datetime: "must be a date and time such as 2026-11-22T09:30:00Z",
  regex: "has characters that are not allowed here",
};

function typeNameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number") return Number.isInteger(value) ? "a number" : "a fraction";
  return TYPE_NAMES[typeof value] ?? typeof value;
}

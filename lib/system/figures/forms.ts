import type { Contributions } from "#core/sums/declaration.ts";
import type { Submission } from "#lib/content/forms/schema.ts";
import { countsOf } from "./amounts.ts";
import { contributionsOf, inEverySplit, NO_MONEY } from "./facts.ts";
import { family } from "./family.ts";

const MEASURES = ["submissions"] as const;

export const forms = family({
  name: "forms",
  isMoney: false,
  ahead: 0,
  stored: MEASURES,
  shown: MEASURES,
  derive: (sums) => countsOf(sums, MEASURES),
  splits: { form: MEASURES },
  amounts: new Set(),
});

export function formContributions(
  { form_id: form, created_at: at }: Submission,
  zone: string,
): Contributions {
  const all = { submissions: 1 };
  return contributionsOf("forms", NO_MONEY, [{ at, all, parts: inEverySplit(all, { form }) }], zone);
}

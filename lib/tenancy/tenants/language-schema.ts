import * as z from "zod";
import { noRepeats } from "#core/http/page.ts";

const LanguageTag = z.string().min(2).max(35);
/** Taken by `code` or by `id`, and printed with both. */
const Language = z.preprocess(
  (sent) =>
    typeof sent === "object" && sent !== null
      ? { ...("id" in sent ? { code: sent.id } : {}), ...sent }
      : sent,
  z.object({ code: LanguageTag, isDefault: z.boolean().default(false) }).transform(({ code, isDefault }) => ({
    id: code,
    code,
    isDefault,
  })),
);
/** Of several languages just one is the default; of one alone it is that one. */
export const Languages = z
  .array(Language)
  .min(1)
  .max(100)
  .overwrite((languages) => (languages.length === 1 ? languages.map(asDefault) : languages))
  .superRefine(noRepeats("code"))
  .refine(
    (languages) => languages.filter(({ isDefault }) => isDefault).length === 1,
    "must name one default language: isDefault is true for one of them",
  );
/** The same as the store family spells it: the first is the default unless one says so. */
export const StoreLanguages = z
  .array(
    z.union([
      z.string().min(2).max(35),
      z.object({ code: LanguageTag, is_default: z.boolean().optional() }),
      z.object({ id: LanguageTag, is_default: z.boolean().optional() }),
    ]),
  )
  .min(1)
  .max(100)
  .superRefine((languages, context) => {
    const sent = languages.map((each) => (typeof each === "string" ? { code: each } : each));
    noRepeats("code")(
      sent.map((each) => ({ code: "code" in each ? each.code : each.id })),
      context,
    );
    if (sent.filter((each) => "is_default" in each && each.is_default).length > 1)
      context.addIssue({
        code: "custom",
        message: "may name one default language: the first unless one does",
      });
  });

function asDefault(language: z.output<typeof Language>): z.output<typeof Language> {
  return { ...language, isDefault: true };
}

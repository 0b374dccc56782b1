import * as z from "zod";
import { noRepeats } from "#core/http/page.ts";

const LanguageTag = z.string().min(2).max(35);
/** Taken by `code` or by `id`, and printed with both. */
const Language = z.preprocess(
  (sent) => {
    if (typeof sent !== "object" || sent === null) return sent;
    const { id, code = id }: { id?: unknown; code?: unknown } = sent;
    return { ...sent, id: code, code };
  },
  z.object({ id: z.string().optional(), code: LanguageTag, isDefault: z.boolean().default(false) }),
);
export const LanguageView = z.object({ id: z.string().optional(), code: z.string(), isDefault: z.boolean() });
/** Of several languages just one is the default: the first unless one says so. */
export const Languages = z
  .array(Language)
  .min(1)
  .max(100)
  .overwrite((languages) => {
    const isChosen = languages.some(({ isDefault }) => isDefault);
    return languages.map((each, index) => (!isChosen && index === 0 ? { ...each, isDefault: true } : each));
  })
  .superRefine(noRepeats("code"))
  .refine(
    (languages) => languages.filter(({ isDefault }) => isDefault).length <= 1,
    "may name one default language: the first unless one has isDefault",
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

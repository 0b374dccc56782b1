import { expect, test } from "vitest";
import { declaredTexts, type Texts } from "#core/texts/catalogue.ts";
import { LANGUAGES } from "#core/texts/language.ts";
import { sources } from "#test/check/sources.ts";
import { accountMails, readerMails, staffMails, visitorMails } from "#test/proofs/account-mails.ts";
import { type MailSample, setLanguage } from "#test/proofs/mail-samples.ts";
import { cartMails, orderMails } from "#test/proofs/order-mails.ts";
import { openNewsletter } from "#test/support/newsletter.ts";
import { openShop } from "#test/support/shop.ts";

/** How mails write money and days in each language, and wrong forms from other languages. */
const WRITTEN = {
  en: { money: /[€$]\d+\.\d\d/, day: /\d{1,2} [A-Z][a-z]+ 20\d\d/, wrong: /\d,\d\d\s[€$]|\d\. \w+ 20\d\d/ },
  de: {
    money: /\d+,\d\d\s[€$]/,
    day: /\d{1,2}\. [A-ZÄ][a-zä]+ 20\d\d/,
    wrong: /[€$][ \u00a0]?\d|\d [A-Z][a-z]+ 20\d\d/,
  },
};

test.each(LANGUAGES)(
  "every mail is in %s from subject to footer, with money and days in that language",
  async (language) => {
    const [shop, letter] = await Promise.all([openShop(), openNewsletter()]);
    const store = { id: letter.businessId, key: "", owner: letter.owner };
    await Promise.all([setLanguage(shop, language), setLanguage(store, language)]);
    const mails: Record<string, MailSample> = {
      ...accountMails(language),
      ...(await visitorMails(language, shop)),
      ...(await orderMails(language, shop)),
      ...(await cartMails(shop)),
      ...(await staffMails(store)),
      ...(await readerMails(language, letter)),
    };
    const foreign = LANGUAGES.filter((each) => each !== language).flatMap((each) =>
      declaredTexts.flatMap(({ texts }) => sentences(texts[each] ?? {}, texts[language] ?? {})),
    );
    for (const [name, { subject, text, html, has = [] }] of Object.entries(mails)) {
      const said = `${subject}\n${text}`;
      const { wrong, ...written } = WRITTEN[language];
      expect({ name, lang: html.includes(`<html lang="${language}">`) }).toEqual({ name, lang: true });
      expect({ name, foreign: foreign.filter((each) => said.includes(each)) }).toEqual({ name, foreign: [] });
      expect({ name, wrong: wrong.exec(said)?.[0] ?? /\d{4}-\d\d-\d\d/.exec(said)?.[0] }).toEqual({
        name,
        wrong: undefined,
      });
      for (const each of has) expect(said, `${name}: ${each}`).toMatch(written[each]);
    }
  },
);

test("every domain that sends mail is covered by the test in all languages", () => {
  const imports = /import \{[^}]*\b(?:enqueueMail|sendMailNow)\b[^}]*\} from "#core\/mail\/mail\.ts"/;
  const senders = sources.filter(({ path, text }) => path.startsWith("lib/") && imports.test(text));
  const domains = new Set(senders.map(({ path }) => path.split("/").slice(1, 3).join("/")));
  expect([...domains].sort()).toEqual([
    "booking/reservations",
    "commerce/carts",
    "commerce/orders",
    "content/forms",
    // A node or entry of the store; test/functions/delivery/activity/events.test.ts reads one.
    "delivery/activity",
    "delivery/newsletters",
    "delivery/webhooks",
    "engagement/social",
    "engagement/support",
    "money/subscriptions",
    "tenancy/codes",
    "tenancy/people",
  ]);
});

/** Sentences of one language's texts that another's lacks. */
function sentences(texts: Texts, others: Texts): string[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const other = others[name];
    if (typeof text === "object") return sentences(text, typeof other === "object" ? other : {});
    return typeof text === "string" && text.length > 12 && text !== other ? [text] : [];
  });
}

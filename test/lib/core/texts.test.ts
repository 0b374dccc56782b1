import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acceptedLanguages, preferredLanguage } from "#core/http/caller.ts";
import { catalogue, declaredTexts, type Texts } from "#core/texts/catalogue.ts";
import { currencyText, spanText } from "#core/texts/format.ts";
import { LANGUAGES, languageIn } from "#core/texts/language.ts";
import { StoredLanguages } from "#core/texts/language-schema.ts";
import { formatMoney } from "#lib/money/money/currency.ts";

const DOMAINS = [
  "#lib/tenancy/people/texts.ts",
  "#lib/content/forms/texts.ts",
  "#lib/money/payments/texts.ts",
  "#lib/money/subscriptions/texts.ts",
  "#lib/booking/reservations/texts.ts",
  "#lib/commerce/orders/texts.ts",
  "#lib/commerce/carts/texts.ts",
  "#lib/delivery/newsletters/texts.ts",
  "#lib/delivery/webhooks/texts.ts",
  "#lib/engagement/support/texts.ts",
  "#lib/engagement/social/texts.ts",
  "#core/texts/pages.ts",
];

function namesIn(texts: Texts, above = ""): string[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === "object" ? namesIn(text, `${above}${name}.`) : [`${above}${name}`],
  );
}

test("every text of a mail or page exists in every language", async () => {
  for (const domain of DOMAINS) await import(domain);
  const whole = declaredTexts.filter(({ name }) => name !== "trial");
  expect(whole.length).toBeGreaterThanOrEqual(DOMAINS.length);
  for (const { name, texts } of whole) {
    for (const language of LANGUAGES) {
      const names = namesIn(texts[language] ?? {});
      expect({ name, language, names }).toEqual({ name, language, names: namesIn(texts.en ?? {}) });
    }
  }
});

test("a missing translation falls back to English", () => {
  const texts = catalogue(
    "trial",
    { hello: "Hello", deep: { one: "One", two: (name: string) => `Two ${name}` } },
    { de: { deep: { two: (name) => `Zwei ${name}` } } },
  );
  const { hello, deep } = texts("de");
  expect([hello, deep.one, deep.two("x")]).toEqual(["Hello", "One", "Zwei x"]);
  expect(texts("en").deep.two("x")).toBe("Two x");
});

describe("the language of a reader", () => {
  test.each([
    ["de-AT,de;q=0.9,en;q=0.8", "de", ["de-at", "de", "en"]],
    ["fr-FR,fr;q=0.9,en;q=0.5,de;q=0.4", "en", ["fr-fr", "fr", "en", "de"]],
    ["en;q=0.1, de", "de", ["de", "en"]],
    ["de;q=0, en", "en", ["en"]],
    ["fr, FR", undefined, ["fr"]],
    ["*", undefined, []],
    ["", undefined, []],
    [undefined, undefined, []],
  ])("%s is %s", (header, language, liked) => {
    expect(acceptedLanguages(header)).toEqual(liked);
    expect(preferredLanguage(acceptedLanguages(header))).toBe(language);
  });

  test("is found or is undefined, whatever is sent", () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const liked = acceptedLanguages(header);
        expect(StoredLanguages.parse(liked)).toEqual(liked);
        expect([undefined, ...LANGUAGES]).toContain(preferredLanguage(liked));
        expect([undefined, ...LANGUAGES]).toContain(languageIn(header));
      }),
    );
  });
});

test("money, days and times have the format of the language", () => {
  const plain = (text: string) => text.replace(/\s/g, " ");
  expect(plain(formatMoney("en", 123450, "EUR"))).toBe("€1,234.50");
  expect(plain(formatMoney("de", 123450, "EUR"))).toBe("1.234,50 €");
  expect(plain(formatMoney("de", 1500, "JPY"))).toBe("1.500 ¥");
  expect(plain(formatMoney("en", 1500, "KWD"))).toBe("KWD 1.500");
  expect(plain(currencyText("en", -5, "USD", 2))).toBe("-US$5.00");
  const from = Date.UTC(2026, 4, 4, 7, 30) / 1000;
  expect(spanText("en", from, from + 2700, "Europe/Berlin")).toBe("Monday, 4 May 2026, 09:30–10:15");
  expect(spanText("de", from, from + 2700, "Europe/Berlin")).toBe("Montag, 4. Mai 2026, 09:30–10:15");
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { amountText, money, parseAmount } from "#lib/console/shared/money.ts";
import { setLanguage } from "#lib/console/shared/texts.ts";

test("an amount is the same whichever decimal sign it is typed with", () => {
  const typed: [string, string, number | undefined][] = [
    ["24", "EUR", 2400],
    ["24.5", "EUR", 2450],
    ["24,50", "EUR", 2450],
    ["1.234,50", "EUR", 123450],
    ["1,234.50", "EUR", 123450],
    ["1 234,50 €", "EUR", 123450],
    ["1.234", "EUR", 123400],
    ["1,234,567", "EUR", 123456700],
    ["0,05", "EUR", 5],
    [",5", "EUR", 50],
    ["1200", "JPY", 1200],
    ["1,200", "JPY", 1200],
    ["1.5", "JPY", undefined],
    ["1.234", "KWD", 1234],
    ["1,234.567", "KWD", 1234567],
    ["1.234,567", "KWD", 1234567],
    ["1,234,567", "KWD", 1234567000],
    ["1,234.567", "EUR", undefined],
    ["24.505", "EUR", 2450500],
    ["1.2.3", "EUR", undefined],
    ["24.5.0", "EUR", undefined],
    ["", "EUR", undefined],
    ["-5", "EUR", undefined],
    ["abc", "EUR", undefined],
  ];
  for (const [text, currency, amount] of typed)
    expect([text, currency, parseAmount(text, currency)]).toEqual([text, currency, amount]);
});

test("every amount that a field shows is parsed back to itself, in each language and currency", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 12 }),
      fc.constantFrom("EUR", "USD", "JPY", "KWD"),
      fc.constantFrom("en" as const, "de" as const),
      (amount, currency, language) => {
        setLanguage(language);
        expect(parseAmount(amountText(amount, currency), currency)).toBe(amount);
      },
    ),
  );
  setLanguage("en");
});

test("money is written with the digits that its currency has", () => {
  expect(money(2400, "EUR")).toBe("€24.00");
  expect(money(2400, "JPY")).toBe("¥2,400");
});

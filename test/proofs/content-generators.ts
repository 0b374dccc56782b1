import * as fc from "fast-check";

/** A field or block: its type, its settings and a valid value. */
export type Made = { type: string; settings: Record<string, unknown>; value: unknown };

/** Texts that break programs: NUL, direction marks, many combining marks, astral and private characters. */
export const HARD_TEXTS = [
  "\0",
  "a\0b",
  "\u202Eright to left\u202C",
  "עברית و العربية mixed",
  `a${"\u0301".repeat(300)}`,
  "👨‍👩‍👧‍👦".repeat(20),
  "🇩🇪🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  "\u{10FFFF}\u{F0000}",
  "\uFFFE\uFFFF\uFEFF",
  "e\u0301 is not \u00E9",
  "ﬀ İ ı ſ Ⅳ",
  "\r\n\t\v\f\u0085\u2028\u2029",
  "{{x}} <b>&amp;</b> \\u0000 \" ' ` $x",
  "media:none",
  "entry:none",
];

/** Tags of RFC 5646, Appendix A and beyond. */
export const LOCALES = [
  "de",
  "zh-Hant",
  "zh-cmn-Hans-CN",
  "sr-Latn-RS",
  "sl-rozaj-biske-1994",
  "de-CH-1901",
  "sl-IT-nedis",
  "hy-Latn-IT-arevela",
  "es-419",
  "de-CH-x-phonebk",
  "az-Arab-x-AZE-derbend",
  "x-whatever",
  "qaa-Qaaa-QM-x-southern",
  "en-US-u-islamcal",
  "zh-CN-a-myext-x-private",
  "en-a-myext-b-another",
  "i-enochian",
  "en-GB-oed",
  "sgn-BE-FR",
  "EN-us",
  "en_US",
  "valueOf",
  "toString",
];

const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom(...HARD_TEXTS) },
);
const subtag = fc.stringMatching(/^[A-Za-z0-9]{1,8}$/);
const locale = fc.oneof(
  fc.constantFrom(...LOCALES),
  fc.array(subtag, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("-")),
);
const texts = fc.dictionary(locale, text, { minKeys: 1, maxKeys: 5, noNullPrototype: true });
const number = fc
  .oneof(
    fc.maxSafeInteger(),
    fc.double({ min: -1e12, max: 1e12, noNaN: true }).filter((one) => one === 0 || Math.abs(one) > 1e-120),
  )
  .map((one) => (Object.is(one, -0) ? 0 : one));
const coordinates = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }).map((one) => Math.round(one * 1e6) / 1e6 + 0),
  lon: fc.double({ min: -180, max: 180, noNaN: true }).map((one) => Math.round(one * 1e6) / 1e6 + 0),
});
const place = fc.record({ coordinates, label: text }, { requiredKeys: ["coordinates"] });
const options = fc.uniqueArray(
  text.filter((one) => one.length <= 180),
  { minLength: 1, maxLength: 5 },
);
const moment = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true });

const made = (type: string, value: fc.Arbitrary<unknown>, settings: fc.Arbitrary<object> = fc.constant({})) =>
  fc.tuple(value, settings).map(([one, own]): Made => ({ type, settings: { ...own }, value: one }));
const chosen = (type: string, from: (all: string[]) => fc.Arbitrary<unknown>, name = "options") =>
  options.chain((all) => made(type, from(all), fc.constant({ [name]: all })));
const none = (type: string) => made(type, fc.constant(null));
const someOf = (all: string[]) => fc.shuffledSubarray(all, { minLength: 1 });
const localized = fc.constant({ localized: true });

export const aField = fc.oneof(
  made("text", fc.oneof(text, fc.constant(""))),
  made("text", texts, localized),
  made("markdown", text),
  made("markdown", texts, localized),
  made("number", number),
  made("boolean", fc.boolean()),
  made("date", fc.integer({ min: -99_999_999_999, max: 99_999_999_999 })),
  made("geo_location", place),
  chosen("select", someOf),
  none("number"),
);

export const aTaxonomyField = fc.oneof(
  made(
    "text",
    fc.uniqueArray(
      text.filter((one) => one.length <= 180),
      { minLength: 1, maxLength: 4 },
    ),
  ),
  chosen("text", someOf, "value"),
  made("number", number),
  made("boolean", fc.boolean()),
  made("geo_location", place),
);

/** A block of a business entry. */
export const aBusinessBlock = fc.oneof(
  made("TEXT", fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 4 }))),
  made("TEXT", text, fc.constant({ variant: "HTML" })),
  made("NUMBER", fc.oneof(number, fc.array(number, { maxLength: 4 }))),
  made("BOOLEAN", fc.boolean()),
  made(
    "DATE",
    fc.oneof(
      fc.maxSafeInteger(),
      moment.map((date) => date.toISOString().slice(0, 10)),
    ),
  ),
  made("RELATIONSHIP", fc.constant("acc_somebody"), fc.constant({ targetType: "USER" })),
  made("GEO_LOCATION", place),
  chosen("SELECT", (all) => fc.constantFrom(...all)),
  chosen("MULTI_SELECT", someOf),
  none("MEDIA"),
);

const style = fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), fc.oneof(text, number, fc.boolean()), {
  maxKeys: 4,
  noNullPrototype: true,
});
const properties = fc.record({ label: fc.oneof(text, texts), style, url: text }, { requiredKeys: [] });
const several = (value: fc.Arbitrary<unknown>) => fc.array(value, { maxLength: 4 });
const block = (type: string, value: fc.Arbitrary<unknown>) => made(type, several(value), properties);
const filter = fc.tuple(fc.constantFrom("=", "==", ">", "<", ">=", "<=", "+", "-", "~"), fc.integer());

/** A block of a node. */
export const aBlock: fc.Arbitrary<Made> = fc.letrec<{ block: Made }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    block("TEXT", fc.oneof(text, texts)),
    block("LOCALIZED_TEXT", texts),
    block("TEXT_FILTER", fc.oneof(text, texts)),
    block("MARKDOWN", fc.oneof(text, texts)),
    block("NUMBER", number),
    block(
      "NUMBER_FILTER",
      filter.map(([prefix, size]) => `${prefix} ${size}`),
    ),
    block("BOOLEAN", fc.boolean()),
    block("GEO_LOCATION", fc.record({ city: text, coordinates }, { requiredKeys: [] })),
    block(
      "EMAIL",
      fc.emailAddress({ size: "small" }).filter((one) => /^[\w.+-]+@[a-z0-9.]+$/.test(one)),
    ),
    block("PHONE", fc.constantFrom("+49 30 901820", "+1 (212) 555-0100")),
    block("PHONE_NUMBER", fc.constantFrom("+44 20 7946 0958")),
    block("ADDRESS", fc.record({ street: text, city: text, country: fc.constant("DE") })),
    made("BLOCK", fc.array(tie("block"), { maxLength: 3 }), properties),
  ),
})).block;

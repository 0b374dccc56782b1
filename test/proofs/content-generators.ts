import * as fc from "fast-check";

/** A field or block: its type, its settings and a valid value. */
export type TypedValue = { type: string; settings: Record<string, unknown>; value: unknown };

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
  ..."de zh-Hant zh-cmn-Hans-CN sr-Latn-RS sl-rozaj-biske-1994 de-CH-1901 sl-IT-nedis".split(" "),
  ..."hy-Latn-IT-arevela es-419 de-CH-x-phonebk az-Arab-x-AZE-derbend x-whatever".split(" "),
  ..."qaa-Qaaa-QM-x-southern en-US-u-islamcal zh-CN-a-myext-x-private en-a-myext-b-another".split(" "),
  ..."i-enochian en-GB-oed sgn-BE-FR EN-us en_US valueOf toString".split(" "),
];

const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom(...HARD_TEXTS) },
);
const anySubtag = fc.stringMatching(/^[A-Za-z0-9]{1,8}$/);
const anyLocale = fc.oneof(
  fc.constantFrom(...LOCALES),
  fc.array(anySubtag, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("-")),
);
const anyTexts = fc.dictionary(anyLocale, anyText, { minKeys: 1, maxKeys: 5, noNullPrototype: true });
const anyNumber = fc
  .oneof(
    fc.maxSafeInteger(),
    fc.double({ min: -1e12, max: 1e12, noNaN: true }).filter((one) => one === 0 || Math.abs(one) > 1e-120),
  )
  .map((one) => (Object.is(one, -0) ? 0 : one));
const anyCoordinates = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }).map((one) => Math.round(one * 1e6) / 1e6 + 0),
  lon: fc.double({ min: -180, max: 180, noNaN: true }).map((one) => Math.round(one * 1e6) / 1e6 + 0),
});
const anyPlace = fc.record(
  { coordinates: anyCoordinates, label: anyText },
  { requiredKeys: ["coordinates"] },
);
const anyOptions = fc.uniqueArray(
  anyText.filter((one) => one.length <= 180),
  { minLength: 1, maxLength: 5 },
);
const anyTime = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true });

const typedValue = (
  type: string,
  value: fc.Arbitrary<unknown>,
  settings: fc.Arbitrary<object> = fc.constant({}),
) => fc.tuple(value, settings).map(([one, own]): TypedValue => ({ type, settings: { ...own }, value: one }));
const optionValue = (type: string, from: (all: string[]) => fc.Arbitrary<unknown>, name = "options") =>
  anyOptions.chain((all) => typedValue(type, from(all), fc.constant({ [name]: all })));
const nullValue = (type: string) => typedValue(type, fc.constant(null));
const anySubset = (all: string[]) => fc.shuffledSubarray(all, { minLength: 1 });
const localizedSetting = fc.constant({ localized: true });

export const anyField = fc.oneof(
  typedValue("text", fc.oneof(anyText, fc.constant(""))),
  typedValue("text", anyTexts, localizedSetting),
  typedValue("markdown", anyText),
  typedValue("markdown", anyTexts, localizedSetting),
  typedValue("number", anyNumber),
  typedValue("boolean", fc.boolean()),
  typedValue("date", fc.integer({ min: -99_999_999_999, max: 99_999_999_999 })),
  typedValue("geo_location", anyPlace),
  optionValue("select", anySubset),
  nullValue("number"),
);

export const anyTaxonomyField = fc.oneof(
  typedValue(
    "text",
    fc.uniqueArray(
      anyText.filter((one) => one.length <= 180),
      { minLength: 1, maxLength: 4 },
    ),
  ),
  optionValue("text", anySubset, "value"),
  typedValue("number", anyNumber),
  typedValue("boolean", fc.boolean()),
  typedValue("geo_location", anyPlace),
);

/** A block of a business entry. */
export const anyBusinessBlock = fc.oneof(
  typedValue("TEXT", fc.oneof(anyText, fc.array(anyText, { minLength: 1, maxLength: 4 }))),
  typedValue("TEXT", anyText, fc.constant({ variant: "HTML" })),
  typedValue("NUMBER", fc.oneof(anyNumber, fc.array(anyNumber, { maxLength: 4 }))),
  typedValue("BOOLEAN", fc.boolean()),
  typedValue(
    "DATE",
    fc.oneof(
      fc.maxSafeInteger(),
      anyTime.map((date) => date.toISOString().slice(0, 10)),
    ),
  ),
  typedValue("RELATIONSHIP", fc.constant("acc_somebody"), fc.constant({ targetType: "USER" })),
  typedValue("GEO_LOCATION", anyPlace),
  optionValue("SELECT", (all) => fc.constantFrom(...all)),
  optionValue("MULTI_SELECT", anySubset),
  nullValue("MEDIA"),
);

const anyStyle = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,9}$/),
  fc.oneof(anyText, anyNumber, fc.boolean()),
  { maxKeys: 4, noNullPrototype: true },
);
const anyProperties = fc.record(
  { label: fc.oneof(anyText, anyTexts), style: anyStyle, url: anyText },
  { requiredKeys: [] },
);
const upToFour = (value: fc.Arbitrary<unknown>) => fc.array(value, { maxLength: 4 });
const anyBlockOf = (type: string, value: fc.Arbitrary<unknown>) =>
  typedValue(type, upToFour(value), anyProperties);
const anyFilter = fc.tuple(fc.constantFrom("=", "==", ">", "<", ">=", "<=", "+", "-", "~"), fc.integer());

/** A block of a node. */
export const anyBlock: fc.Arbitrary<TypedValue> = fc.letrec<{ block: TypedValue }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    anyBlockOf("TEXT", fc.oneof(anyText, anyTexts)),
    anyBlockOf("LOCALIZED_TEXT", anyTexts),
    anyBlockOf("TEXT_FILTER", fc.oneof(anyText, anyTexts)),
    anyBlockOf("MARKDOWN", fc.oneof(anyText, anyTexts)),
    anyBlockOf("NUMBER", anyNumber),
    anyBlockOf(
      "NUMBER_FILTER",
      anyFilter.map(([prefix, size]) => `${prefix} ${size}`),
    ),
    anyBlockOf("BOOLEAN", fc.boolean()),
    anyBlockOf(
      "GEO_LOCATION",
      fc.record({ city: anyText, coordinates: anyCoordinates }, { requiredKeys: [] }),
    ),
    anyBlockOf(
      "EMAIL",
      fc.emailAddress({ size: "small" }).filter((one) => /^[\w.+-]+@[a-z0-9.]+$/.test(one)),
    ),
    anyBlockOf("PHONE", fc.constantFrom("+49 30 901820", "+1 (212) 555-0100")),
    anyBlockOf("PHONE_NUMBER", fc.constantFrom("+44 20 7946 0958")),
    anyBlockOf("ADDRESS", fc.record({ street: anyText, city: anyText, country: fc.constant("DE") })),
    typedValue("BLOCK", fc.array(tie("block"), { maxLength: 3 }), anyProperties),
  ),
})).block;

import { crc32 } from "node:zlib";
import * as fc from "fast-check";
import { WRONG_VALUES } from "#test/support/generate.ts";
import { ownKey, signToken, strangersKey } from "#test/support/signer.ts";
import { SEALED_KINDS, sealToken, type TokenWorld } from "./token-kinds.ts";

/** A text that is sent as a token. */
export interface TestToken {
  make: () => Promise<string>;
  /** Description for failure messages. */
  what: string;
  /** Whether the text is certainly no valid credential. */
  isBad: boolean;
}

type JsonObject = Record<string, unknown>;

/** Values of every JSON type, deep, long and with names of object properties. */
const ANY_VALUE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1e308,
    0.5,
    "",
    [],
    {},
    [""],
    { a: 1 },
    "x".repeat(3000),
  ),
  fc.constantFrom<unknown>(
    nestedArray(50, []),
    nestedArray(500, {}),
    ["ES256"],
    { toString: 1 },
    "__proto__",
    "a#b",
  ),
  WRONG_VALUES,
);

const HEADER_NAMES = "alg typ kid crit b64 jwk jku x5c zip enc __proto__ cty".split(" ");
const CLAIM_NAMES = "sub sid iss iat exp nbf aud jti provider store constructor __proto__".split(" ");

const PART_ENCODINGS = {
  base64url: (bytes: Buffer) => bytes.toString("base64url"),
  base64: (bytes: Buffer) => bytes.toString("base64"),
  padded: (bytes: Buffer) => `${bytes.toString("base64url")}==`,
  "with spaces": (bytes: Buffer) => bytes.toString("base64url").replace(/(.{5})/g, "$1 "),
  "not encoded": (bytes: Buffer) => bytes.toString("latin1"),
  "with another alphabet": (bytes: Buffer) => bytes.toString("base64url").replaceAll("a", "é"),
} as const;

/** Valid and changed tokens of every kind, by the name of the field that takes them. */
export async function anyTokenFor(world: TokenWorld): Promise<(name: string) => fc.Arbitrary<TestToken>> {
  const purposes = Object.keys(SEALED_KINDS);
  const sealed = await Promise.all(purposes.map((purpose) => sealToken(purpose, world)));
  const own = await ownKey();
  const all = [
    { weight: 6, arbitrary: anyWebToken(world.good.access ?? "", own) },
    { weight: 2, arbitrary: anyOpaqueToken(Object.values(world.good)) },
    { weight: 3, arbitrary: anyChangedToken([...Object.values(world.good), ...sealed]) },
    {
      weight: 1,
      arbitrary: WRONG_VALUES.map((value) => fixedToken(String(JSON.stringify(value)), "a value")),
    },
  ];
  return (name) => {
    const taken = purposes.filter((purpose) => SEALED_KINDS[purpose]?.names.includes(name));
    return fc.oneof(...all, {
      weight: taken.length > 0 ? 20 : 1,
      arbitrary: sealedNonsense(world, taken.length > 0 ? taken : purposes),
    });
  };
}

/** JSON Web Tokens with changed headers, claims and signatures, signed by us, by others or not at all. */
function anyWebToken(good: string, own: Parameters<typeof signToken>[0]): fc.Arbitrary<TestToken> {
  const [header = {}, claims = {}] = good
    .split(".")
    .slice(0, 2)
    .map((part): JsonObject => JSON.parse(Buffer.from(part, "base64url").toString()));
  const signatures = { ours: own, theirs: strangersKey, nobodys: undefined, empty: undefined } as const;
  return fc
    .record({
      header: anyTokenPart(header, HEADER_NAMES, isSameJson),
      claims: anyTokenPart(claims, CLAIM_NAMES, hasMoreClaims),
      by: fc.oneof(
        { weight: 6, arbitrary: fc.constant("ours" as const) },
        fc.constantFrom<keyof typeof signatures>("theirs", "nobodys", "empty"),
      ),
      parts: fc.oneof({ weight: 9, arbitrary: fc.constant("three") }, fc.constantFrom("two", "four", "five")),
    })
    .map(({ header, claims, by, parts }) => {
      const body = `${header.text}.${claims.text}`;
      const key = signatures[by];
      const whole = key ? signToken(key, body) : `${body}.${by === "empty" ? "" : good.split(".")[2]}`;
      const text =
        { three: whole, two: body, four: `${whole}.${whole}`, five: `${whole}.a.b` }[parts] ?? whole;
      // A token that we signed and that keeps its identity may be valid: extra claims do no harm.
      const isSigned = by === "ours" || (by === "nobodys" && text === good);
      const maybe = isSigned && parts === "three" && !header.isOther && !claims.isOther;
      return fixedToken(text, `${header.what}; ${claims.what}; signed ${by}, ${parts} parts`, !maybe);
    });
}

/** A part of a token: an object with one changed field, or no object at all. */
function anyTokenPart(good: JsonObject, names: string[], mayBe: (made: Buffer, good: JsonObject) => boolean) {
  const spelled = fc.oneof(
    { weight: 8, arbitrary: fc.constant("base64url" as const) },
    fc.constantFrom(...(Object.keys(PART_ENCODINGS) as (keyof typeof PART_ENCODINGS)[])),
  );
  const content = fc.oneof(
    { weight: 3, arbitrary: fc.constant({ json: JSON.stringify(good), what: "as it was" }) },
    {
      weight: 6,
      arbitrary: fc.tuple(fc.constantFrom(...names), ANY_VALUE).map(([name, value]) => ({
        json: withField(good, name, value),
        what: `${name} is ${JSON.stringify(value)?.slice(0, 60)}`,
      })),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...Object.keys(good)).map((name) => ({
        json: JSON.stringify({ ...good, [name]: undefined }),
        what: `no ${name}`,
      })),
    },
    { weight: 2, arbitrary: ANY_VALUE.map((value) => ({ json: JSON.stringify(value), what: "no object" })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        { json: `{"kid":"x","sub":"x",${JSON.stringify(good).slice(1)}`, what: "a name twice" },
        { json: `\ufeff${JSON.stringify(good)}`, what: "a byte order mark" },
        { json: ` ${JSON.stringify(good)}`, what: "a space" },
        { json: "{", what: "half an object" },
        { json: "", what: "nothing" },
      ),
    },
  );
  const bytes = fc.oneof(
    { weight: 12, arbitrary: content.map(({ json, what }) => ({ bytes: Buffer.from(json ?? ""), what })) },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 60 })
        .map((some) => ({ bytes: Buffer.from(some), what: "bytes that are no text" })),
    },
  );
  return fc.tuple(bytes, spelled).map(([{ bytes: made, what }, spelling]) => ({
    text: PART_ENCODINGS[spelling](made),
    what: `${what}, ${spelling}`,
    isOther: PART_ENCODINGS[spelling](made) !== made.toString("base64url") || !mayBe(made, good),
  }));
}

function isSameJson(made: Buffer, good: JsonObject): boolean {
  return made.toString() === JSON.stringify(good);
}

// Extra claims and another issue time change neither identity nor expiry.
function hasMoreClaims(made: Buffer, good: JsonObject): boolean {
  try {
    const value: JsonObject = JSON.parse(made.toString());
    return ["sub", "sid", "iss"].every((name) => value[name] === good[name]);
  } catch {
    return false;
  }
}

// JSON text, since a parser reads `__proto__` as an ordinary name.
function withField(good: JsonObject, name: string, value: unknown): string {
  const others = Object.entries(good).filter(([known]) => known !== name);
  return `{${[...others, [name, value] as const]
    .map(([key, each]) => `${JSON.stringify(key)}:${JSON.stringify(each) ?? "null"}`)
    .join(",")}}`;
}

/** Opaque tokens with a valid checksum and a changed prefix, id or secret. */
function anyOpaqueToken(good: readonly string[]): fc.Arbitrary<TestToken> {
  const own = good.filter((token) => /^sf[a-z]_/.test(token)).map((token) => token.split("_"));
  const some = fc.oneof(
    fc.constantFrom("", "0", "x".repeat(400), "__proto__", "#", "é", "f".repeat(64), "a".repeat(52)),
    fc.string({ maxLength: 60 }),
  );
  return fc
    .tuple(fc.constantFrom(...own), fc.nat(2), some, fc.boolean())
    .map(([parts, at, other, isChecked]) => {
      const before = parts.toSpliced(at, 1, other);
      const body = before.slice(0, -1).join("_");
      const last = isChecked ? crc32(body).toString(36).padStart(7, "0") : (before.at(-1) ?? "");
      return fixedToken(`${body}_${last}`, `part ${at} of ${parts[0]}`);
    });
}

/** Tokens of any kind, complete, cut short or with one changed character. */
function anyChangedToken(all: readonly string[]): fc.Arbitrary<TestToken> {
  return fc
    .tuple(fc.constantFrom(...all), fc.nat(), fc.constantFrom("whole", "cut", "longer", "changed", "twice"))
    .map(([token, at, how]) => {
      const place = at % token.length;
      const other = token[place] === "A" ? "B" : "A";
      const text = {
        whole: token,
        cut: token.slice(0, place),
        longer: `${token}${other}`,
        changed: `${token.slice(0, place)}${other}${token.slice(place + 1)}`,
        twice: `${token}, ${token}`,
      }[how];
      return fixedToken(text ?? token, `${how} at ${place}`, how === "twice");
    });
}

/** Unexpected content sealed with the service's own key. */
function sealedNonsense(world: TokenWorld, purposes: string[]): fc.Arbitrary<TestToken> {
  const says = fc.oneof(
    ANY_VALUE,
    fc.array(ANY_VALUE, { maxLength: 5 }),
    fc.constant(undefined),
    fc.string(),
  );
  return fc.tuple(fc.constantFrom(...purposes), says).map(([purpose, says]) => ({
    what: `${purpose} of ${JSON.stringify(says)?.slice(0, 80)}`,
    isBad: true,
    make: () => sealToken(purpose, world, says),
  }));
}

function fixedToken(text: string, what: string, isBad = true): TestToken {
  return { what, isBad, make: async () => text };
}

function nestedArray(depth: number, inner: unknown): unknown {
  return depth === 0 ? inner : [nestedArray(depth - 1, inner)];
}

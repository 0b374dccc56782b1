import { connect } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { logger } from "#core/log.ts";
import { addToLogLine, withLogContext } from "#core/log-context.ts";
import { redactText } from "#core/redact-text.ts";
import type { Line } from "#infra/commands/trace.ts";
import { loggedLines } from "#test/support/logged-lines.ts";

async function lineOf(error: unknown): Promise<Record<string, unknown>> {
  const [line] = await loggedLines(async () => logger.error("failed", { error }));
  return line?.error as Record<string, unknown>;
}

const ERROR_SHAPE = {
  name: expect.any(String),
  message: expect.any(String),
  stack: expect.stringContaining("at "),
};

test("an AggregateError is logged with the name, message and stack of every inner error", async () => {
  const all = [new TypeError("one"), new AggregateError([new RangeError("three")], "two")];
  expect(await lineOf(new AggregateError(all, "both"))).toMatchObject({
    ...ERROR_SHAPE,
    message: "both",
    errors: [
      { ...ERROR_SHAPE, name: "TypeError", message: "one" },
      { ...ERROR_SHAPE, message: "two", errors: [{ ...ERROR_SHAPE, name: "RangeError", message: "three" }] },
    ],
  });
});

test("Node's error for a host with several addresses is logged with the error of each address", async () => {
  // A closed port, at both IP addresses of this machine.
  const lookup = (_host: string, _options: object, done: (...found: never[]) => void) =>
    Reflect.apply(done, undefined, [
      null,
      [
        { address: "127.0.0.1", family: 4 },
        { address: "::1", family: 6 },
      ],
    ]);
  const error = await new Promise((resolve) =>
    connect({ host: "two.example", port: 1, autoSelectFamily: true, lookup: lookup as never }).on(
      "error",
      resolve,
    ),
  );
  expect(error).toBeInstanceOf(AggregateError);
  expect((await lineOf(error)).errors).toEqual([
    expect.objectContaining({
      ...ERROR_SHAPE,
      syscall: "connect",
      message: expect.stringContaining("127.0.0.1:1"),
    }),
    expect.objectContaining({ ...ERROR_SHAPE, syscall: "connect", message: expect.stringContaining("::1") }),
  ]);
});

test("errors are logged with all nested causes and errors, even thrown values that are no errors", async () => {
  const cause = new Error("middle", { cause: new AggregateError([new Error("inner")], "both") });
  expect(await lineOf(new Error("outer", { cause }))).toMatchObject({
    message: "outer",
    cause: {
      ...ERROR_SHAPE,
      message: "middle",
      cause: { message: "both", errors: [{ ...ERROR_SHAPE, message: "inner" }] },
    },
  });
  expect(await lineOf(new Error("outer", { cause: "a text" }))).toMatchObject({
    cause: { name: "string", message: "a text" },
  });
  expect(await lineOf(new AggregateError(["a text", { message: "said" }], "both"))).toMatchObject({
    errors: [{ message: "a text" }, { message: "said" }],
  });
});

test("a line is short and written, however many, deep or circular its errors are", async () => {
  const ring = new Error("ring");
  ring.cause = ring;
  const many = new AggregateError(
    Array.from({ length: 1000 }, (_, index) => new Error(`e${index}`)),
    "many",
  );
  const deep = Array.from({ length: 1000 }).reduce<Error>(
    (cause) => new Error("deep", { cause }),
    new Error("end"),
  );
  const wide = [1, 2, 3, 4].reduce<Error>(
    (one) =>
      new AggregateError(
        Array.from({ length: 10 }, () => one),
        "wide",
      ),
    new Error("leaf"),
  );
  for (const error of [ring, many, deep, wide, new Error("x".repeat(1_000_000))])
    expect(JSON.stringify(await lineOf(error)).length).toBeLessThan(60_000);
  expect(await lineOf(many)).toMatchObject({ errors: { length: 9 }, omitted: 991 });
});

test("only those fields of an error are logged that tell its cause", async () => {
  const error = Object.assign(new Error("No."), {
    code: "ECONNREFUSED",
    $metadata: { httpStatusCode: 400, requestId: "aws-1" },
    Item: { email: { S: "ada@example.com" } },
    config: { headers: { authorization: "Bearer abc" } },
  });
  const line = await lineOf(error);
  expect(line).toMatchObject({ code: "ECONNREFUSED", statusCode: 400, requestId: "aws-1" });
  expect(Object.keys(line)).not.toEqual(expect.arrayContaining(["Item"]));
  expect(Object.keys(line)).not.toEqual(expect.arrayContaining(["config"]));
});

class JsonError extends Error {
  toJSON() {
    return { config: { body: "planted" } };
  }
}
class Unreadable extends Error {
  override get message(): string {
    throw new Error("No.");
  }
}
const itemError = { Item: { name: "planted" }, message: "said" };

test.for([
  ["an error whose `toJSON` returns personal data", new JsonError("said"), "said"],
  ["an object that is no error", itemError, "said"],
  [
    "an error whose message is an object",
    Object.assign(new Error(""), { message: itemError, stack: [itemError] }),
    "[object",
  ],
  ["an error whose parts throw", new Unreadable(), ""],
  ["an object that is no text", Object.create(null), ""],
  ["a symbol", Symbol("said"), "said"],
  ["nothing", null, "null"],
  [
    "an error with a text for its numbers",
    Object.assign(new Error("said"), { $metadata: "x", errors: 5 }),
    "said",
  ],
] as const)(
  "whatever is thrown is logged, without the data that it contains: %s",
  async ([, error, said]) => {
    const lines = await loggedLines(async () => logger.error("failed", { error }));
    expect(lines).toEqual([expect.objectContaining({ message: "failed", error: expect.anything() })]);
    expect(Reflect.get(Object(lines[0]?.error), "message")).toContain(said);
    expect(JSON.stringify(lines)).not.toContain("planted");
  },
);

test("a value that cannot be logged causes no error, and the line says so", async () => {
  const field = {
    get bad() {
      throw new Error("No.");
    },
  };
  const lines = await loggedLines(async () => logger.warn("told", { field }));
  expect(lines).toEqual([expect.objectContaining({ level: "WARN", message: "told", unwritable: true })]);
});

test("a line fits Lambda's limit in every script, and a long error keeps its stack frames", async () => {
  const texts = ["界".repeat(9000), "\u0001".repeat(9000), '"'.repeat(9000)];
  for (const text of texts) {
    const all = Array.from({ length: 30 }, () => new Error(text, { cause: new Error(text) }));
    const list = Array.from({ length: 100_000 }, (_, index) => `n${index}`);
    const [line] = await loggedLines(async () =>
      logger.error("failed", { error: new AggregateError(all, text), list }),
    );
    expect(Buffer.byteLength(JSON.stringify(line))).toBeLessThan(256 * 1024);
    expect(Reflect.get(Object(line?.error), "stack")).toContain("    at ");
  }
});

test("redacting an error takes time in proportion to its length, whatever the text", async () => {
  // Each would take minutes with a regular expression of quadratic time.
  for (const part of ['{"code":"too_big","path":["a"]},', "a", "a.", "a_", "a@", "%40", "+1 ", "eyJabcde."]) {
    const text = part.repeat(6_000_000 / part.length);
    const error = await lineOf(new Error(text));
    expect(String(error.message).length).toBeLessThan(5000);
  }
});

test("a long text is cut between words, because half an email address is not recognized", () => {
  for (let before = 3960; before < 4000; before++) {
    const text = `${"x".repeat(before)} ada.lovelace@shop.example.com ${"y".repeat(90)}`;
    expect(redactText(text)).not.toContain("ada");
  }
});

test("no caller can set the fields that every line has", async () => {
  // @ts-expect-error the line sets this field itself
  const bad = () => logger.info("kept", { message: "other" });
  for (const name of ["level", "timestamp", "service", "sampling_rate", "message"] as const) {
    const fields: object = { [name]: "other" };
    const lines = await loggedLines(async () => Reflect.apply(logger.info, logger, ["kept", fields]));
    const [line] = lines.filter(({ message }) => message === "kept");
    expect(line?.[name], name).not.toBe("other");
  }
  expect(await loggedLines(async () => bad())).toContainEqual(expect.objectContaining({ message: "kept" }));
});

test("every log line names the request and tenant of the work that wrote it, and no other", async () => {
  const runs = fc.array(fc.record({ request: fc.uuid(), tenant: fc.uuid(), steps: fc.nat(4) }), {
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(runs, async (all) => {
      const lines = await loggedLines(() =>
        Promise.all(
          all.map(({ request, tenant, steps }) =>
            withLogContext({ request, tenant }, async () => {
              for (let step = 0; step < steps; step++) {
                logger.info("step", { of: request, whose: tenant });
                await new Promise(setImmediate);
                addToLogLine({ provider_id: request });
              }
            }),
          ),
        ),
      );
      expect(lines).toHaveLength(all.reduce((sum, { steps }) => sum + steps, 0));
      for (const line of lines) expect([line.request, line.tenant]).toEqual([line.of, line.whose]);
    }),
    { numRuns: 30 },
  );
});

/** Messages as services and libraries write them. */
const QUOTED: readonly (readonly [source: string, text: string, secret: string])[] = [
  [
    "SES, MessageRejected",
    "Email address is not verified: ada.b+c@shop.example.com",
    "ada.b+c@shop.example.com",
  ],
  ["an address in a URL", "GET /v1/x?email=ada%40example.com failed", "ada%40example.com"],
  ["an address of letters beyond ASCII", "no mailbox jürgen@bücher.example", "jürgen@bücher.example"],
  [
    "SNS, InvalidParameter",
    "Invalid parameter: PhoneNumber Reason: +491701234567 is not valid",
    "491701234567",
  ],
  ["a number in a URL", "to=%2B491701234567", "491701234567"],
  ["a number as people write it", "call +49 170 1234567", "1234567"],
  ["a number with its area in brackets, E.123", "call +49 (170) 1234567", "1234567"],
  ["a number with its trunk digit, DIN 5008 of old", "call +49 (0) 170 / 1234567", "1234567"],
  ["a number with dots", "call +49.170.1234567", "1234567"],
  ["a number with dashes of typesetters", "call +49\u2013170\u20131234567", "1234567"],
  ["an address with the signs of RFC 5322", "no mailbox ada!love#x@example.com", "ada!love"],
  ["a header in small letters", "authorization: bearer abcdefghijkl", "abcdefghijkl"],
  ["Stripe, StripeAuthenticationError", "Invalid API Key provided: sk_live_51Habcdefghijk", "51Habcdefghijk"],
  ["Stripe, a client's secret", "pi_3Nabc_secret_4f5g6h7j8k9l", "4f5g6h7j8k9l"],
  ["a JSON Web Token", "jwt eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl malformed", "c2lnbmF0dXJl"],
  ["our own tokens", "no session sfr_person_abc_0123456789abcdef", "0123456789abcdef"],
  ["Shippo, a token", "Token shippo_test_0a1b2c3d4e5f is unknown", "0a1b2c3d4e5f"],
  ["a header", "authorization: Bearer abcdefghijkl", "abcdefghijkl"],
  [
    "a hook, whose path is its secret",
    "POST https://hooks.example.com/services/T0/B0/s3cr3t failed",
    "s3cr3t",
  ],
  ["a URL with a name and password", "redis://x https://user:pass@example.com/", "user:pass"],
];

test.for(QUOTED)("no line quotes a person or a secret: %s", async ([, text, secret]) => {
  const error = new Error(text, { cause: new AggregateError([new Error(text)], text) });
  const lines: Line[] = await loggedLines(async () => {
    logger.warn(text, { said: text, within: [{ said: text }], error });
  });
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain(secret);
});

test("no line quotes the invalid JSON that V8 quotes", async () => {
  for (const text of ["314159", '{"code":"314159x', 'hello "314159" you', `{"a":1}${"x".repeat(50)}314159`]) {
    const error = await Promise.resolve(`${text}}`)
      .then(JSON.parse)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SyntaxError);
    expect(JSON.stringify(await lineOf(error))).not.toContain("314159");
  }
});

/** Texts that operators search the log for, so that they must not be redacted. */
test.for([
  "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
  "cs_test_a1b2c3d4e5f6g7h8i9j0",
  "0102018f0a1b2c3d-4e5f6a7b-8c9d-0e1f-2a3b-4c5d6e7f8a9b-000000",
  "7f9c2ba4-e88f-4d2b-8a1e-2f6f0c1d3b5a",
  "connect ECONNREFUSED 127.0.0.1:8000",
  "file:///var/task/node_modules/@aws-sdk/client-ses/dist-cjs/index.js:12:3",
  "2020-02-29T04:00:00+00:00",
  "29/Nov/2026 13:00:00 +0100 200 123456",
  "JKJaXmPLvHcESHA=",
  "req_Kf0Ib3zXhMyCTr",
  "evt_1NG8Du2eZvKYlo2CUI79vXWy",
  "17841400008460056_17900000000",
  "000001764421800#order_01j9z3k4m5n6p7q8r9s0t1v2w3",
  "#100123456789",
])("an id, a place in the code or a moment stands as it is: %s", (text) => {
  expect(redactText(text)).toBe(text);
});

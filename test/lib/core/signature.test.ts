import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import fc from "fast-check";
import { expect, test } from "vitest";
import { signing } from "#core/dynamo/signature.ts";

const CONTENT_TYPE = "application/x-amz-json-1.0";
const word = fc.stringMatching(/^[A-Za-z0-9+/=]{1,40}$/);
const credentials = fc.record({
  accessKeyId: word,
  // Often the same, on often the same day: keys are kept.
  secretAccessKey: fc.oneof(fc.constant("secret"), word),
  sessionToken: fc.option(word, { nil: undefined }),
});
const moment = fc.oneof(
  fc.constantFrom(new Date("2026-01-31T23:59:59Z"), new Date("2026-02-01T00:00:00.999Z")),
  fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true }),
);
const call = fc.record({
  by: credentials,
  at: moment,
  text: fc.string({ unit: "grapheme" }),
  target: fc.constantFrom("DynamoDB_20120810.GetItem", "DynamoDB_20120810.TransactWriteItems"),
  region: fc.constantFrom("us-east-1", "eu-central-1"),
  path: fc.constantFrom("/", "/table", "/a b/ü"),
});
type Call = typeof call extends fc.Arbitrary<infer C> ? C : never;

async function bySdk({ by, at, text, target, region, path }: Call, host: string) {
  const client = new DynamoDBClient({ region, credentials: by });
  const scheme = { name: "sigv4", signingName: "dynamodb", signingRegion: region, properties: {} };
  const signer = await client.config.signer(scheme as never);
  const headers = { host, "content-type": CONTENT_TYPE, "x-amz-target": target };
  const signed = await signer.sign(
    { protocol: "https:", hostname: host, method: "POST", path, query: {}, headers, body: text } as never,
    { signingDate: at },
  );
  return signed.headers;
}

test("a call is signed as the SDK signs it, whoever signs, whatever it says and whenever", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 6 }), async (calls) => {
      // Each is signed twice: the key of a day is kept.
      for (const each of [...calls, ...calls]) {
        const { by, at, text, target, region, path } = each;
        const host = `dynamodb.${region}.amazonaws.com`;
        const sign = signing({ host, path, region, contentType: CONTENT_TYPE });
        expect(sign(by, target, text, at)).toEqual(await bySdk(each, host));
      }
    }),
    { numRuns: 100 },
  );
});

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import fc from "fast-check";
import { expect, test } from "vitest";
import { timeouts } from "#core/aws.ts";
import { signer } from "#core/dynamo/sign.ts";

const text = fc.string({ minLength: 1, unit: "grapheme" });
const word = fc.stringMatching(/^[A-Za-z0-9+/=]{1,60}$/);
const caller = fc.record({
  accessKeyId: word,
  secretAccessKey: word,
  sessionToken: fc.option(word, { nil: undefined }),
});
const seconds = fc.integer({ min: 1_600_000_000, max: 4_000_000_000 });
const service = "dynamodb";
const contentType = "application/x-amz-json-1.0";

test("a request is signed as the SDK signs it, for changing callers and days", async () => {
  const region = "eu-central-1";
  const host = "dynamodb.eu-central-1.amazonaws.com";
  const ours = signer({ host, path: "/", region, service, contentType });
  await fc.assert(
    fc.asyncProperty(caller, word, text, seconds, async (credentials, target, body, time) => {
      for (const at of [time, time + 1, time + 24 * 3600]) {
        const { authorization, ...headers } = ours(credentials, target, body, at * 1000);
        const request = {
          method: "POST",
          protocol: "https:",
          hostname: host,
          path: "/",
          query: {},
          headers,
          body,
        };
        const theirs = await theirSigner(region, credentials);
        // It signs a hash of the body as a header too, which is in the signature anyway.
        Object.assign(theirs, { applyChecksum: false });
        const { headers: expected } = await theirs.sign(request, { signingDate: new Date(at * 1000) });
        expect(authorization).toBe(expected.authorization);
        expect({ ...headers, authorization }).toEqual(expected);
      }
    }),
    { numRuns: 60 },
  );
});

interface Signer {
  sign(
    request: object,
    options: { signingDate: Date },
  ): Promise<{ headers: Record<string, string | undefined> }>;
}

type Account = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };

async function theirSigner(region: string, { sessionToken, ...account }: Account): Promise<Signer> {
  const credentials = { ...account, ...(sessionToken === undefined ? {} : { sessionToken }) };
  const { config } = new DynamoDBClient({ region, credentials, ...timeouts(1000) });
  const made = config.signer as unknown as (scheme: object) => Promise<Signer>;
  return made({ name: "sigv4", signingName: service, signingRegion: region, properties: {} });
}

// Alone: it starts a stack of its own.
import { request as httpRequest } from "node:http";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ErrorBody } from "#core/errors.ts";
import { CORS } from "#infra/cors.ts";
import { type Stack, startStack } from "#infra/local/stack.ts";
import { jsonOf } from "./local-functions/json.ts";
import { demoManifest } from "./local-functions/manifest.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ manifest: demoManifest });
});
afterAll(() => stack.stop());

const fetchPath = (path: string, init?: RequestInit) => fetch(stack.api + path, init);
const fetchEcho = async (path: string, init: RequestInit) =>
  jsonOf<APIGatewayProxyEventV2>(await fetchPath(path, { method: "POST", ...init }));

describe("events", () => {
  it("are those of payload format 2.0", async () => {
    const event = await fetchEcho("/v1/demo/a:b%20c?x=1&x=2&%C3%A4=%2B+", {
      headers: { "Content-Type": "application/json", "X-Thing": "One", cookie: "a=1; b=2" },
      body: '{"ä":1}',
    });
    expect(event).toMatchObject({
      version: "2.0",
      routeKey: "POST /v1/demo/{itemId}",
      rawPath: "/v1/demo/a:b c",
      rawQueryString: "x=1&x=2&%C3%A4=%2B+",
      cookies: ["a=1", "b=2"],
      headers: { "content-type": "application/json", "x-thing": "One" },
      queryStringParameters: { x: "1,2", ä: "+ " },
      pathParameters: { itemId: "a:b c" },
      requestContext: {
        accountId: "000000000000",
        stage: "$default",
        http: { method: "POST", path: "/v1/demo/a:b c", protocol: "HTTP/1.1", sourceIp: "127.0.0.1" },
      },
      body: '{"ä":1}',
      isBase64Encoded: false,
    });
    expect(event.headers.cookie).toBeUndefined();
    expect(event.requestContext.time).toMatch(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
    expect(event.requestContext.requestId).toBeTruthy();
  });

  it("carry bytes that are not text in base64", async () => {
    const bytes = Buffer.from([0, 255, 128]);
    for (const type of [
      "image/png",
      "multipart/form-data; boundary=x",
      "application/x-www-form-urlencoded",
    ]) {
      const event = await fetchEcho("/v1/demo/x", { headers: { "content-type": type }, body: bytes });
      expect([type, event.isBase64Encoded, event.body]).toEqual([type, true, bytes.toString("base64")]);
    }
  });

  it("have no body when the request has none", async () => {
    const event = await fetchEcho("/v1/demo/x", {});
    expect(event).not.toHaveProperty("body");
    expect(event).not.toHaveProperty("queryStringParameters");
  });

  it("join a header that is sent twice by commas", async () => {
    const { hostname, port } = new URL(stack.api);
    const body = await new Promise<string>((resolve) => {
      const request = httpRequest(
        { hostname, port, path: "/v1/demo/x", method: "POST" },
        async (response) => {
          resolve(Buffer.concat(await response.toArray()).toString());
        },
      );
      request.setHeader("x-twice", ["one", "two"]);
      request.end();
    });
    expect(JSON.parse(body).headers["x-twice"]).toMatch(/^one, ?two$/);
  });
});

describe("answers", () => {
  it("are those of the handler, with cookies and bytes", async () => {
    const answer = await fetchPath("/v1/demo/x", { method: "POST" });
    expect(answer.status).toBe(201);
    expect(answer.headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2"]);
    const bytes = await (await fetchPath("/v1/demo/fixed")).bytes();
    expect([...bytes]).toEqual([0, 255, 1]);
  });

  it("may be the body alone", async () => {
    const answer = await fetchPath("/v1/demo/a/parts/b");
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.json()).toEqual({ itemId: "a", partId: "b" });
  });

  it("of a handler that throws have no details", async () => {
    const answer = await fetchPath("/v1/demo/broken/now");
    expect(answer.status).toBe(500);
    expect(await answer.text()).toBe('{"message":"Internal Server Error"}');
    expect(answer.headers.get("x-request-id")).toBeTruthy();
  });

  it("have one request id, the handler's if it sets one", async () => {
    expect((await fetchPath("/v1/demo/x")).headers.get("x-request-id")).toBe("its-own");
    expect((await fetchPath("/v1/demo/x", { method: "POST" })).headers.get("x-request-id")).toMatch(
      /^[\w-]{36}$/,
    );
  });
});

describe("routes", () => {
  it("prefer a fixed segment to a slot", async () => {
    expect((await fetchPath("/v1/demo/fixed")).headers.get("content-type")).toBe("application/octet-stream");
    expect(await (await fetchPath("/v1/demo/fixed2")).json()).toEqual({ slot: { itemId: "fixed2" } });
  });

  it("are not found by another method", async () => {
    expect((await fetchPath("/v1/demo/x", { method: "PATCH" })).status).toBe(404);
    expect((await fetchPath("/v1/demo/x", { method: "HEAD" })).status).toBe(404);
  });
});

describe("limits", () => {
  it("refuse an event of more than 6 MB, with base64", async () => {
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const answer = await fetchPath("/v1/demo/x", {
      method: "POST",
      headers,
      body: Buffer.alloc(4.6 * 1024 * 1024),
    });
    expect(answer.status).toBe(413);
    expect((await jsonOf<ErrorBody>(answer)).error).toBe("GENERAL.PAYLOAD_TOO_LARGE");
    const text = { "content-type": "text/plain" };
    const fits = await fetchPath("/v1/demo/x", {
      method: "POST",
      headers: text,
      body: "x".repeat(5 * 1024 * 1024),
    });
    expect(fits.status).toBe(201);
  });
});

describe("CORS", () => {
  it("answers a preflight as it is configured", async () => {
    const answer = await fetchPath("/v1/demo/x", {
      method: "OPTIONS",
      headers: { origin: "https://shop.example", "access-control-request-method": "PUT" },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-headers")).toBe(
      CORS.allowHeaders.join(",").toLowerCase(),
    );
    expect(answer.headers.get("access-control-allow-methods")).toContain("PUT");
  });

  it("lets a browser read every answer, also errors", async () => {
    for (const path of ["/v1/demo/x", "/nothing", "/v1/demo/broken/now", "/v1/demo/%zz"]) {
      const answer = await fetchPath(path, { headers: { origin: "https://shop.example" } });
      expect([path, answer.headers.get("access-control-allow-origin")]).toEqual([path, "*"]);
      expect(answer.headers.get("access-control-expose-headers")).toBe(
        "x-request-id,retry-after,ratelimit,ratelimit-policy,ignored-parameters,preference-applied," +
          "x-next-cursor,apigw-requestid,x-amzn-requestid,x-amz-cf-id",
      );
    }
  });
});

describe("the emulators", () => {
  const ask = (address: string, headers: Record<string, string>) =>
    new Promise<boolean>((resolve, reject) => {
      const { port, hostname } = new URL(address);
      const sent = httpRequest({ host: hostname, port, headers, method: "POST" }, async (answer) => {
        const text = Buffer.concat(await answer.toArray()).toString();
        resolve(text !== "Only programs and pages of this machine are answered.");
      });
      sent.once("error", reject);
      sent.end();
    });

  it("answer no other site's page, also not by DNS rebinding", async () => {
    const { AWS_ENDPOINT_URL_SES = "", AWS_ENDPOINT_URL_SQS = "" } = stack.environment;
    for (const address of [AWS_ENDPOINT_URL_SES, AWS_ENDPOINT_URL_SQS]) {
      const { host } = new URL(address);
      expect(await ask(address, { host, origin: "https://evil.example" }), address).toBe(false);
      expect(await ask(address, { host, origin: "null" }), address).toBe(false);
      expect(await ask(address, { host: "evil.example" }), address).toBe(false);
      expect(await ask(address, { host }), address).toBe(true);
      expect(await ask(address, { host, origin: "http://localhost:3000" }), address).toBe(true);
    }
  });

  it("have the table at an address that no page can guess, where the machine has more than one", async () => {
    const { hostname } = new URL(stack.environment.AWS_ENDPOINT_URL_DYNAMODB ?? "");
    expect(hostname).toMatch(/^127\./);
    if (process.platform === "linux") expect(hostname).not.toBe("127.0.0.1");
  });
});

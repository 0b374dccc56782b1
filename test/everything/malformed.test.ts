import { beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { forms } from "#functions/content/forms/routes.ts";
import { newsletters } from "#functions/delivery/newsletters/routes.ts";
import { auth } from "#functions/tenancy/auth/routes.ts";
import { businesses } from "#functions/tenancy/businesses/routes.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { type RawResponse, sendRaw } from "#test/support/raw.ts";
import { watchCalls } from "#test/support/table.ts";
import { openStore, type TestStore } from "#test/support/world.ts";

const DocumentedError = z.object({
  message: z.string().min(1),
  error: z.string().regex(/^[A-Z]+\.[A-Z_]+$/),
  statusCode: z.int().min(400).max(499),
  validationErrors: z.array(z.object({ field: z.string(), message: z.string(), error: z.string() })),
});

let store: TestStore;
let createRequest: { params: { storeId: string }; as: { token: string } };
beforeAll(async () => {
  store = await openStore();
  createRequest = { params: { storeId: store.id }, as: store.owner };
});

function expectDocumented({ status, headers, body }: RawResponse, what: string, expected = status): void {
  expect(status, what).toBe(expected);
  expect(status, `${what}: ${body.slice(0, 200)}`).toBeGreaterThanOrEqual(400);
  expect(status, `${what}: ${body.slice(0, 200)}`).toBeLessThan(500);
  expect(headers, what).toContain("content-type: application/json");
  expect(headers, what).toContain("x-request-id: ");
  expect(DocumentedError.parse(JSON.parse(body)).statusCode, what).toBe(status);
}

describe("a body", () => {
  test("that is too large is a 413, with or without Content-Length", async () => {
    const raw = JSON.stringify({ key: "x".repeat(6 * 1024 * 1024) });
    expect(await refused(forms.createForm, { ...createRequest, raw })).toMatchObject({
      status: 413,
      error: "GENERAL.PAYLOAD_TOO_LARGE",
    });
    const post = `POST /v1/stores/${store.id}/forms HTTP/1.1\ncontent-type: application/json`;
    for (const size of [10 * 1024 * 1024 + 1, 2 ** 40]) {
      expectDocumented(await sendRaw(`${post}\ncontent-length: ${size}`), `${size} bytes`, 413);
    }
    const head = `${post}\ntransfer-encoding: chunked`;
    const chunk = `${(1024 * 1024).toString(16)}\r\n${"x".repeat(1024 * 1024)}\r\n`;
    expectDocumented(await sendRaw(head, `${chunk.repeat(11)}0\r\n\r\n`), "chunked");
  });

  test("without a credential has a small limit, checked before parsing", async () => {
    const params = { businessId: store.id };
    const parsing = vi.spyOn(JSON, "parse");
    for (const text of ["a&".repeat(2_700_000), `[${"1,".repeat(2_700_000)}1]`, "x".repeat(5_500_000)]) {
      expect(await refused(newsletters.unsubscribe, { raw: text, params })).toMatchObject({ status: 413 });
      expect(await refused(auth.requestCode, { raw: text })).toMatchObject({ status: 413 });
      for (const operation of [newsletters.unsubscribe, auth.requestCode]) {
        const { result, calls } = await watchCalls(() => invokeDirect(operation, { params, body: text }));
        expect([result.status, calls]).toEqual([413, []]);
      }
      expect(parsing.mock.calls.some(([given]) => given === text)).toBe(false);
    }
    parsing.mockRestore();
    const form = { raw: `token=x&${"a&".repeat(3000)}`, params };
    expect((await refused(newsletters.unsubscribe, form)).status).toBe(400);
  });

  test("just below the limit is read, and refused for its content", async () => {
    const raw = JSON.stringify({ key: "x".repeat(1_000_000) });
    expect(await refused(forms.createForm, { ...createRequest, raw })).toMatchObject({
      status: 400,
      error: "GENERAL.VALIDATION_FAILED",
    });
  });

  test("of JSON that is no object is a 400", async () => {
    for (const raw of ["5", '"5"', "true", "null", "[]", "[{}]", "-0", '""'])
      for (const operation of [forms.createForm, auth.requestCode, businesses.createBusiness])
        expect((await refused(operation, { ...createRequest, raw } as never)).status, raw).toBe(400);
  });

  test("that is nested deeply is a 400, however deep", async () => {
    for (const depth of [70, 1000, 100_000, 150_000]) {
      for (const [open, close] of [
        ["[", "]"],
        ['{"a":', "}"],
      ] as const) {
        const raw = `{"key":"deep","schema":${open.repeat(depth)}1${close.repeat(depth)}}`;
        if (raw.length > 5_000_000) continue;
        const { status } = await refused(forms.createForm, { ...createRequest, raw });
        expect(status, `${depth} ${open}`).toBe(400);
      }
    }
  });

  test("with half a surrogate pair, in a value or a name, is a 400 that says where", async () => {
    for (const raw of [
      '{"key":"a\\ud800"}',
      '{"key":"a","schema":[{"type":"text","key":"\\udfff"}]}',
      '{"\\ud800":1}',
    ]) {
      const { body, error } = await refused(forms.createForm, { ...createRequest, raw });
      expect(error).toBe("GENERAL.VALIDATION_FAILED");
      expect(body.validationErrors[0]?.field).toBeTruthy();
      expect(JSON.stringify(body).isWellFormed()).toBe(true);
    }
  });

  test("with a text that cannot be stored unchanged is a 400, in any field", async () => {
    const params = { storeId: store.id, formId: `${store.id}:order-notes` };
    const raw = `{"form_id":"${params.formId}","fields":[{"key":"notes","value":"a\\udc00b"}]}`;
    expect(await refused(forms.submitForm, { params, raw })).toMatchObject({
      status: 400,
      body: { validationErrors: [{ field: "fields[0].value" }] },
    });
    const zones = (depth: number) => `{"configs":{"zones":${"[".repeat(depth)}${"]".repeat(depth)}}}`;
    const update = { params: { businessId: store.id }, as: store.owner };
    await ok(businesses.updateBusiness, { ...update, raw: zones(20) });
    for (const number of ["9007199254740993", "-1e16", "1e308", "1e400", "1e-200"]) {
      const raw = `{"configs":{"zones":[{"n":${number}}]}}`;
      const { body } = await refused(businesses.updateBusiness, { ...update, raw });
      expect(body.validationErrors[0]?.field, number).toBe("configs.zones[0].n");
    }
    expect(await refused(businesses.updateBusiness, { ...update, raw: zones(70) })).toMatchObject({
      status: 400,
    });
  });

  test("that names __proto__ is a 400, and changes no prototype", async () => {
    for (const raw of [
      '{"key":"p","__proto__":{"admin":true}}',
      '{"key":"p","schema":[{"__proto__":{"type":"text"}}]}',
    ]) {
      expect(await refused(forms.createForm, { ...createRequest, raw })).toMatchObject({ status: 400 });
    }
    expect(Reflect.get({}, "admin")).toBeUndefined();
    const form = await ok(forms.createForm, {
      ...createRequest,
      raw: '{"key":"constructor","constructor":{"name":"x"}}',
    });
    expect(form.key).toBe("constructor");
  });

  test("in bytes that are no UTF-8, compressed or unknown, is a 400", async () => {
    const latin = Buffer.from('{"key":"\xff\xfe"}', "latin1");
    for (const [raw, headers] of [
      [latin, {}],
      [Buffer.from([0x1f, 0x8b, 8, 0]), { "content-encoding": "gzip" }],
      [Buffer.from([0, 1, 2]), { "content-type": "application/octet-stream" }],
      [Buffer.from("key=a"), { "content-type": "application/x-www-form-urlencoded" }],
    ] as const) {
      const sent = { "content-type": "application/json", ...headers };
      const { status } = await refused(forms.createForm, {
        ...createRequest,
        raw: new Uint8Array(raw),
        headers: sent,
      });
      expect(status).toBe(400);
    }
  });

  test("in a read is no error", async () => {
    const params = { storeId: store.id };
    for (const body of ["", "{}", '{"limit":1}', "not json"]) {
      expect((await invokeDirect(forms.listForms, { params, body })).status, body).toBe(200);
    }
  });
});

describe("a path", () => {
  test("with tricks is a 4xx with the documented body", async () => {
    const good = `/v1/stores/${store.id}/forms`;
    const paths = [
      "/v1/stores/../../etc/passwd",
      "/v1/./stores",
      "/v1/nothing",
      "//",
      "v1",
      `${good}/\u0001`,
      "/v1/stores/%2e%2e/forms",
      `${good}/%c0%af`,
      `${good}/\\..\\x`,
      `/${good}`,
      `${good}//`,
      `${good}/x/`,
      "//evil.example/v1",
      "http://evil.example/v1/stores",
      "*",
      `${good};a=b`,
      `/V1/STORES/${store.id}/FORMS`,
      `${good}/${"a".repeat(3000)}`,
      `${good}/__proto__`,
      `${good}/constructor`,
      `${good}/form_#fragment`,
      `${good}/TENANT%23x`,
      `/v1/stores/${encodeURIComponent(`${store.id}#FORM`)}/forms/x`,
      "/v1/stores/%F0%9F%92%A9/forms/x",
      "/_local/../v1/stores",
      "/.well-known/../health",
    ];
    for (const path of paths) expectDocumented(await sendRaw(`GET ${path} HTTP/1.1`), path);
    for (const part of ["a%2Fb", "..%2f..%2fsecrets", "a%5Cb", "%zz", "%", "%ff", "%00"]) {
      const answer = await sendRaw(`GET ${good}/${part} HTTP/1.1`);
      expectDocumented(answer, part, 400);
      expect(JSON.parse(answer.body), part).toMatchObject({
        error: "GENERAL.BAD_REQUEST",
        validationErrors: [],
      });
    }
  });

  test("with an unsupported or unknown method is a 4xx", async () => {
    for (const method of ["PATCH", "DELETE", "PUT", "TRACE", "PROPFIND", "OPTIONS"]) {
      const answer = await sendRaw(`${method} /v1/stores/${store.id}/forms HTTP/1.1\ncontent-length: 0`);
      expectDocumented(answer, method);
    }
    const unknown = await sendRaw("BREW /v1/stores HTTP/1.1");
    expectDocumented(unknown, "BREW");
  });
});

describe("a header or a query", () => {
  test("with tricks is a 4xx or has no effect", async () => {
    const path = `/v1/stores/${store.id}/forms`;
    const heads = [
      `GET ${path} HTTP/1.1\nauthorization: ${"x".repeat(9000)}`,
      `GET ${path} HTTP/1.1\nauthorization: Bearer`,
      `GET ${path} HTTP/1.1\nauthorization: Bearer a b`,
      `GET ${path} HTTP/1.1\nauthorization: Basic dTpw`,
      `GET ${path} HTTP/1.1\nx-api-key: \u00ff\u00fe`,
      `GET ${path}?limit=%00 HTTP/1.1`,
      `GET ${path}?cursor=%ff%fe HTTP/1.1`,
      `GET ${path}?created_at_from=9999999999999999999999 HTTP/1.1`,
      `GET ${path}?limit=5&limit=6 HTTP/1.1`,
      `GET ${path}?ids=%5B%22a%22 HTTP/1.1`,
      `GET ${path}?status=__proto__ HTTP/1.1`,
      `GET ${path}?query=${"a".repeat(300)} HTTP/1.1`,
    ];
    for (const head of heads) expectDocumented(await sendRaw(head), head.slice(0, 120));
    expectDocumented(await sendRaw(`GET ${path} HTTP/1.1\nx-huge: ${"x".repeat(11_000)}`), "11 KB", 431);
    const odd = [
      "__proto__=1",
      "constructor=1",
      "%=1",
      "&&&",
      "a[b][c]=1",
      "x=%F0%9F%92%A9",
      "query=%00",
      "query=%F0",
    ];
    for (const query of odd) {
      const { status } = await sendRaw(`GET ${path}?${query} HTTP/1.1`);
      expect(status, query).toBeLessThan(500);
    }
  });

  test("as an Idempotency-Key has 1 to 255 characters", async () => {
    for (const key of [" ", "x".repeat(256)]) {
      const { status, body } = await call(forms.createForm, {
        ...createRequest,
        body: { key: "idempotent" },
        headers: { "idempotency-key": key },
      });
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("Idempotency-Key")]);
    }
  });
});

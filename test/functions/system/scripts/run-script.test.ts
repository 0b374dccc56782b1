import { expect, test, vi } from "vitest";
import { platformData } from "#functions/system/platform-data/routes.ts";
import { scripts } from "#functions/system/scripts/routes.ts";
import { hostileScripts, sandboxEscapes } from "#test/proofs/scripts.ts";
import { type As, call, ok, refused } from "#test/support/client.ts";
import { invokeDirect } from "#test/support/direct.ts";
import { guest, somebody } from "#test/support/world.ts";

const run = (as: As, script: string, input?: Record<string, unknown>) =>
  ok(scripts.runScript, { as, body: { script, ...(input ? { input: input as never } : {}) } });

test("the output is the awaited value of the last expression, with await and return at the top", async () => {
  const as = await somebody();
  const cases: [string, unknown][] = [
    ["1+1", 2],
    ["const two = await Promise.resolve(2); two * 3", 6],
    ["return input.a", 5],
    ["if (input.a > 4) { return 'more' }\nreturn 'less'", "more"],
    ["Promise.resolve({ nested: [1] })", { nested: [1] }],
    ["undefined", null],
    ["let a = 1;", null],
    ["JSON.stringify = () => '7'; ({ a: 1 })", { a: 1 }],
    ["JSON.parse('{\"__proto__\":1}')['__proto__']", 1],
  ];
  for (const [script, output] of cases)
    expect([script, await run(as, script, { a: 5 })]).toEqual([
      script,
      { success: true, message: "The script ran.", output, logs: [], code: null },
    ]);
});

test("log lines and error texts are complete, whatever characters they have", async () => {
  const as = await somebody();
  const texts = ["a\u0000b", "\u0000", "a\u0000\u0000é€𝄞", "x".repeat(20)];
  for (const text of texts) {
    const said = JSON.stringify(text);
    expect((await run(as, `log(${said}, 1); 1`)).logs).toEqual([`${text} 1`]);
    expect(await run(as, `throw new Error(${said})`)).toMatchObject({
      code: "EXCEPTION",
      message: expect.stringContaining(text),
    });
    expect((await run(as, `${said}`)).output).toBe(text);
  }
});

test("log keeps lines of text and JSON, up to its limit", async () => {
  const as = await somebody();
  expect((await run(as, "log('a', 1, { b: [2] }, null, undefined, true); 1")).logs).toEqual([
    'a 1 {"b":[2]} null undefined true',
  ]);
  const noisy = await run(as, "for (;;) { try { log('x') } catch {} }");
  expect(noisy).toMatchObject({ success: false, code: "LOG_LIMIT" });
  expect(noisy.logs).toHaveLength(100);
  // A line is complete or refused: none is cut.
  const most = 16 * 1024;
  for (const [told, text] of [
    ["'x'.repeat(16384)", "x".repeat(most)],
    ["'x'.repeat(8000), 'y'.repeat(8383)", `${"x".repeat(8000)} ${"y".repeat(8383)}`],
    ["{ a: 'x'.repeat(16376) }", `{"a":"${"x".repeat(16376)}"}`],
    ["'ü'.repeat(8192)", "ü".repeat(8192)],
  ]) {
    const whole = await run(as, `log(${told}); 1`);
    expect(whole.code, told).toBeNull();
    expect(whole.logs[0] === text, told).toBe(true);
  }
  for (const told of [
    "'x'.repeat(16385)",
    "'x'.repeat(20000)",
    "'x'.repeat(8000), 'y'.repeat(8384)",
    "{ a: 'x'.repeat(16377) }",
    "'ü'.repeat(8193)",
    "...Array(5000).fill('x'.repeat(1_000_000))",
  ])
    expect(await run(as, `log(${told}); 1`), told).toMatchObject({ code: "LOG_LIMIT", logs: [] });
  expect(await run(as, "for (let i = 0; i < 20; i++) log('x'.repeat(1000)); 1")).toMatchObject({
    code: "LOG_LIMIT",
  });
});

test("data reads, writes, moves and lists the account's own values, with and without await", async () => {
  const as = await somebody();
  const script = `
    data.put("a", { n: 1 });
    await data.put("b", 2, { previous_key: "a", ttl: 60 });
    const gone = data.get("a");
    const all = data.list("");
    data.delete("b");
    return { gone, there: all.items, cursor: all.cursor, after: await data.get("b") };`;
  expect((await run(as, script)).output).toEqual({
    gone: null,
    there: [{ key: "b", value: 2 }],
    cursor: null,
    after: null,
  });
  expect((await run(as, "try { data.get(7) } catch (error) { return error.message }")).output).toContain(
    "wrong kind",
  );
  expect(
    (await run(as, "try { data.put('k', 'x'.repeat(400000)) } catch (e) { return e.message }")).output,
  ).toContain("358400");
  expect(await run(as, "for (let i = 0; ; i++) try { data.get('k' + i) } catch {}")).toMatchObject({
    code: "DATA_LIMIT",
  });
});

test("a stored script runs by name with value as its input; an unknown one is a 400", async () => {
  const as = await somebody();
  await ok(platformData.putData, { as, body: { key: "script:double", value: "return input.n * 2" } });
  const body = { name: "double", value: '{"n":21}', username: "ignored" };
  expect((await ok(scripts.runScript, { as, raw: JSON.stringify(body) })).output).toBe(42);
  expect((await ok(scripts.runScript, { as, body: { ...body, script: "1" } })).output).toBe(1);
  expect(await refused(scripts.runScript, { as, body: { name: "none" } })).toMatchObject({
    status: 400,
    error: "SCRIPT.UNKNOWN",
  });
  expect(await refused(scripts.runScript, { as, body: { name: "double", value: "{" } })).toMatchObject({
    status: 400,
    error: "SCRIPT.INPUT_INVALID",
  });
  expect((await refused(scripts.runScript, { as, body: {} })).body.validationErrors[0]?.field).toBe("script");
});

const [endless, others] = [
  hostileScripts.filter(isEndless),
  hostileScripts.filter((each) => !isEndless(each)),
];

test.each(others)("$name ends with $code, and the next run answers", async ({ script, code }) => {
  const as = await somebody();
  expect(await run(as, script)).toMatchObject({ success: false, code });
  expect((await run(as, "1+1")).output).toBe(2);
});

// These run until their time is up, so their time limit is short.
test.each(endless)(
  "$name ends with $code when its time is up, and the next run answers",
  async ({ script, code }) => {
    const as = await somebody();
    vi.stubEnv("LOCAL_PATIENCE", "0.25");
    const { body } = await invokeDirect(scripts.runScript, {
      token: as.token,
      body: JSON.stringify({ script }),
    });
    vi.unstubAllEnvs();
    expect(JSON.parse(body)).toMatchObject({ success: false, code });
    expect((await run(as, "1+1")).output).toBe(2);
  },
);

function isEndless({ code }: { code: string }): boolean {
  return code === "TIMEOUT";
}

test("a script cannot reach the host, by 40 methods", async () => {
  const as = await somebody();
  expect(new Set(sandboxEscapes).size).toBe(40);
  for (const way of sandboxEscapes)
    expect([way, (await run(as, `String(${way})`)).output ?? "undefined"]).toEqual([way, "undefined"]);
});

test("eval and Function stay inside the engine", async () => {
  const as = await somebody();
  expect(
    (await run(as, "[eval('1+1'), new Function('return typeof process')(), typeof globalThis.require]"))
      .output,
  ).toEqual([2, "undefined", "undefined"]);
});

test("guests get 403 and nobody 401", async () => {
  expect((await refused(scripts.runScript, { as: await guest(), body: { script: "1" } })).status).toBe(403);
  expect((await call(scripts.runScript, { body: { script: "1" } })).status).toBe(401);
});

test("a script that replaces the engine's text functions is answered as any other", async () => {
  const as = await somebody();
  const own = "String.prototype.slice = Function.prototype.call = () => 'x';";
  expect(await run(as, `${own} return 'y'.repeat(300000)`)).toMatchObject({ code: "OUTPUT_TOO_LARGE" });
  expect(await run(as, `${own} log('y'.repeat(300)); return 'y'`)).toMatchObject({ output: "y" });
});

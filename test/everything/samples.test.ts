import { expect, test } from "vitest";
import { env } from "#core/env.ts";
import { curlSample } from "#core/reference/curl-sample.ts";
import { operations } from "#functions/manifest.ts";
import { furnish, withCreatedIds } from "#test/support/furnish.ts";
import { runInShell, samples, shellVariables } from "#test/support/samples.ts";

/** Records are read, changed and then created, so that none is missing when it is called. */
const METHODS = ["GET", "PUT", "POST"];
/** Samples whose values no furnished store has: codes and tokens from mails, a session that was begun elsewhere. */
const NEED_MORE = new Set(["refreshTokens"]);

test("no sample in curl is refused for its path, its credential or the shape of its body", async () => {
  const { ids, owner, visitor } = await furnish();
  const known = samples.filter(
    ({ id, method, path }) =>
      METHODS.includes(method) &&
      !/logout|session/i.test(id) &&
      operations.some((each) => each.id === id && each.needs !== "super") &&
      [...path.matchAll(/\{(\w+)\}/g)].every(([, slot = ""]) => ids[slot] !== undefined),
  );
  const inOrder = known.toSorted((one, other) => METHODS.indexOf(one.method) - METHODS.indexOf(other.method));
  const answers = await runInShell(
    inOrder.map(({ request, path }) => {
      const own = Object.entries(ids).filter(([slot]) => path.includes(`{${slot}}`));
      const callers = { API: env("PUBLIC_URL"), TOKEN: owner.token, VISITOR: visitor.token };
      return {
        command: curlSample({ ...request, body: withCreatedIds(request.body, ids) }),
        variables: { ...shellVariables(Object.fromEntries(own)), ...callers },
      };
    }),
  );
  const wrong = inOrder.flatMap(({ id }, index) => {
    const { status = 0, body = "" } = answers[index] ?? {};
    const isRefused = status === 0 || status === 401 || status >= 500;
    const isMisshapen = status === 400 && body.includes("GENERAL.VALIDATION_FAILED");
    return (isRefused || isMisshapen) && !NEED_MORE.has(id) ? [`${id}: ${status} ${body.slice(0, 300)}`] : [];
  });
  expect(wrong).toEqual([]);
  expect(inOrder.length).toBeGreaterThan(150);
});

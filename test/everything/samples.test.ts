import { expect, test } from "vitest";
import { env } from "#core/env.ts";
import { curlSample } from "#core/reference/curl-sample.ts";
import { operations } from "#functions/manifest.ts";
import { furnish, withCreatedIds } from "#test/support/furnish.ts";
import { runInShell, samples, shellVariables } from "#test/support/samples.ts";

/** Records are read, changed and then created, so that none is missing when it is called. */
const METHODS = ["GET", "PUT", "POST"];
/** Samples with a value that no furnished store has. */
const NEED_MORE: Record<string, string> = {
  askReturn: "an item of an order that arrived",
  createPublication: "an account at a social network",
  quoteRates: "an address of the store or of the order",
  refreshTokens: "a refresh token that was not used yet",
  sendParcel: "a rate that quoteRates answered",
  shipOrder: "a rate that quoteRates answered",
  validatePublication: "an account at a social network",
};

test("no sample in curl is refused for its path, its credential or the shape of its body", async () => {
  const { ids, owner, visitor } = await furnish();
  const known = { ...ids, accountId: owner.id };
  const callable = samples.filter(
    ({ id, method, path }) =>
      METHODS.includes(method) &&
      // Some of these end the session of the samples after them.
      !/logout|session/i.test(id) &&
      operations.some((each) => each.id === id && each.needs !== "super") &&
      [...path.matchAll(/\{(\w+)\}/g)].every(([, slot = ""]) => ids[slot] !== undefined),
  );
  const inOrder = callable.toSorted(
    (one, other) => METHODS.indexOf(one.method) - METHODS.indexOf(other.method),
  );
  const answers = await runInShell(
    inOrder.map(({ request, path }) => {
      const own = Object.entries(ids).filter(([slot]) => path.includes(`{${slot}}`));
      const callers = { API: env("PUBLIC_URL"), TOKEN: owner.token, VISITOR: visitor.token };
      return {
        command: curlSample({ ...request, body: withCreatedIds(request.body, known) }),
        variables: { ...shellVariables(Object.fromEntries(own)), ...callers },
      };
    }),
  );
  const refused = inOrder.flatMap(({ id }, index) => {
    const { status = 0, body = "" } = answers[index] ?? {};
    const isRefused = status === 0 || status === 401 || status >= 500;
    const isMisshapen = status === 400 && body.includes("GENERAL.VALIDATION_FAILED");
    return isRefused || isMisshapen ? [{ id, status, body }] : [];
  });
  expect(refused.filter(({ id }) => NEED_MORE[id] === undefined)).toEqual([]);
  expect(refused.map(({ id }) => id).toSorted()).toEqual(Object.keys(NEED_MORE));
  const answered = answers.filter(({ status }) => status < 300);
  expect(answered.length).toBeGreaterThan(150);
});

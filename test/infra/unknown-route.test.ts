import { expect, test } from "vitest";
import { env } from "#core/env.ts";

test("an unknown route's answer points to the reference, and to an empty part of the path", async () => {
  const answerAt = async (path: string) => {
    const reply = await fetch(`${env("PUBLIC_URL")}${path}`);
    expect(reply.status).toBe(404);
    return reply.text();
  };
  expect(await answerAt("/v1/stors")).toContain("GET /v1/stors. GET /v1/reference lists");
  expect(await answerAt("/v1/stores//products")).toContain("A part of this path is empty.");
});

import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Resource } from "#core/http/contract.ts";
import { usesOf } from "#infra/declared.ts";
import { statementsFor } from "#infra/permissions.ts";

// What DynamoDB asks for, by the command of the SDK. A transaction needs what its parts need.
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  Get: ["GetItem"],
  BatchGet: ["BatchGetItem"],
  BatchWrite: ["BatchWriteItem"],
  Query: ["Query"],
  Put: ["PutItem"],
  Update: ["UpdateItem"],
  Delete: ["DeleteItem"],
  TransactGet: ["GetItem"],
  TransactWrite: ["PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"],
};

const on = {
  tableArn: "arn:table",
  indexArns: ["arn:index"],
  mediaBucketArn: "arn:media",
  variantsBucketArn: "arn:variants",
  mailArns: ["arn:mail"],
  mailFrom: "shop@example.com",
  queues: [],
  secretArns: ["arn:secret"],
  credentialSecretArns: ["arn:credentials"],
  aiModels: [],
};

describe("permissions", () => {
  test("cover every command that the code sends to the table", () => {
    const sources = globSync("lib/**/*.ts").map((file) => readFileSync(file, "utf8"));
    const imports = sources.flatMap(
      (text) => /import \{([^}]*)\} from "\.\/commands\.ts"/.exec(text)?.[1]?.split(",") ?? [],
    );
    const commands = imports
      .map((name) => /(\w+)Command$/.exec(name.trim())?.[1])
      .filter((name) => name !== undefined);
    const allowed = actionsOf(["table:write"]);
    for (const command of new Set(commands)) {
      const needed = NEEDED[command];
      expect(needed, `${command}Command is not known here`).toBeDefined();
      for (const action of needed ?? []) expect(allowed, command).toContain(`dynamodb:${action}`);
    }
  });

  test("are to read for a GET and to write for all else, unless an entry says", () => {
    expect(usesOf({ method: "GET" })).toEqual(["table:read", "secrets"]);
    expect(usesOf({ method: "POST" })).toEqual(["table:write", "secrets"]);
    expect(usesOf({})).toEqual(["table:write", "secrets"]);
    expect(usesOf({ method: "GET", uses: [] })).toEqual([]);
  });

  test("leave out what has no resource yet, in place of giving a star", () => {
    expect(statementsFor(["queue:send", "ai:invoke"], on)).toEqual([]);
  });

  test("give the index nothing but queries", () => {
    const statements = statementsFor(["table:write"], on).filter(({ resources }) =>
      resources.includes("arn:index"),
    );
    expect(statements.flatMap(({ actions }) => actions)).toEqual(["dynamodb:Query"]);
  });
});

function actionsOf(uses: readonly Resource[]): string[] {
  return statementsFor(uses, on).flatMap(({ actions }) => actions);
}

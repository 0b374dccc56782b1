import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { FunctionOptions, Resource } from "#core/http/contract.ts";
import { message } from "#core/queue/message.ts";
import { operations } from "#functions/manifest.ts";
import { queueTargetsOf, resourcesUsedBy } from "#infra/function-access.ts";
import { statementsFor } from "#infra/permissions.ts";
import { GRANTABLE } from "#test/support/grantable.ts";

// Required actions by SDK command. A transaction needs those of its parts.
const NEEDED_ACTIONS: Readonly<Record<string, readonly string[]>> = {
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

const grantable = {
  ...GRANTABLE,
  queues: new Map<string, string>(),
  secretArns: { ...GRANTABLE.secretArns, apps: undefined, oidc: undefined },
  aiModels: [],
};

describe("permissions", () => {
  test("cover every table command in the code", () => {
    const sources = globSync("lib/**/*.ts", { exclude: ["lib/console/**"] }).map((file) =>
      readFileSync(file, "utf8"),
    );
    const imports = sources.flatMap(
      (text) => /import \{([^}]*)\} from "\.\/commands\.ts"/.exec(text)?.[1]?.split(",") ?? [],
    );
    const commands = imports
      .map((name) => /(\w+)Command$/.exec(name.trim())?.[1])
      .filter((name) => name !== undefined);
    const allowed = actionsOf(["table:write"]);
    for (const command of new Set(commands)) {
      const needed = NEEDED_ACTIONS[command];
      expect(needed, `${command}Command is not known here`).toBeDefined();
      for (const action of needed ?? []) expect(allowed, command).toContain(`dynamodb:${action}`);
    }
  });

  test("allow reads for a GET and writes for others, unless declared otherwise", () => {
    expect(resourcesUsedBy({ method: "GET" })).toEqual(["table:read"]);
    expect(resourcesUsedBy({ method: "PUT" })).toEqual(["table:write"]);
    expect(resourcesUsedBy({})).toEqual(["table:write"]);
    expect(resourcesUsedBy({ method: "GET", uses: [] })).toEqual([]);
  });

  test("let every POST store its answer and every list open a cursor", () => {
    const query = z.object({ cursor: z.string().optional() });
    expect(resourcesUsedBy({ method: "POST" })).toEqual(["table:write", "secrets"]);
    expect(resourcesUsedBy({ method: "POST", uses: ["table:read", "media:read"] })).toEqual([
      "media:read",
      "table:write",
      "secrets",
    ]);
    expect(resourcesUsedBy({ method: "GET", query })).toEqual(["table:read", "secrets"]);
    expect(resourcesUsedBy({ method: "GET", query, uses: ["table:read", "media:read"] })).toEqual([
      "table:read",
      "media:read",
      "secrets",
    ]);
    for (const operation of operations.filter(({ method }) => method === "POST"))
      expect(resourcesUsedBy(operation), operation.id).toEqual(
        expect.arrayContaining(["table:write", "secrets"]),
      );
  });

  test("to read a secret are for that secret only, and none that is not deployed", () => {
    const arns = (use: Resource) =>
      statementsFor([use], grantable)
        .filter(({ actions }) => actions.includes("secretsmanager:GetSecretValue"))
        .flatMap(({ resources }) => resources);
    const secrets = ["secrets", "signing", "credentials", "billing", "apps", "oidc"] as const;
    expect(secrets.map(arns)).toEqual([
      ["DATA_SECRET"],
      ["SIGNING_SECRETS"],
      ["CREDENTIALS_SECRET"],
      ["BILLING_STRIPE"],
      [],
      [],
    ]);
  });

  test("to send messages are for the declared queues, or for any if none is declared", () => {
    const queues = new Map([
      ["one", "arn:shared"],
      ["two", "arn:shared"],
      ["three", "arn:three"],
    ]);
    const to = (...entries: FunctionOptions[]) =>
      statementsFor(entries.flatMap(resourcesUsedBy), { ...grantable, queues }, queueTargetsOf(entries))
        .filter(({ actions }) => actions.includes("sqs:SendMessage"))
        .flatMap(({ resources }) => resources);
    const sends = (worker: string): FunctionOptions => ({
      uses: ["queue:send"],
      sends: [message(worker, z.object())],
    });
    expect(to(sends("one"))).toEqual(["arn:shared"]);
    expect(to(sends("two"), sends("three"), {})).toEqual(["arn:shared", "arn:three"]);
    expect(to(sends("one"), { uses: ["queue:send"] })).toEqual(["arn:shared", "arn:three"]);
    expect(to({})).toEqual([]);
  });

  test("to call a model are for that model, or for an inference profile and its models", () => {
    const arns = (model: string) =>
      statementsFor(["ai:invoke"], { ...grantable, aiModels: [model] }).flatMap(({ resources }) =>
        resources.map((arn) => arn.replace(/\$\{Token\[AWS\.(\w+)\.\d+\]\}/g, "<$1>")),
      );
    expect(arns("amazon.nova-lite-v1:0")).toEqual([
      "arn:<Partition>:bedrock:<Region>::foundation-model/amazon.nova-lite-v1:0",
    ]);
    expect(arns("eu.amazon.nova-lite-v1:0")).toEqual([
      "arn:<Partition>:bedrock:<Region>:<AccountId>:inference-profile/eu.amazon.nova-lite-v1:0",
      "arn:<Partition>:bedrock:*::foundation-model/amazon.nova-lite-v1:0",
    ]);
  });

  test("leave out missing resources and never use a star", () => {
    expect(statementsFor(["queue:send", "ai:invoke"], grantable)).toEqual([]);
  });

  test("allow only queries of an index", () => {
    const statements = statementsFor(["table:write"], grantable).filter(({ resources }) =>
      resources.includes("index"),
    );
    expect(statements.flatMap(({ actions }) => actions)).toEqual(["dynamodb:Query"]);
  });
});

describe("the public keys of tokens", () => {
  const granted = (uses: readonly Resource[]) =>
    statementsFor(uses, grantable).map((statement) => statement.toStatementJson() as Record<string, unknown>);
  const writes = (uses: readonly Resource[]) =>
    granted(uses).filter(({ Action }) =>
      /PutItem|UpdateItem|DeleteItem|BatchWrite/.test(JSON.stringify(Action)),
    );

  test("are written only by functions that sign, and only these read the secret", () => {
    for (const uses of [
      ["table:read", "secrets"],
      ["table:write", "secrets"],
    ] as const) {
      expect(JSON.stringify(granted(uses))).not.toContain("SIGNING_SECRETS");
      for (const { Condition } of writes(uses)) {
        const text = JSON.stringify(Condition);
        const isShut =
          text.includes('"ForAllValues:StringNotEquals":{"dynamodb:LeadingKeys":["SIGNING_KEYS"]}') ||
          text.includes('"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["PERSON#*","BUDGET#*"]}');
        expect([isShut, text.includes('"Null":{"dynamodb:LeadingKeys":"false"}')]).toEqual([true, true]);
      }
    }
    const signing = JSON.stringify(granted(["signing"]));
    expect(signing).toContain("SIGNING_SECRETS");
    expect(signing).toContain('"ForAllValues:StringEquals":{"dynamodb:LeadingKeys":["SIGNING_KEYS"]}');
  });

  test("belong to the six operations that answer an access token", () => {
    const signers = operations
      .filter((operation) => resourcesUsedBy(operation).includes("signing"))
      .map(({ id }) => id);
    expect(signers.toSorted()).toEqual([
      "loginUser",
      "refreshTokens",
      "refreshUser",
      "refreshUserByAlias",
      "verifyCode",
      "verifyStoreCode",
    ]);
  });
});

function actionsOf(uses: readonly Resource[]): string[] {
  return statementsFor(uses, grantable).flatMap(({ actions }) => actions);
}

import { describe, expect, test } from "vitest";
import * as z from "zod";
import { configOf } from "#infra/config.ts";
import { pascalCase } from "#infra/function.ts";
import { fullSizeManifest } from "./full-size.ts";
import { propertiesOf, synthesise } from "./synthesis.ts";

const manifest = fullSizeManifest();
const { operations } = manifest;
const prod = synthesise(configOf("prod", {}), manifest);

const Statement = z.object({
  Action: z.union([z.string(), z.array(z.string())]).transform((action) => [action].flat()),
  Resource: z.unknown().optional(),
  NotResource: z.unknown().optional(),
});
const Policies = z.object({
  Policies: z
    .array(z.object({ PolicyDocument: z.object({ Statement: z.array(Statement) }) }))
    .default([])
    .transform((policies) => policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)),
});
describe("roles", () => {
  // CDK's own function empties buckets when a stack is deleted.
  const roles = prod
    .ofType("AWS::IAM::Role")
    .filter(({ logicalId }) => !logicalId.startsWith("CustomS3AutoDeleteObjects"))
    .map((role) => ({ role, statements: propertiesOf(Policies, role).Policies }));
  const statementsOf = (id: string) =>
    roles.find(({ role }) => role.logicalId === `${pascalCase(id)}Role`)?.statements ?? [];

  test("name every action and resource, except for X-Ray and SES's quota", () => {
    for (const { role, statements } of roles) {
      for (const { Action, Resource } of statements) {
        expect(
          Action.filter((action) => action.includes("*")),
          role.logicalId,
        ).toEqual([]);
        if (JSON.stringify([Resource].flat()).includes('"*"')) {
          expect(
            Action.every((action) => action.startsWith("xray:Put") || action === "ses:GetSendQuota"),
            role.logicalId,
          ).toBe(true);
        }
      }
    }
  });

  test("are the only policies, without managed ones, scans or other mail actions", () => {
    expect(prod.ofType("AWS::IAM::Policy")).toEqual([]);
    expect(prod.ofType("AWS::IAM::ManagedPolicy")).toEqual([]);
    expect(roles.flatMap(({ role }) => role.properties.ManagedPolicyArns ?? [])).toEqual([]);
    expect(JSON.stringify(roles)).not.toContain(":Scan");
    expect(JSON.stringify(roles)).not.toContain('"ses:SendEmail"');
  });

  test("let a GET read, and all others write", () => {
    const reading = operations.find(({ method }) => method === "GET")?.id ?? "";
    const writing = operations.find(({ method }) => method === "POST")?.id ?? "";
    const read = ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query", "dynamodb:UpdateItem"];
    const write = [
      ...read,
      "dynamodb:BatchWriteItem",
      "dynamodb:ConditionCheckItem",
      "dynamodb:DeleteItem",
      "dynamodb:PutItem",
    ];
    expect(actionsOf(statementsOf(reading), "dynamodb")).toEqual(read.sort());
    expect(actionsOf(statementsOf(writing), "dynamodb")).toEqual(write.sort());
    expect(actionsOf(statementsOf(writing), "s3")).toEqual([]);
    expect(actionsOf(statementsOf(writing), "ses")).toEqual([]);
  });

  test("let a worker use what it declares and read its trigger", () => {
    expect(actionsOf(statementsOf("sendEmail"), "ses")).toEqual(["ses:GetSendQuota", "ses:SendRawEmail"]);
    expect(actionsOf(statementsOf("sendEmail"), "sqs")).toContain("sqs:ReceiveMessage");
    expect(actionsOf(statementsOf("minuteTick"), "sqs")).toEqual(["sqs:SendMessage"]);
    expect(actionsOf(statementsOf("transformImage"), "dynamodb")).toEqual([]);
    const texts = statementsOf("verifyPhone").find(({ Action }) => Action.includes("sns:Publish"));
    expect(texts?.Resource).toBeUndefined();
    expect(JSON.stringify(texts?.NotResource)).toContain(":sns:*:*:*");
  });
});

function actionsOf(statements: { Action: string[] }[], service: string): string[] {
  const actions = statements
    .flatMap(({ Action }) => Action)
    .filter((action) => action.startsWith(`${service}:`));
  return [...new Set(actions)].sort();
}

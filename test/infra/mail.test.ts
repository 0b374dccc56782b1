import { App, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import { configOf } from "#infra/config.ts";
import { Mail } from "#infra/mail.ts";

function mailOf(identity: string | undefined) {
  const config = configOf("prod", {});
  const stack = new Stack(new App(), "Mail");
  const { from } = config.mail;
  const { arns } = new Mail(stack, "Mail", { ...config, mail: identity ? { from, identity } : { from } });
  const template = Template.fromStack(stack);
  return {
    identities: template.findResources("AWS::SES::EmailIdentity"),
    arns: arns.map((arn) => stack.resolve(arn)),
  };
}

test("environments of one account can share an identity that one of them has", () => {
  const [one, other] = [mailOf("example.org"), mailOf(undefined)];
  expect(Object.values(one.identities).map((each) => each.Properties.EmailIdentity)).toEqual(["example.org"]);
  expect(other.identities).toEqual({});
  expect(other.arns).toEqual(one.arns);
  expect(JSON.stringify(other.arns)).toContain(":identity/*");
});

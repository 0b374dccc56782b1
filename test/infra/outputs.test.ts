import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as manifest from "#functions/manifest.ts";
import { type Config, configOf, ENVIRONMENTS } from "#infra/config.ts";
import { synthesise } from "./synthesis.ts";

const OPERATORS_GUIDE = readFileSync("infra/guide.md", "utf8");
const GUIDES = globSync(["README.md", "{lib,functions}/**/*.md"], { exclude: ["**/node_modules/**"] });
const texts = [OPERATORS_GUIDE, ...GUIDES.map((file) => readFileSync(file, "utf8"))];
/** Names that guides call outputs or use in commands. */
const namedOutputs = new Set([
  ...texts.flatMap((text) => wordsOf(text, /\boutputs?((?:,| and)? `[A-Z]\w+`)+/g, /`(\w+)`/g)),
  ...wordsOf(OPERATORS_GUIDE, /<[A-Z]\w*>/g, /<(\w+)>/g),
]);

function wordsOf(text: string, phrase: RegExp, word: RegExp): string[] {
  const phrases = [...text.matchAll(phrase)].map(([found]) => found);
  return phrases.flatMap((found) => [...found.matchAll(word)].map(([, name = ""]) => name));
}

const domain = (name: string) => ({
  name,
  certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/a",
});
const domains = {
  apiDomain: domain("api.shop.test"),
  consoleDomain: domain("console.shop.test"),
  mediaDomain: domain("media.shop.test"),
};

const ALWAYS_PRESENT = ["AlarmTopic", "ApiUrl", "MediaBucketName", "MediaUrl", "TableName"];
const CONSOLE_OUTPUTS = ["ConsoleUrl"];
const CUSTOM_DOMAIN_OUTPUTS = ["ApiDomainTarget", "ConsoleDomainTarget", "MediaDomainTarget"];
const MAIL_OUTPUTS = ["MailRecord1", "MailRecord2", "MailRecord3"];

describe.each(ENVIRONMENTS)("the stack of %s", (name) => {
  const outputsOf = (more: Partial<Config> = {}) =>
    synthesise({ ...configOf(name, {}), ...more }, manifest).templates[0]?.outputs ?? {};

  test("has all outputs that a guide names in its root stack", () => {
    expect(namedOutputs.size).toBeGreaterThan(8);
    expect([...namedOutputs].filter((output) => !(output in outputsOf(domains)))).toEqual([]);
  });

  test("has outputs only for what exists", () => {
    const { from } = configOf(name, {}).mail;
    expect(Object.keys(outputsOf()).sort()).toEqual(
      [...ALWAYS_PRESENT, ...CONSOLE_OUTPUTS, ...MAIL_OUTPUTS].sort(),
    );
    expect(Object.keys(outputsOf(domains)).sort()).toEqual(
      [...ALWAYS_PRESENT, ...CONSOLE_OUTPUTS, ...MAIL_OUTPUTS, ...CUSTOM_DOMAIN_OUTPUTS].sort(),
    );
    expect(Object.keys(outputsOf({ console: false, mail: { from } })).sort()).toEqual(ALWAYS_PRESENT);
    const address = { from, identity: from };
    expect(Object.keys(outputsOf({ mail: address })).sort()).toEqual(
      [...ALWAYS_PRESENT, ...CONSOLE_OUTPUTS].sort(),
    );
  });

  test("outputs the DNS records of the mail domain as name, type and value", () => {
    for (const [index, record] of MAIL_OUTPUTS.entries()) {
      const text = JSON.stringify(outputsOf()[record]);
      expect(text).toContain(`"DkimDNSTokenName${index + 1}"`);
      expect(text).toContain('" CNAME "');
      expect(text).toContain(`"DkimDNSTokenValue${index + 1}"`);
    }
  });
});

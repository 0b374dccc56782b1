import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "puppeteer-core";
import { eventually } from "#test/support/world.ts";

const ROOT = join(import.meta.dirname, "../..");
const START_COMMAND = [
  "-r",
  "./infra/preflight.cjs",
  "--import",
  "./infra/local/follow-modules.ts",
  "infra/local/start.ts",
];
const run = promisify(execFile);

type Addresses = { api: string; shop: string };

/** A separate local stack with a demo and the example shop. */
export interface ExampleShop {
  dir: string;
  /** URL of the API. */
  api: string;
  /** URL of the shop, which has its own origin. */
  shop: string;
  /** The newest mail to an email address whose subject starts with `subject`. */
  mailTo(email: string, subject: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startExampleShop(variables: Record<string, string> = {}): Promise<ExampleShop> {
  const dir = mkdtempSync(join(tmpdir(), "shop-"));
  const env = { ...process.env, PORT: "0", ...variables };
  const stack = spawn(process.execPath, [...START_COMMAND, "--dir", dir], { cwd: ROOT, env });
  const { api } = await eventually(async () => readAddresses(dir), "the stack");
  await run(process.execPath, ["infra/local/seed/seed.ts", "--exports", "--orders", "12", "--dir", dir], {
    cwd: ROOT,
    env,
  });
  const redirect = await fetch(`${api}/_local/shop`, { redirect: "manual" });
  const shop = redirect.headers.get("location") ?? "";
  if (new URL(shop).origin === api) throw new Error("The shop is on the origin of the API.");
  return {
    dir,
    api,
    shop,
    mailTo: (email, subject) => eventually(() => newestMail(api, email, subject), `the mail "${subject}"`),
    stop: async () => {
      const ended = new Promise((resolve) => stack.once("exit", resolve));
      stack.kill("SIGTERM");
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function readAddresses(dir: string): Addresses | undefined {
  try {
    return JSON.parse(readFileSync(join(dir, "addresses.json"), "utf8"));
  } catch {
    return undefined;
  }
}

type Mail = { destination: { to: string[] }; subject: string; body: { text?: string } };

async function newestMail(api: string, email: string, subject: string): Promise<string | undefined> {
  const reply = await fetch(`${api}/_local/inbox`, { headers: { accept: "application/json" } });
  const { items }: { items: Mail[] } = JSON.parse(await reply.text());
  const own = items.filter(({ destination }) => destination.to.some((to) => to.includes(email)));
  return own.findLast((mail) => mail.subject.startsWith(subject))?.body.text;
}

/** Follows a link by its text and waits for a text of the next page. */
export async function followLink(page: Page, text: string, next: string): Promise<void> {
  const link = await page.waitForSelector(`a ::-p-text(${text})`);
  await link?.evaluate((element) => element.closest("a")?.click());
  await waitForText(page, next);
}

export async function pressButton(page: Page, selector: string, then: string): Promise<void> {
  await page.$eval(selector, (button) => button.scrollIntoView({ block: "center" }));
  await page.click(selector);
  await waitForText(page, then);
}

export async function fillFields(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [id, value] of Object.entries(fields)) await page.locator(`#${id}`).fill(value);
}

export function waitForText(page: Page, text: string): Promise<boolean> {
  return eventually(
    async () => Boolean(await page.evaluate(`document.body.textContent.includes(${JSON.stringify(text)})`)),
    `"${text}"`,
  );
}

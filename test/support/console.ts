import type { Browser, Page } from "puppeteer-core";
import { expect } from "vitest";
import { env } from "#core/env.ts";
import { axeFindings, openPage } from "#test/support/browser.ts";
import { eventually, type Somebody } from "./world.ts";

/** What is asked of a thing on a page: its role, and its name or what the name begins with. */
type Role =
  | ("button" | "link" | "textbox" | "combobox" | "option" | "checkbox" | "radio")
  | ("heading" | "region" | "dialog" | "table");

/** The console in a browser, seen as somebody sees it who knows only roles and names. */
export interface Console {
  page: Page;
  /** What the page complained of. */
  errors: string[];
  see(role: Role, name: string): Promise<void>;
  seeNone(role: Role, name: string): Promise<void>;
  shows(text: string): Promise<void>;
  press(role: Role, name: string): Promise<void>;
  /** A button of the dialog that is open, where others have its name. */
  pressIn(dialog: string, name: string): Promise<void>;
  type(name: string, text: string): Promise<void>;
  tick(name: string): Promise<void>;
  choose(name: string, value: string): Promise<void>;
  /** Goes on within the app, to a path below `/console`. */
  goTo(path: string): Promise<void>;
  close(): Promise<void>;
  /** Nothing is wrong with it by axe, and it complained of nothing. */
  fine(): Promise<void>;
}

interface Opened {
  /** Who has signed in; nobody has unless set. */
  as?: Pick<Somebody, "refreshToken" | "email">;
  /** Below `/console`. */
  path: string;
  size?: { width: number; height: number };
  dark?: boolean;
}

/** What the browser says of a version that somebody else was faster with; the app compares then, and says the rest. */
const CONFLICT = "the server responded with a status of 409";
const DESK = { width: 1280, height: 900 };

/** Opens the console of this run's stack. */
export async function openConsole(
  browser: Browser,
  { as, path, size = DESK, dark = false }: Opened,
): Promise<Console> {
  const context = await browser.createBrowserContext();
  const { page, errors } = await openPage(context, "about:blank", size);
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
  if (as) {
    const session = JSON.stringify({ refresh: as.refreshToken, email: as.email });
    // Once: what the page itself keeps later must stay.
    await page.evaluateOnNewDocument(`if (location.protocol !== "about:" && !localStorage.getItem("seen")) {
      localStorage.setItem("seen", "1");
      localStorage.setItem("console:session", ${JSON.stringify(session)});
    }`);
  }
  await page.goto(new URL(`/console${path}`, env("PUBLIC_URL")).href);
  // The first visit builds it, and the page that says so asks again by itself.
  await eventually(async () => {
    const text = await textOf(page);
    return text !== "" && !text.includes("The console is built once");
  }, "the console");
  errors.length = 0;
  return consoleOf(page, errors);
}

function consoleOf(page: Page, errors: string[]): Console {
  const find = (role: Role, name: string) => page.waitForSelector(nameAndRole(name, role));
  const field = async (name: string) => {
    const found = await page.waitForSelector(`::-p-aria([name=${JSON.stringify(name)}])`);
    if (!found) throw new Error(`There is no ${name}.`);
    return found;
  };
  return {
    page,
    errors,
    see: async (role, name) => void (await find(role, name)),
    seeNone: (role, name) =>
      eventually(async () => !(await page.$(nameAndRole(name, role))), `no ${role} ${name}`).then(
        () => undefined,
      ),
    shows: (text) => eventually(async () => (await textOf(page)).includes(text), text).then(() => undefined),
    async press(role, name) {
      const found = await find(role, name);
      await found?.evaluate((element) => element.scrollIntoView({ block: "center" }));
      await found?.click();
    },
    async pressIn(dialog, name) {
      const inside = await find("dialog", dialog);
      const found = await inside?.waitForSelector(nameAndRole(name, "button"));
      await found?.click();
    },
    async type(name, text) {
      const found = await field(name);
      await found.click({ count: 3 });
      await found.press("Backspace");
      await found.type(text);
    },
    async tick(name) {
      await (await field(name)).click();
    },
    async choose(name, value) {
      await (await field(name)).select(value);
    },
    async goTo(path) {
      await page.evaluate(`history.pushState({}, "", ${JSON.stringify(`/console${path}`)})`);
      await page.waitForNetworkIdle({ idleTime: 150 });
      await page.waitForFunction(
        "document.querySelector('main h1') && !document.querySelector('[aria-busy=true]')",
      );
    },
    close: () => page.browserContext().close(),
    async fine() {
      const told = errors.filter((error) => !error.includes(CONFLICT));
      expect([...(await axeFindings(page)), ...told]).toEqual([]);
    },
  };
}

/** What the page gives the device to save, when somebody does something. */
export async function savedFile({ page }: Console, act: () => Promise<void>): Promise<string> {
  await page.evaluate(`window.saved = new Promise((resolve) => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      URL.createObjectURL = make;
      resolve(blob.arrayBuffer());
      return make.call(URL, blob);
    };
  });
  undefined`);
  await act();
  const bytes = await page.evaluate("saved.then((all) => [...new Uint8Array(all)])");
  // A mark at the beginning is a part of the file.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new Uint8Array(bytes as number[]));
}

function nameAndRole(name: string, role: Role): string {
  return `::-p-aria([name=${JSON.stringify(name)}][role=${JSON.stringify(role)}])`;
}

async function textOf(page: Page): Promise<string> {
  return String(await page.evaluate("document.body?.innerText ?? ''").catch(() => ""));
}

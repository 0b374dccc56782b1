import type { Browser, Page } from "puppeteer-core";
import { expect } from "vitest";
import { env } from "#core/env.ts";
import { axeFindings, openPage, textOf } from "#test/support/browser.ts";
import { eventually, type Somebody } from "./world.ts";

/** ARIA roles of the elements that tests use. */
type Role =
  | ("button" | "link" | "textbox" | "combobox" | "option" | "checkbox" | "radio")
  | ("heading" | "region" | "dialog" | "table");

/** The console in a browser, used by roles and names only. */
export interface Console {
  page: Page;
  /** Errors of the page. */
  errors: string[];
  see(role: Role, name: string): Promise<void>;
  seeNone(role: Role, name: string): Promise<void>;
  shows(text: string): Promise<void>;
  press(role: Role, name: string): Promise<void>;
  /** Presses a button of the open dialog, as others have the same name. */
  pressIn(dialog: string, name: string): Promise<void>;
  type(name: string, text: string): Promise<void>;
  tick(name: string): Promise<void>;
  choose(name: string, value: string): Promise<void>;
  /** Navigates within the app to a path below `/console`. */
  goTo(path: string): Promise<void>;
  close(): Promise<void>;
  /** Expects no findings of axe and no errors. */
  fine(): Promise<void>;
}

interface OpenOptions {
  /** The signed-in person; nobody by default. */
  as?: Pick<Somebody, "refreshToken" | "email">;
  /** Path below `/console`. */
  path: string;
  size?: { width: number; height: number };
  dark?: boolean;
}

/** The browser logs a version conflict, which the app then handles. */
const CONFLICT_ERROR = "the server responded with a status of 409";
const DESKTOP = { width: 1280, height: 900 };

export async function openConsole(
  browser: Browser,
  { as, path, size = DESKTOP, dark = false }: OpenOptions,
): Promise<Console> {
  const context = await browser.createBrowserContext();
  const { page, errors } = await openPage(context, "about:blank", size);
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
  if (as) {
    const session = JSON.stringify({ refresh: as.refreshToken, email: as.email });
    // Only once, so that it does not replace what the page stores later.
    await page.evaluateOnNewDocument(`if (location.protocol !== "about:" && !localStorage.getItem("seen")) {
      localStorage.setItem("seen", "1");
      localStorage.setItem("console:session", ${JSON.stringify(session)});
    }`);
  }
  await page.goto(new URL(`/console${path}`, env("PUBLIC_URL")).href);
  // The first visit builds the console, and a waiting page reloads itself.
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
      const pageErrors = errors.filter((error) => !error.includes(CONFLICT_ERROR));
      expect([...(await axeFindings(page)), ...pageErrors]).toEqual([]);
    },
  };
}

/** The text of a file that the page downloads while `act` runs. */
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
  // Keeps a byte order mark.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new Uint8Array(bytes as number[]));
}

function nameAndRole(name: string, role: Role): string {
  return `::-p-aria([name=${JSON.stringify(name)}][role=${JSON.stringify(role)}])`;
}

import type { Markup } from "./html.ts";
import type { Language, Words } from "./words.ts";

/** Where the visitor is. */
export interface Place {
  language: Language;
  words: Words;
  /** What follows the page's name in the path. */
  rest: string;
  query: URLSearchParams;
  /** Address of another page in the same language: `to("shop", "blue-mug")`. */
  to: (...parts: string[]) => string;
}

/** What a page shows. */
export interface View {
  title: string;
  body: Markup;
  /** Address of the same page in the other language, where it has a name of its own. */
  other?: string;
  /** Called when the body stands in the page. */
  ready?: (main: HTMLElement) => void;
}

export type Page = (place: Place) => Promise<View>;

/** Says something in a live region, such as what a form came to. */
export function tell(region: Element | null, text: string, bad = false): void {
  if (!region) return;
  region.textContent = text;
  region.classList.toggle("bad", bad);
}

/** Sends a form: its button waits meanwhile, and a refusal is told below it. */
export function whenSent(form: HTMLFormElement, send: (fields: FormData) => Promise<string>): void {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector<HTMLButtonElement>("button[type=submit], button:not([type])");
    const status = form.querySelector("[role=status]");
    if (button) button.disabled = true;
    tell(status, "");
    try {
      tell(status, await send(new FormData(form)));
    } catch (error) {
      tell(status, error instanceof Error ? error.message : String(error), true);
    } finally {
      if (button) button.disabled = false;
    }
  });
}

export function field(fields: FormData, name: string): string {
  return String(fields.get(name) ?? "").trim();
}

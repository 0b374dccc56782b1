import { html, Markup } from "./html.ts";
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
export function tell(region: Element | null, said: string | Markup, bad = false): void {
  if (!region) return;
  if (said instanceof Markup) region.innerHTML = said.text;
  else region.textContent = said;
  region.classList.toggle("bad", bad);
}

/** Sends a form: its button waits meanwhile, and a refusal is told below it. */
export function whenSent(form: HTMLFormElement, send: (fields: FormData) => Promise<string | Markup>): void {
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

/** What a form's field for an address of mail has: browsers let one without a domain's end pass. */
export function mailField({ emailHint }: Words): Markup {
  return html`type="email" autocomplete="email" pattern="[^@ ]+@[^@ ]+[.][^@ ]+" title="${emailHint}"`;
}

/** That something is in the bag, with the way there. */
export function inBag({ words, to }: Place): Markup {
  return html`${words.added} <a href="${to("bag")}">${words.seeBag}</a>`;
}

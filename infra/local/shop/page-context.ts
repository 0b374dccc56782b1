import { html, Markup } from "./html.ts";
import type { Language, Words } from "./words.ts";

/** The current page's language, path and query. */
export interface Place {
  language: Language;
  words: Words;
  /** The rest of the path after the page's name. */
  rest: string;
  query: URLSearchParams;
  /** Address of another page in the same language: `to("shop", "blue-mug")`. */
  to: (...parts: string[]) => string;
}

export interface View {
  title: string;
  body: Markup;
  /** Address of the page in the other language, if its slug differs. */
  other?: string;
  /** Called after the body is inserted. */
  ready?: (main: HTMLElement) => void;
}

export type Page = (place: Place) => Promise<View>;

/** Shows a message in a live region, such as a form's result. */
export function tell(region: Element | null, message: string | Markup, bad = false): void {
  if (!region) return;
  if (message instanceof Markup) region.innerHTML = message.text;
  else region.textContent = message;
  region.classList.toggle("bad", bad);
}

/** Handles a form's submission: disables its button meanwhile and shows errors below it. */
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

/** Attributes of an email field: browsers alone accept an address without a top-level domain. */
export function mailField({ emailHint }: Words): Markup {
  return html`type="email" autocomplete="email" pattern="[^@ ]+@[^@ ]+[.][^@ ]+" title="${emailHint}"`;
}

export function inBag({ words, to }: Place): Markup {
  return html`${words.added} <a href="${to("bag")}">${words.seeBag}</a>`;
}

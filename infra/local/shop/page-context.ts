import { errorText } from "./error-text.ts";
import { html, Markup } from "./html.ts";
import type { Language, Words } from "./words.ts";

/** What a page needs to draw itself: the language, its texts, and the parts of the URL. */
export interface PageContext {
  language: Language;
  words: Words;
  /** The part of the path after the page's name. */
  rest: string;
  query: URLSearchParams;
  /** The path of another page in the same language: `to("shop", "blue-mug")`. */
  to: (...parts: string[]) => string;
}

export interface View {
  title: string;
  body: Markup;
  /** The path of the page in the other language, where its slug differs. */
  other?: string;
  /** Called after the body was inserted into the document. */
  ready?: (main: HTMLElement) => void;
}

export type Page = (context: PageContext) => Promise<View>;

/** Shows a message in a live region, such as the outcome of a form. */
export function showStatus(region: Element | null, message: string | Markup, isError = false): void {
  if (!region) return;
  if (message instanceof Markup) region.innerHTML = message.text;
  else region.textContent = message;
  region.classList.toggle("bad", isError);
}

/** Calls `send` when the form is submitted. Disables the button meanwhile, and shows the outcome below it. */
export function onSubmit(
  form: HTMLFormElement,
  { language }: PageContext,
  send: (fields: FormData) => Promise<string | Markup>,
): void {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector<HTMLButtonElement>("button[type=submit], button:not([type])");
    const status = form.querySelector("[role=status]");
    if (button) button.disabled = true;
    showStatus(status, "");
    try {
      showStatus(status, await send(new FormData(form)));
    } catch (error) {
      showStatus(status, errorText(error, language), true);
    } finally {
      if (button) button.disabled = false;
    }
  });
}

/** Calls `act` when the button is pressed, and leaves it disabled. If `act` fails, shows why and enables it again. */
export function onPress(
  button: HTMLButtonElement | null,
  status: Element | null,
  { language }: PageContext,
  act: () => Promise<void>,
): void {
  button?.addEventListener("click", async () => {
    button.disabled = true;
    showStatus(status, "");
    await act().catch((error: unknown) => {
      showStatus(status, errorText(error, language), true);
      button.disabled = false;
    });
  });
}

/** The trimmed text of a field; empty if the form has no such field. */
export function field(fields: FormData, name: string): string {
  return String(fields.get(name) ?? "").trim();
}

/** The attributes of an email field. Its pattern requires a dot in the domain, which browsers do not. */
export function mailField({ emailHint }: Words): Markup {
  return html`type="email" autocomplete="email" pattern="[^@ ]+@[^@ ]+[.][^@ ]+" title="${emailHint}"`;
}

/** A message with a link to the bag. */
export function inBagMessage({ words, to }: PageContext): Markup {
  return html`${words.added} <a href="${to("bag")}">${words.seeBag}</a>`;
}

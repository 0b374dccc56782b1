import { ApiError, answer } from "@storefront-backend/client";
import { apiUrl, currentCart, hasVisitedBefore, publicClient, storeId } from "./backend.ts";
import { CHAT_WORDS } from "./chat-words.ts";
import { errorText, PageError } from "./error-text.ts";
import { html } from "./html.ts";
import { field, mailField, onSubmit, type Page, type PageContext, type View } from "./page-context.ts";
import { account } from "./pages/account.ts";
import { bag } from "./pages/bag.ts";
import { contact } from "./pages/contact.ts";
import { home } from "./pages/home.ts";
import { journal } from "./pages/journal.ts";
import { order } from "./pages/order.ts";
import { product } from "./pages/product.ts";
import { shop } from "./pages/shop.ts";
import { tasting } from "./pages/tasting.ts";
import { savedPosition, savePosition } from "./scroll-position.ts";
import { LANGUAGES, type Language, WORDS } from "./words.ts";

const PAGES = new Map<string, Page>(
  Object.entries({ "": home, shop, tasting, journal, contact, account, bag, order }),
);
const root = document.getElementById("shop") ?? document.body;
let drawnLanguage: Language | undefined;
/** Counts navigations, so that a page that loads slowly does not replace one opened after it. */
let navigations = 0;

function contextOf({ pathname, searchParams }: URL): { context: PageContext; page: Page | undefined } {
  const [, first = "", name = "", ...rest] = pathname.split("/").map(decodeURIComponent);
  const preferred = navigator.language.startsWith("de") ? "de" : "en";
  const language = LANGUAGES.find((each) => each === first) ?? preferred;
  const to = (...parts: string[]) => `/${[language, ...parts.map(encodeURIComponent)].join("/")}`;
  const context = { language, words: WORDS[language], rest: rest.join("/"), query: searchParams, to };
  return { context, page: name === "shop" && context.rest ? product : PAGES.get(name) };
}

async function showPage(url: URL, focus: boolean): Promise<void> {
  const navigation = ++navigations;
  const { context, page } = contextOf(url);
  if (drawnLanguage !== context.language) drawFrame(context);
  root.classList.add("waiting");
  const view = await (page?.(context) ?? Promise.reject(new PageError(context.words.lost))).catch(
    (error: unknown) => errorView(context, error),
  );
  if (navigation !== navigations) return;
  root.classList.remove("waiting");
  const main = root.querySelector("main");
  if (!main) return;
  main.innerHTML = view.body.text;
  document.title = view.title ? `${view.title} · Kiln & Bean` : "Kiln & Bean";
  markCurrentPage(url, context, view);
  view.ready?.(main);
  scrollTo({ top: savedPosition("y"), behavior: "instant" });
  if (focus) main.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
}

function errorView({ words, language, to }: PageContext, error: unknown): View {
  const isNotFound = error instanceof ApiError && error.code.endsWith(".NOT_FOUND");
  const text = isNotFound ? words.lost : errorText(error, language);
  const body = html`<div class="narrow"><h1 tabindex="-1">${words.trouble}</h1><p class="lead">${text}</p>
    <p><a class="button" href="${to()}">${words.home}</a></p></div>`;
  return { title: words.trouble, body };
}

/** Draws the header and footer around every page. */
function drawFrame(context: PageContext): void {
  const { words, language, to } = context;
  drawnLanguage = language;
  document.documentElement.lang = language;
  const link = (name: "shop" | "tasting" | "contact") =>
    html`<a href="${to(name)}" data-page="${name}">${words[name]}</a>`;
  root.innerHTML = html`<a class="skip" href="#main">${words.skip}</a>
    <header><a class="brand" href="${to()}">Kiln <span>&amp;</span> Bean</a>
      <nav aria-label="${words.menu}">${link("shop")}${link("tasting")}${link("contact")}
      <button id="chat" type="button" hidden>${words.chat}</button></nav>
      <div class="tools"><a id="language" lang="${language === "en" ? "de" : "en"}" href="/">${words.other}</a>
      <a href="${to("account")}" data-page="account">${words.account}</a>
      <a href="${to("bag")}" data-page="bag">${words.bag} <span id="count"></span></a></div></header>
    <main id="main"></main>
    <footer><form id="letter"><h2>${words.newsletter}</h2><p>${words.newsletterLead}</p>
      <label class="sr" for="letter-email">${words.email}</label>
      <div class="inline-row"><input id="letter-email" name="email" ${mailField(words)} required placeholder="${words.email}">
      <button>${words.subscribe}</button></div><p role="status"></p></form>
      <p class="soft">Kiln &amp; Bean, Torstr. 1, 10119 Berlin<br>${words.demo}</p></footer>`.text;
  const newsletter = root.querySelector<HTMLFormElement>("#letter");
  if (newsletter) onSubmit(newsletter, context, (fields) => subscribe(field(fields, "email"), words));
  showCount().catch(() => undefined);
}

function markCurrentPage(url: URL, { language }: PageContext, { other }: View): void {
  const next = language === "en" ? "de" : "en";
  const same = url.pathname.replace(/^\/(en|de)(?=\/|$)/, "") || "";
  root.querySelector("#language")?.setAttribute("href", other ?? `/${next}${same}${url.search}`);
  const name = url.pathname.split("/")[2] ?? "";
  for (const link of root.querySelectorAll<HTMLElement>("[data-page]")) {
    if (link.dataset.page === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

async function subscribe(
  email: string,
  { subscribed, already, noNewsletter }: PageContext["words"],
): Promise<string> {
  const path = { businessId: storeId };
  const { items } = await answer(
    publicClient.GET("/v1/businesses/{businessId}/collections", { params: { path } }),
  );
  const newsletter = items.find(
    ({ type, plans }) => type === "NEWSLETTER" && plans?.some(({ price }) => price.amount === 0),
  );
  const plan = newsletter?.plans?.find(({ price }) => price.amount === 0);
  if (!newsletter || !plan) throw new PageError(noNewsletter);
  const body = { id: newsletter.id, email, market: "eu", plan_id: plan.id };
  const params = { path: { ...path, collectionId: newsletter.id } };
  const { error } = await publicClient.POST(
    "/v1/businesses/{businessId}/collections/{collectionId}/subscribe",
    { params, body },
  );
  if (error?.code === "NEWSLETTER.ALREADY_SUBSCRIBED") return already;
  if (error) throw error;
  return subscribed;
}

async function showCount(known?: number): Promise<void> {
  const number = known ?? (hasVisitedBefore() ? (await currentCart()).item_count : 0);
  const shown = root.querySelector("#count");
  if (shown) shown.textContent = number > 0 ? String(number) : "";
}

function navigate(address: string): void {
  savePosition("y", scrollY);
  history.pushState({ id: Date.now() }, "", address);
  showPage(new URL(location.href), true);
}

addEventListener("cart", (event) => {
  const detail = event instanceof CustomEvent ? event.detail : undefined;
  showCount(typeof detail === "number" ? detail : undefined).catch(() => undefined);
});
addEventListener("go", (event) => {
  if (event instanceof CustomEvent) navigate(String(event.detail));
});
history.scrollRestoration = "manual";
let scrollTimer: ReturnType<typeof setTimeout> | undefined;
addEventListener("scroll", () => {
  clearTimeout(scrollTimer);
  scrollTimer = setTimeout(() => {
    if (!root.classList.contains("waiting")) savePosition("y", scrollY);
  }, 100);
});
addEventListener("popstate", () => showPage(new URL(location.href), true));
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  // The browser restored the page as it was left. If that was for a payment, its button is still disabled.
  if (root.querySelector("#checkout > button:disabled, #pay:disabled")) location.reload();
  else dispatchEvent(new CustomEvent("cart"));
});
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  // Another language is loaded as a new page, because the chat has the words with which it was loaded.
  if (!link || !plain || link.origin !== location.origin || link.hash || link.id === "language") return;
  event.preventDefault();
  navigate(link.href);
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.role !== "search") return;
  event.preventDefault();
  navigate(`${form.action}?q=${encodeURIComponent(field(new FormData(form), "q"))}`);
});

const firstUrl = new URL(location.href);
await showPage(firstUrl, false);

const { language: chatLanguage } = contextOf(firstUrl).context;
const chat = document.createElement("script");
chat.src = `${apiUrl}/widgets/support.js`;
chat.async = true;
Object.assign(chat.dataset, { store: storeId, color: "#9c4127", launcher: "#chat" });
if (chatLanguage !== "en") chat.dataset.texts = JSON.stringify(CHAT_WORDS[chatLanguage]);
document.body.append(chat);

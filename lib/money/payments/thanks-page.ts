import type { RawReply } from "#core/http/reply.ts";
import { htmlPage } from "./page.ts";

const TEXTS = {
  paid: ["Thank you", "Your payment was received. You can close this page."],
  failed: ["Not paid", "Nothing was charged. Go back to the shop to try again."],
  cancelled: ["Not paid yet", "Nothing was charged. Go back to the shop to try again."],
} as const;

/** Where people come who paid without an address to go back to. */
export function thanksPage(outcome: keyof typeof TEXTS): RawReply {
  const [title, text] = TEXTS[outcome];
  return htmlPage(title, `<h1>${title}</h1><p>${text}</p>`);
}

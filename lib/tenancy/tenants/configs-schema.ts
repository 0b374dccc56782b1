import * as z from "zod";
import { noRepeats } from "#core/http/page.ts";
import { httpUrl, isReachableUrl } from "#core/reachable.ts";

const LanguageTag = z.string().min(2).max(35);
/** Accepts `code` or `id`, and answers with both. */
const Language = z.preprocess(
  (sent) => {
    if (typeof sent !== "object" || sent === null) return sent;
    const { id, code = id }: { id?: unknown; code?: unknown } = sent;
    return { ...sent, id: code, code };
  },
  z.object({ id: z.string().optional(), code: LanguageTag, isDefault: z.boolean().default(false) }),
);
export const BusinessLanguageView = z.object({
  id: z.string().optional(),
  code: z.string(),
  isDefault: z.boolean(),
});
/** Exactly one language is the default: the first unless one is marked. */
export const Languages = z
  .array(Language)
  .min(1)
  .max(100)
  .overwrite((languages) => {
    const isChosen = languages.some(({ isDefault }) => isDefault);
    return languages.map((each, index) => (!isChosen && index === 0 ? { ...each, isDefault: true } : each));
  })
  .superRefine(noRepeats("code"))
  .refine(
    (languages) => languages.filter(({ isDefault }) => isDefault).length <= 1,
    "may name one default language: the first unless one has isDefault",
  );
/** Languages as the store interface spells them: the first is the default unless one is marked. */
export const StoreLanguages = z
  .array(
    z.union([
      z.string().min(2).max(35),
      z.object({ code: LanguageTag, is_default: z.boolean().optional() }),
      z.object({ id: LanguageTag, is_default: z.boolean().optional() }),
    ]),
  )
  .min(1)
  .max(100)
  .superRefine((languages, context) => {
    const sent = languages.map((each) => (typeof each === "string" ? { code: each } : each));
    noRepeats("code")(
      sent.map((each) => ({ code: "code" in each ? each.code : each.id })),
      context,
    );
    if (sent.filter((each) => "is_default" in each && each.is_default).length > 1)
      context.addIssue({
        code: "custom",
        message: "may name one default language: the first unless one does",
      });
  });

export const MAX_WEBHOOKS = 50;
/** Most webhooks with one URL, which gets each event once from each of them. */
export const MAX_PER_URL = 3;

/** An event type, a prefix with `.*`, or `*`. An object with such an `event` is accepted too. */
export const EventFilter = z.preprocess(
  (sent) => (typeof sent === "object" && sent !== null && "event" in sent ? sent.event : sent),
  z
    .string()
    .max(100)
    .regex(/^(\*|[a-z_]+\.(\*|[a-z_]+))$/, "must be an event type such as order.created, order.* or *"),
);

/** A stored URL. Old URLs must stay readable, even if new ones are refused. */
export const WebhookUrl = z
  .url()
  .max(2000)
  .refine((text) => httpUrl(text) !== undefined, "must be http:// or https:// without a name or password");
export const UNREACHABLE_TEXT = "leads to no public address, and no other is ever called";
export const NewWebhookUrl = WebhookUrl.refine(isReachableUrl, UNREACHABLE_TEXT);

const RESERVED_HEADERS =
  /^(webhook-.*|host|content-(length|type|encoding)|transfer-encoding|connection|upgrade|te|trailer|expect|proxy-.*)$/i;

export const WebhookHeaders = z
  .record(
    z
      .string()
      .max(100)
      .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "must be the name of an HTTP header")
      .refine((name) => !RESERVED_HEADERS.test(name), "is set by the delivery itself"),
    z
      .string()
      .max(1000)
      .regex(/^[\t\x20-\x7e]*$/, "must be printable ASCII"),
  )
  .refine((headers) => Object.keys(headers).length <= 20, "has more than 20 headers");

const SECRET_RULE =
  "must be whsec_ and base64 of 24 to 64 bytes, or any text of at least 16 and at most 500 characters";
export const WebhookSecret = z.string().max(500).refine(isSecret, SECRET_RULE);

/** A webhook in a business's settings. With an empty list of events it gets every event. */
export const BusinessWebhook = z.object({
  id: z
    .string()
    .max(100)
    .regex(/^[A-Za-z0-9][\w.-]*$/, "must be letters, digits, _, . and -, as it stands in paths")
    .optional(),
  key: z.string().trim().max(200).optional(),
  name: z.string().trim().max(200).optional(),
  url: WebhookUrl,
  events: z.array(EventFilter).max(200).default([]),
  headers: WebhookHeaders.default({}),
  /** Stored encrypted, shown masked. */
  secret: z.string().refine(isSecretOrMask, SECRET_RULE).optional(),
  enabled: z.boolean().default(true),
  /** Set by us. Sent times are ignored. */
  createdAt: z.int().optional(),
  updatedAt: z.int().optional(),
});
export type BusinessWebhook = z.output<typeof BusinessWebhook>;
export const BusinessWebhookView = BusinessWebhook.pick({
  id: true,
  key: true,
  name: true,
  url: true,
  secret: true,
  createdAt: true,
  updatedAt: true,
}).extend({
  events: z.array(z.string()),
  headers: z.record(z.string(), z.string()),
  enabled: z.boolean(),
});

/** The URL as it is requested, regardless of spelling: case of the host, default port, fragment. */
export function requestUrl(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return url;
  parsed.hash = "";
  return parsed.href;
}

/** Refuses webhooks with unreachable URLs; for `superRefine`. */
export function refuseUnreachable(
  hooks: readonly { url: string }[] | undefined,
  context: z.core.$RefinementCtx,
): void {
  for (const [index, { url }] of (hooks ?? []).entries()) {
    if (!isReachableUrl(url))
      context.addIssue({ code: "custom", path: [index, "url"], message: UNREACHABLE_TEXT });
  }
}

/** Refuses too many webhooks with one URL; for `superRefine`. */
export function limitPerUrl(hooks: readonly { url: string }[], context: z.core.$RefinementCtx): void {
  const counts = new Map<string, number>();
  for (const [index, { url }] of hooks.entries()) {
    const address = requestUrl(url);
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    if (count !== MAX_PER_URL + 1) continue;
    const message = `is the address of more than ${MAX_PER_URL} webhooks`;
    context.addIssue({ code: "custom", path: [index, "url"], message });
  }
}

function isSecret(text: string): boolean {
  if (!text.startsWith("whsec_")) return text.length >= 16;
  const body = text.slice("whsec_".length);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(body) || body.length % 4 !== 0) return false;
  const bytes = (body.length / 4) * 3 - (/=*$/.exec(body)?.[0].length ?? 0);
  return bytes >= 24 && bytes <= 64;
}

/** A stored secret of any length, a masked or empty one that keeps it, or a new one. */
function isSecretOrMask(text: string): boolean {
  return text.startsWith("sealed:") || /^•*$/.test(text) || WebhookSecret.safeParse(text).success;
}

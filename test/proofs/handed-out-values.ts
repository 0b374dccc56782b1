export type ValueKind =
  | "id"
  | "token"
  | "cart link"
  | "order page"
  | "reservation page"
  | "payment page"
  | "payment return"
  | "confirm"
  | "unsubscribe"
  | "pixel"
  | "address"
  | "support token";

export interface HandedValue {
  value: string;
  kind: ValueKind;
  /** Path slots and fields in which it was handed out. */
  names: string[];
}

const ID_PATTERN = /^[a-z]{2,8}_[0-9a-hjkmnp-tv-z]{26}$/;

/** Collects ids, tokens and links that the backend hands out, each once. */
export class HandedValues {
  readonly all: HandedValue[] = [];

  add(value: string, kind: ValueKind, name = ""): void {
    const known = this.all.find((each) => each.value === value);
    if (!known) this.all.push({ value, kind, names: name ? [name] : [] });
    else if (name && !known.names.includes(name)) known.names.push(name);
  }

  /** Collects all ids and links of an answer. */
  take<T>(answer: T): T {
    this.#walk(answer, "");
    return answer;
  }

  mails(mails: { body: { text?: string; html?: string } }[]): void {
    for (const { body } of mails)
      for (const url of (body.text ?? "").match(/https?:\/\/\S+/g) ?? []) this.#url(url);
  }

  #walk(value: unknown, name: string): void {
    if (Array.isArray(value)) for (const each of value) this.#walk(each, name);
    else if (typeof value === "object" && value !== null)
      for (const [key, each] of Object.entries(value)) this.#walk(each, key);
    else if (typeof value !== "string") return;
    else if (ID_PATTERN.test(value)) this.add(value, "id", name);
    else if (/^https?:/.test(value)) this.#url(value);
    else if (/^cart_\w+\.[\w-]{32}$/.test(value)) this.add(value, "cart link", "token");
    else if (value.length >= 40 && /^[\w.-]+$/.test(value)) this.add(value, "token", name);
  }

  #url(text: string): void {
    const url = new URL(text.replace(/[).,]+$/, ""));
    const last = url.pathname.split("/").at(-1) ?? "";
    const kinds: [RegExp, ValueKind, string][] = [
      [/order-pages\//, "order page", "orderToken"],
      [/reservation-pages\//, "reservation page", "reservationToken"],
      [/sandbox\/checkouts\//, "payment page", "checkoutId"],
      [/payment-returns\//, "payment return", "returnId"],
      [/track\/email\//, "pixel", "trackingPixelId"],
    ];
    for (const [path, kind, name] of kinds) if (path.test(url.pathname)) this.add(last, kind, name);
    const token = url.searchParams.get("token");
    if (!token) return;
    const kind = /confirm/.test(url.pathname)
      ? "confirm"
      : /unsubscribe/.test(url.pathname)
        ? "unsubscribe"
        : "token";
    this.add(token, kind, "token");
  }
}

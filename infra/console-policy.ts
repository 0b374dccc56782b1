import { extname } from "node:path";

/** First segment of every path of the console. */
export const CONSOLE_SEGMENT = "console";
/** Folder with the built console, next to the code that publishes it. */
export const PUBLISHED_FOLDER = "files";
export const LANGUAGES: readonly string[] = ["en", "de"];

/** The content of `config.json`: the addresses that the console uses. */
export interface ConsoleConfig {
  /** Address of the API; empty for the console's own origin. */
  api: string;
  media: string;
  signIn: ("code" | "google")[];
  languages: readonly string[];
  /** Further origins that the console may connect to: the buckets. */
  connect: string[];
  /** Whether stores may take sandbox payments. */
  sandbox?: boolean;
}

/** The security headers of every reply; they allow the origins in `config.json`. */
export function consoleHeaders({ api, media, connect }: ConsoleConfig): Record<string, string> {
  return {
    "content-security-policy": contentPolicy({ api, media, connect }),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "strict-transport-security": "max-age=31536000",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "permissions-policy": PERMISSIONS_POLICY,
  };
}

const PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

function contentPolicy({ api, media, connect }: Pick<ConsoleConfig, "api" | "media" | "connect">): string {
  const sources = (...list: string[]) => [...new Set(list.filter(Boolean))].join(" ");
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The UI library adds style elements, and a static page cannot have a nonce. Trusted Types limits the
    // risk.
    "style-src 'self' 'unsafe-inline'",
    `img-src ${sources("'self'", "data:", "blob:", media)}`,
    `media-src ${sources(media) || "'none'"}`,
    `connect-src ${sources("'self'", api, media, ...connect)}`,
    "font-src 'self'",
    "frame-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default preview",
  ].join("; ");
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export function contentTypeOf(file: string): string {
  return CONTENT_TYPES[extname(file)] ?? "application/octet-stream";
}

/** Files with a hash in their name are cached for ever, all others are revalidated. */
export function cacheControlOf(file: string): string {
  return file.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache";
}

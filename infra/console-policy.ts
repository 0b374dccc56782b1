import { extname } from "node:path";

/** What the addresses of the console begin with. */
export const CONSOLE_SEGMENT = "console";
/** The folder with the built console, beside the code that publishes it. */
export const PUBLISHED_FOLDER = "files";
/** What it is written in. */
export const LANGUAGES: readonly string[] = ["en", "de"];

/** What the console is told of where it runs: `config.json`. */
export interface ConsoleConfig {
  /** Address of the API; empty for the console's own origin. */
  api: string;
  media: string;
  signIn: ("code" | "google")[];
  languages: readonly string[];
  /** Further origins for files: the buckets. */
  connect: string[];
  /** Whether payments are a sandbox's. */
  sandbox?: boolean;
}

/** The headers of every answer of the console, made of the same values as its `config.json`. */
export function consoleHeaders({ api, media, connect }: ConsoleConfig): Record<string, string> {
  return {
    "content-security-policy": policy({ api, media, connect }),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "strict-transport-security": "max-age=31536000",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "permissions-policy": PERMISSIONS,
  };
}

/** Nothing of the device is asked for. */
const PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

function policy({ api, media, connect }: Pick<ConsoleConfig, "api" | "media" | "connect">): string {
  const sources = (...list: string[]) => [...new Set(list.filter(Boolean))].join(" ");
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The library writes style elements, and a static page has no nonce; Trusted Types closes what that opens.
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

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** The media type of a file, by its name. */
export function contentTypeOf(file: string): string {
  return TYPES[extname(file)] ?? "application/octet-stream";
}

/** How long a file may be kept: what has its hash in its name for ever, and all else is asked for anew. */
export function cacheControlOf(file: string): string {
  return file.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache";
}

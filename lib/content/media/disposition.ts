const PARAMETER = /;\s*([\w!#$&+.^`|~-]+\*?)\s*=\s*("(?:[^"\\]|\\.)*"?|[^;]*)/g;

/** The file name in a `Content-Disposition` header (RFC 6266); `filename*` takes precedence. */
export function fileNameIn(header: string): string | undefined {
  const given = new Map<string, string>();
  for (const [, name = "", value = ""] of `;${header}`.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    if (!given.has(key)) given.set(key, withoutQuotes(value.trim()));
  }
  const extended = given.get("filename*");
  const plain = given.get("filename");
  return (extended && decodeExtended(extended)) || (plain && asUtf8(plain)) || undefined;
}

function withoutQuotes(value: string): string {
  return value.startsWith('"') ? value.replace(/^"|"$/g, "").replace(/\\(.)/g, "$1") : value;
}

// RFC 8187, 3.2: the charset, a language that is often empty, and percent-encoded bytes.
function decodeExtended(value: string): string | undefined {
  const [, charset = "", encoded = ""] = /^([\w-]+)'[^']*'(.*)$/.exec(value) ?? [];
  const text = encoded.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  if (/^utf-?8$/i.test(charset)) return decodeStrictly(text);
  return /^iso-8859-1$/i.test(charset) ? text : undefined;
}

// Node decodes headers as Latin-1, but servers send UTF-8.
function asUtf8(text: string): string {
  return decodeStrictly(text) ?? text;
}

function decodeStrictly(text: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(text, "latin1"));
  } catch {
    return undefined;
  }
}

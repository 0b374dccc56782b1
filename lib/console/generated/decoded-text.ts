// Written by npm run client. Do not change it by hand. It is lib/core/decoded-text.ts.
/** The text of a file, or the first line that cannot be read, and why. */
type DecodedText = { text: string } | { line: number; message: string };

const SAVE_HINT = "save it as CSV UTF-8, or as UTF-8 text";
/** The first bytes of an archive, which is how spreadsheets are stored. */
const ZIP_SIGNATURE = [0x50, 0x4b, 0x03, 0x04];

/**
 * The text of a file without its byte order mark: UTF-16 if the mark says so, else UTF-8. It guesses nothing: invalid
 * bytes are reported, as in the fatal mode of the WHATWG Encoding Standard.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (ZIP_SIGNATURE.every((byte, place) => bytes[place] === byte))
    return { line: 1, message: `is a spreadsheet: ${SAVE_HINT}` };
  const encoding = encodingOf(bytes);
  const text = decodeStrictly(encoding, bytes);
  if (text === undefined) {
    const message = encoding === "utf-8" ? `is not UTF-8: ${SAVE_HINT}` : `is broken UTF-16: ${SAVE_HINT}`;
    return { line: encoding === "utf-8" ? firstBadLine(bytes) : 1, message };
  }
  const at = text.indexOf("\0");
  if (at >= 0)
    return { line: countLines(text.slice(0, at)), message: `has a zero byte within: ${SAVE_HINT}` };
  return { text };
}

function countLines(text: string): number {
  return text.split(/\r\n|\n|\r/).length;
}

function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

function decodeStrictly(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}

// Invalid bytes change when the decoded text is encoded again, so the first difference is on the bad line.
function firstBadLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const again = new TextEncoder().encode(decoder.decode(bytes));
  const at = again.findIndex((byte, index) => byte !== bytes[index]);
  return countLines(decoder.decode(again.subarray(0, at)));
}

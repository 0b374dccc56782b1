import type { TextUnit } from "./limit.ts";

export function lengthOf(text: string, unit: TextUnit): number {
  if (unit === "utf16") return text.length;
  if (unit === "bytes") return Buffer.byteLength(text);
  if (unit === "weighted") return weightedLength(text);
  return [...text].length;
}

/** Weight of a link of any length. */
const LINK_WEIGHT = 23;
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const EMOJI =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}|\p{Regional_Indicator}|[0-9#*]\uFE0F?\u20E3)/u;
const TLDS =
  "com|net|org|edu|gov|info|biz|io|co|ai|app|dev|shop|store|online|site|blog|me|tv|news|xyz|tech|cloud|cafe|coffee|eu|de|at|ch|fr|it|es|nl|be|pl|se|no|dk|fi|uk|ie|pt|cz|us|ca|mx|br|ar|au|nz|jp|cn|in|kr|ru|za|tr";
const LINKS = new RegExp(
  `(?:https?://[^\\s<>"']+)|(?<![\\w@./-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+(?:${TLDS})(?![\\w-])(?:/[^\\s<>"']*)?`,
  "gi",
);

/**
 * Weighted length (https://docs.x.com/fundamentals/counting-characters): one for Latin and similar characters, two for
 * all others and each emoji, 23 for each link.
 */
export function weightedLength(text: string): number {
  const normal = text.normalize("NFC");
  let length = 0;
  let from = 0;
  for (const match of normal.matchAll(LINKS)) {
    length += weigh(normal.slice(from, match.index)) + LINK_WEIGHT;
    from = match.index + match[0].length;
  }
  return length + weigh(normal.slice(from));
}

function weigh(text: string): number {
  let sum = 0;
  for (const { segment } of segmenter.segment(text)) {
    if (EMOJI.test(segment) && !/^[0-9#*]$/.test(segment) && !isPlainSymbol(segment)) {
      sum += 2;
      continue;
    }
    for (const character of segment) sum += hasWeightOne(character.codePointAt(0) ?? 0) ? 1 : 2;
  }
  return sum;
}

// Symbols such as © count as letters unless a variation selector makes them emoji.
function isPlainSymbol(segment: string): boolean {
  return [...segment].length === 1 && !/^\p{Emoji_Presentation}$/u.test(segment);
}

// The code points of weight one in the configuration of twitter-text 3.
function hasWeightOne(point: number): boolean {
  return (
    point <= 4351 ||
    (point >= 8192 && point <= 8205) ||
    (point >= 8208 && point <= 8223) ||
    (point >= 8242 && point <= 8247)
  );
}

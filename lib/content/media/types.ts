import { fileTypeFromBuffer } from "file-type";
import { MEDIA } from "./errors.ts";
import type { Kind } from "./schema.ts";
import { isSvg } from "./svg.ts";

const MB = 1024 * 1024;

/** Most bytes of a file, by kind. */
export const LIMITS: Readonly<Record<Kind, number>> = {
  image: 10 * MB,
  document: 25 * MB,
  video: 100 * MB,
  audio: 50 * MB,
};
export const MAX_FILE_BYTES = Math.max(...Object.values(LIMITS));

/** Number of bytes at the beginning of a file by which its type is identified. */
export const HEAD_BYTES = 256 * 1024;

/** Most bytes of an MP4 or AVIF file's list of brands that are searched. */
const MAX_BRANDS = 1024;

interface Type {
  mime: string;
  kind: Kind;
  /** The first one is used in URLs. */
  extensions: readonly string[];
  /** Other names of the library `file-type` for this MIME type. */
  alias?: readonly string[];
}

const OFFICE = "application/vnd.openxmlformats-officedocument";
// Word and Excel before 2007 used the same container.
const COMPOUND = "application/x-cfb";

const TYPES: readonly Type[] = [
  { mime: "image/jpeg", kind: "image", extensions: ["jpg", "jpeg", "jfif", "pjpeg", "pjp", "jpe"] },
  { mime: "image/png", kind: "image", extensions: ["png"], alias: ["image/apng"] },
  { mime: "image/gif", kind: "image", extensions: ["gif"] },
  { mime: "image/webp", kind: "image", extensions: ["webp"] },
  { mime: "image/svg+xml", kind: "image", extensions: ["svg"] },
  { mime: "image/avif", kind: "image", extensions: ["avif"] },
  { mime: "application/pdf", kind: "document", extensions: ["pdf"] },
  { mime: "application/msword", kind: "document", extensions: ["doc"], alias: [COMPOUND] },
  { mime: `${OFFICE}.wordprocessingml.document`, kind: "document", extensions: ["docx"] },
  { mime: "application/vnd.ms-excel", kind: "document", extensions: ["xls"], alias: [COMPOUND] },
  { mime: `${OFFICE}.spreadsheetml.sheet`, kind: "document", extensions: ["xlsx"] },
  {
    mime: "video/mp4",
    kind: "video",
    extensions: ["mp4"],
    alias: ["video/x-m4v", "video/3gpp", "video/3gpp2"],
  },
  { mime: "video/webm", kind: "video", extensions: ["webm"] },
  { mime: "video/quicktime", kind: "video", extensions: ["mov"] },
  { mime: "audio/mpeg", kind: "audio", extensions: ["mp3"] },
  { mime: "audio/wav", kind: "audio", extensions: ["wav"], alias: ["audio/vnd.wave", "audio/x-wav"] },
  {
    mime: "audio/ogg",
    kind: "audio",
    extensions: ["ogg"],
    alias: ["audio/ogg; codecs=opus", "application/ogg"],
  },
];

/** List of the accepted extensions, for error messages. */
const EXTENSIONS = TYPES.map(({ extensions }) => `.${extensions[0]}`).join(", ");

export interface FileType {
  mime: string;
  kind: Kind;
}

/** The extension of a MIME type in URLs. */
export function extensionOf(mime: string): string {
  return extensionsOf(mime)[0] ?? "bin";
}

export function extensionsOf(mime: string): readonly string[] {
  return TYPES.find((type) => type.mime === mime)?.extensions ?? [];
}

function extensionIn(name: string): string | undefined {
  return /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase();
}

/** The type that a file name's extension means; `undefined` without an extension. */
export function typeOfExtension(name: string): FileType | undefined {
  const extension = extensionIn(name);
  if (!extension) return undefined;
  const type = TYPES.find(({ extensions }) => extensions.includes(extension));
  if (!type) throw MEDIA.INVALID_FILE_TYPE({ file: name, why: `use ${EXTENSIONS}` });
  return type;
}

/**
 * The type of a file by its first bytes. An uploaded file's extension must match it; the extension in a downloaded
 * file's URL only distinguishes types with equal first bytes.
 *
 * @param head the first `HEAD_BYTES` bytes or more, or the whole file
 */
export async function identifyType(
  name: string,
  head: Uint8Array,
  from: "file" | "address",
): Promise<FileType> {
  const promised = from === "file" ? typeOfExtension(name) : undefined;
  if (head.length === 0) throw MEDIA.INVALID_FILE_TYPE({ file: name, why: "it is empty" });
  const found = await typesOf(head);
  const [first] = found;
  const hinted = found.find(({ extensions }) => extensions.includes(extensionIn(name) ?? ""));
  const type = promised ? found.find(({ mime }) => mime === promised.mime) : (hinted ?? first);
  if (type) return type;
  const why = first
    ? `its bytes are ${first.mime}; name it .${extensionOf(first.mime)}`
    : `its bytes are of no known type; use ${EXTENSIONS}`;
  throw MEDIA.INVALID_FILE_TYPE({ file: name, why });
}

/** Throws if a file of this kind is too large. */
export function checkSize(name: string, { kind }: FileType, size: number): void {
  const limit = LIMITS[kind];
  if (size > limit) throw MEDIA.FILE_TOO_LARGE({ file: name, why: `${kind} files can have ${limit} bytes.` });
}

async function typesOf(head: Uint8Array): Promise<Type[]> {
  const mime = brandedType(head) ?? (await detectMime(head));
  if (mime === undefined || mime === "application/xml") {
    if (isSvg(head)) return typesNamed("image/svg+xml");
    return isDocument(head) ? typesNamed("application/pdf") : [];
  }
  return typesNamed(mime);
}

async function detectMime(head: Uint8Array): Promise<string | undefined> {
  // The library throws on truncated files: their type is unknown.
  return (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
}

// ISO/IEC 14496-12, 4.3: a reader accepts a file by any of its compatible brands, not only the first.
function brandedType(head: Uint8Array): string | undefined {
  const box = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, MAX_BRANDS));
  if (box.length < 16 || box.toString("latin1", 4, 8) !== "ftyp") return undefined;
  const brands = box.toString("latin1", 8, Math.max(16, box.readUInt32BE(0))).match(/.{4}/gs) ?? [];
  const [major = "", , ...compatible] = brands;
  const isImage = ["mif1", "mif2", "msf1", "miaf", "MA1A", "MA1B"].includes(major);
  return isImage && compatible.some((brand) => /^avi[fs]$/.test(brand)) ? "image/avif" : undefined;
}

// ISO 32000-1, annex H.3.4.1: readers accept a PDF whose header is anywhere in the first 1024 bytes.
function isDocument(head: Uint8Array): boolean {
  return Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 1024)).includes("%PDF-");
}

function typesNamed(mime: string): Type[] {
  return TYPES.filter((type) => type.mime === mime || type.alias?.includes(mime));
}

/** Whether a search word may mean a file's type or size and not its name: `image`, `png`, `1200x`. */
export function isMetadataWord(word: string): boolean {
  const known = TYPES.flatMap(({ mime, kind, extensions }) => [kind, ...mime.split("/"), ...extensions]);
  return /^\d+x\d*$/.test(word) || (word.length > 1 && known.some((each) => each.startsWith(word)));
}

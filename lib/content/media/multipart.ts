import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { GENERAL } from "#core/errors.ts";
import { MAX_ITEMS } from "./schema.ts";

/** One file of an upload: its bytes, or the URL to download it from. */
export type UploadItem = { name: string; bytes: Buffer } | { url: string };

const FILE_FIELD = /^files?(\[\d*\])?$/;
const URL_FIELD = /^urls?(\[\d*\])?$/;
const MAX_URL = 4096;

/** Reads the files and urls of a multipart body. A text part named `files` is read as a url. */
export async function readForm(contentType: string | undefined, body: Buffer): Promise<UploadItem[]> {
  if (!contentType?.toLowerCase().startsWith("multipart/form-data")) {
    throw GENERAL.BAD_REQUEST({ message: "Send files and urls as multipart/form-data." });
  }
  const placed = new Map<number, UploadItem>();
  try {
    await pipeline(Readable.from([body]), formParser(contentType, placed));
  } catch (error) {
    if (!(error instanceof Error) || "code" in error) throw error;
    throw GENERAL.BAD_REQUEST({ message: `The form cannot be read: ${error.message}.` });
  }
  const items = [...placed].sort(([left], [right]) => left - right).map(([, item]) => item);
  if (items.length === 0) {
    throw GENERAL.BAD_REQUEST({ message: "Send at least one file in files, or one address in urls." });
  }
  if (items.length > MAX_ITEMS) {
    throw GENERAL.BAD_REQUEST({ message: `Send at most ${MAX_ITEMS} files and urls at once.` });
  }
  return items;
}

function formParser(contentType: string, placed: Map<number, UploadItem>): InstanceType<typeof Busboy> {
  let places = 0;
  const form = new Busboy({
    headers: { "content-type": contentType },
    // `safeName` removes folders from names later.
    preservePath: true,
    isPartAFile: (_field, type, name) => name !== undefined || (type !== undefined && !/^text\//.test(type)),
    limits: { parts: 4 * MAX_ITEMS, fieldSize: MAX_URL + 1, fieldNameSize: 100, headerPairs: 100 },
  });
  form.on("file", (field, stream, name) => {
    const chunks: Buffer[] = [];
    // Parts are numbered as they start, because they may end in another order.
    const place = places++;
    // The error of a part that is cut off comes only on the part's own stream.
    stream.on("error", (error) => form.destroy(error));
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      // A browser sends an empty part without a name for an unused field.
      if (!FILE_FIELD.test(field) || (!name && chunks.length === 0)) return;
      const bytes = Buffer.concat(chunks);
      placed.set(place, { name: name ? decodedName(name) : "file", bytes });
    });
  });
  form.on("field", (field, value) => {
    const place = places++;
    if (value.trim() && (URL_FIELD.test(field) || FILE_FIELD.test(field)))
      placed.set(place, { url: value.trim() });
  });
  return form;
}

const ENCODED_CHARACTERS: Readonly<Record<string, string>> = { "%22": '"', "%0D": "\r", "%0A": "\n" };

// HTML, 4.10.21.8: browsers percent-encode only these three characters in a name.
function decodedName(name: string): string {
  return name.replace(/%22|%0D|%0A/g, (code) => ENCODED_CHARACTERS[code] ?? code);
}

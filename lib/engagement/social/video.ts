import type { Source } from "./post.ts";

/** Facts of a video that its header has. */
interface VideoFacts {
  /** Seconds. */
  duration: number;
  width: number | null;
  height: number | null;
}

/** Most bytes of an MP4 header that are read, and most boxes that are skipped to find it. */
const MAX_HEADER = 4_000_000;
const MAX_BOXES = 64;
/** Bytes at the start of a WebM file that hold its metadata. */
const WEBM_HEAD = 65_536;

/**
 * Reads the duration and size of a video from its header, with a few ranged reads: from the box `moov` of MP4 and
 * QuickTime (ISO/IEC 14496-12), or from the segment information of WebM (RFC 9559).
 *
 * @returns `undefined` for a file without such a header
 */
export async function readVideo(source: Source): Promise<VideoFacts | undefined> {
  try {
    const head = await source.read(0, Math.min(source.size, 16));
    return head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3
      ? await readWebm(source)
      : await readMp4(source);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function readMp4(source: Source): Promise<VideoFacts | undefined> {
  let at = 0;
  for (let boxes = 0; boxes < MAX_BOXES && at + 8 <= source.size; boxes++) {
    const head = await source.read(at, Math.min(source.size, at + 16));
    const size = boxSize(head, source.size - at);
    if (size < 8) return undefined;
    if (head.toString("latin1", 4, 8) === "moov") {
      return size > MAX_HEADER ? undefined : movieFacts(await source.read(at, at + size));
    }
    at += size;
  }
  return undefined;
}

function movieFacts(moov: Buffer): VideoFacts | undefined {
  let duration: number | undefined;
  let size: { width: number; height: number } | undefined;
  for (const { type, body } of boxesIn(moov.subarray(8))) {
    if (type === "mvhd") duration = movieDuration(body);
    if (type === "trak") size ??= trackSize(body);
  }
  if (duration === undefined || !Number.isFinite(duration)) return undefined;
  return { duration, width: size?.width ?? null, height: size?.height ?? null };
}

function movieDuration(body: Buffer): number {
  const long = body.readUInt8(0) === 1;
  const scale = body.readUInt32BE(long ? 20 : 12);
  const length = long ? Number(body.readBigUInt64BE(24)) : body.readUInt32BE(16);
  return length / scale;
}

function trackSize(track: Buffer): { width: number; height: number } | undefined {
  for (const { type, body } of boxesIn(track)) {
    if (type !== "tkhd") continue;
    // Width and height are the last 8 bytes of the box, as fixed-point numbers with 16 bits for the fraction.
    const width = body.readUInt32BE(body.length - 8) / 65_536;
    const height = body.readUInt32BE(body.length - 4) / 65_536;
    if (width > 0 && height > 0) return isTurned(body) ? { width: height, height: width } : { width, height };
  }
  return undefined;
}

// The transformation matrix precedes the size; that of a quarter turn has zeros on its diagonal.
function isTurned(body: Buffer): boolean {
  const matrix = body.length - 44;
  return matrix >= 0 && body.readInt32BE(matrix) === 0 && body.readInt32BE(matrix + 4) !== 0;
}

function* boxesIn(bytes: Buffer): Generator<{ type: string; body: Buffer }> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = boxSize(bytes.subarray(at), bytes.length - at);
    if (size < 8) return;
    const header = bytes.readUInt32BE(at) === 1 ? 16 : 8;
    yield { type: bytes.toString("latin1", at + 4, at + 8), body: bytes.subarray(at + header, at + size) };
    at += size;
  }
}

function boxSize(head: Buffer, left: number): number {
  const size = head.readUInt32BE(0);
  if (size === 0) return left;
  return size === 1 ? Number(head.readBigUInt64BE(8)) : size;
}

const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const VIDEO = 0xe0;
const CONTAINER_IDS = [SEGMENT, INFO, TRACKS, TRACK, VIDEO];

async function readWebm(source: Source): Promise<VideoFacts | undefined> {
  const bytes = await source.read(0, Math.min(source.size, WEBM_HEAD));
  const found = new Map<number, Buffer>();
  collectElements(bytes, 0, bytes.length, found);
  const scale = found.get(0x2ad7b1);
  const length = found.get(0x4489);
  if (!length) return undefined;
  const ticks = length.length === 4 ? length.readFloatBE(0) : length.readDoubleBE(0);
  const width = found.get(0xb0);
  const height = found.get(0xba);
  return {
    duration: (ticks * (scale ? scale.readUIntBE(0, scale.length) : 1_000_000)) / 1e9,
    width: width ? width.readUIntBE(0, width.length) : null,
    height: height ? height.readUIntBE(0, height.length) : null,
  };
}

function collectElements(bytes: Buffer, from: number, to: number, found: Map<number, Buffer>): void {
  for (let at = from; at < to; ) {
    const id = readVint(bytes, at, false);
    const size = id && readVint(bytes, at + id.length, true);
    if (!id || !size) return;
    const start = at + id.length + size.length;
    const end = Math.min(to, size.unknown ? to : start + size.value);
    if (CONTAINER_IDS.includes(id.value)) collectElements(bytes, start, end, found);
    else if (!found.has(id.value) && end - start <= 8 && end > start)
      found.set(id.value, bytes.subarray(start, end));
    at = end > at ? end : to;
  }
}

function readVint(bytes: Buffer, at: number, masked: boolean) {
  const first = bytes[at];
  if (!first) return undefined;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) return undefined;
  let value = masked ? first & (0xff >> length) : first;
  let unknown = masked && value === 0xff >> length;
  for (let index = 1; index < length; index++) {
    const byte = bytes[at + index] ?? 0;
    value = value * 256 + byte;
    unknown = unknown && byte === 0xff;
  }
  return { value, length, unknown };
}

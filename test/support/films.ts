/** A minimal MP4. `long` stores a 64-bit duration; `last` puts the header after the content. */
export function newFilm({
  seconds,
  width,
  height,
  long = false,
  last = false,
  bytes = 200_000,
}: {
  seconds: number;
  width: number;
  height: number;
  long?: boolean;
  last?: boolean;
  /** Size of the content. */
  bytes?: number;
}): Buffer {
  const scale = 1000;
  const mvhd = Buffer.alloc(long ? 112 : 100);
  mvhd.writeUInt8(long ? 1 : 0, 0);
  mvhd.writeUInt32BE(scale, long ? 20 : 12);
  if (long) mvhd.writeBigUInt64BE(BigInt(seconds * scale), 24);
  else mvhd.writeUInt32BE(Math.round(seconds * scale), 16);
  const tkhd = Buffer.alloc(84);
  tkhd.writeInt32BE(0x10000, 40);
  tkhd.writeUInt32BE(width * 65_536, 76);
  tkhd.writeUInt32BE(height * 65_536, 80);
  const moov = box("moov", box("mvhd", mvhd), box("trak", box("tkhd", tkhd)));
  const mdat = box("mdat", Buffer.alloc(bytes, 1));
  return Buffer.concat([box("ftyp", Buffer.from("isom0000")), ...(last ? [mdat, moov] : [moov, mdat])]);
}

/** A minimal WebM. */
export function newWebm({
  seconds,
  width,
  height,
}: {
  seconds: number;
  width: number;
  height: number;
}): Buffer {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(seconds * 1000);
  const info = element(
    0x1549a966,
    element(0x2ad7b1, Buffer.from([0x0f, 0x42, 0x40])),
    element(0x4489, duration),
  );
  const video = element(0xe0, element(0xb0, uint16(width)), element(0xba, uint16(height)));
  const tracks = element(0x1654ae6b, element(0xae, video));
  const segment = element(0x18538067, info, tracks);
  return Buffer.concat([element(0x1a45dfa3, element(0x4282, Buffer.from("webm"))), segment]);
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

function element(id: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const name = Buffer.from(
    id.toString(16).padStart(id > 0xffffff ? 8 : id > 0xffff ? 6 : id > 0xff ? 4 : 2, "0"),
    "hex",
  );
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x10000000 + body.length);
  return Buffer.concat([name, size, body]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

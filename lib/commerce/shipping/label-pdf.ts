import type { Address } from "#lib/money/markets/address-schema.ts";

/** Width and height in points: four by six inches, the paper of label printers. */
const WIDTH = 288;
const HEIGHT = 432;
const MARGIN = 18;

/** Draws a sandbox label with addresses and the tracking number as Code 39. */
export async function labelPdf(label: {
  service: string;
  trackingNumber: string;
  from: Address;
  to: Address;
}): Promise<Uint8Array> {
  // Loaded only here, because it slows down a cold start.
  const { default: Document } = await import("pdfkit");
  const document = new Document({
    size: [WIDTH, HEIGHT],
    margin: MARGIN,
    info: { Title: label.trackingNumber },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve) => document.on("end", resolve));
  document.on("data", (chunk: Buffer) => chunks.push(chunk));

  document
    .font("Helvetica-Bold")
    .fontSize(16)
    .text(label.service.replaceAll("_", " ").toUpperCase(), MARGIN, MARGIN);
  document
    .font("Helvetica")
    .fontSize(8)
    .text("SANDBOX: NOT A REAL LABEL", MARGIN, MARGIN + 20);
  drawRule(document, MARGIN + 36);
  document.fontSize(8).text("FROM", MARGIN, MARGIN + 44);
  document
    .fontSize(9)
    .text(linesOf(label.from).join("\n"), MARGIN, MARGIN + 56, { width: WIDTH - 2 * MARGIN });
  drawRule(document, 160);
  document.fontSize(9).text("TO", MARGIN, 168);
  document.font("Helvetica-Bold").fontSize(13);
  document.text(linesOf(label.to).join("\n"), MARGIN, 182, { width: WIDTH - 2 * MARGIN });
  drawRule(document, 316);
  drawBarcode(document, label.trackingNumber, 328);
  document.font("Courier-Bold").fontSize(11);
  document.text(label.trackingNumber, MARGIN, 396, { width: WIDTH - 2 * MARGIN, align: "center" });
  document.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
}

function linesOf({ name, company, street1, street2, city, state, postal_code, country }: Address): string[] {
  const place = [postal_code, city, state].filter(Boolean).join(" ");
  return [name, company, street1, street2, place, country].flatMap((line) => (line ? [printable(line)] : []));
}

// The built-in fonts have only Latin letters.
function printable(text: string): string {
  return text.normalize("NFC").replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, "?");
}

function drawRule(document: PDFKit.PDFDocument, y: number): void {
  document
    .moveTo(MARGIN, y)
    .lineTo(WIDTH - MARGIN, y)
    .lineWidth(1)
    .stroke();
}

function drawBarcode(document: PDFKit.PDFDocument, text: string, y: number): void {
  const widths = [...`*${text}*`].flatMap((character) => [...(CODE_39[character] ?? ""), "n"]);
  const units = widths.reduce((sum, width) => sum + (width === "w" ? 2.5 : 1), 0);
  const unit = (WIDTH - 2 * MARGIN) / units;
  let x = MARGIN;
  for (const [index, width] of widths.entries()) {
    const span = unit * (width === "w" ? 2.5 : 1);
    if (index % 2 === 0) document.rect(x, y, span, 60).fill("black");
    x += span;
  }
}

/** The nine bars and gaps of each character, wide or narrow (ISO/IEC 16388). */
const CODE_39: Record<string, string> = {
  "0": "nnnwwnwnn",
  "1": "wnnwnnnnw",
  "2": "nnwwnnnnw",
  "3": "wnwwnnnnn",
  "4": "nnnwwnnnw",
  "5": "wnnwwnnnn",
  "6": "nnwwwnnnn",
  "7": "nnnwnnwnw",
  "8": "wnnwnnwnn",
  "9": "nnwwnnwnn",
  B: "nnwnnwnnw",
  S: "nnwnnnwwn",
  X: "nwnnwnnnw",
  "*": "nwnnwnwnn",
};

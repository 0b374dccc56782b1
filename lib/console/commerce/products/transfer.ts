import { intentKey } from "@storefront-backend/client";
import { write } from "#console/shared/api/call.ts";
import { readFile } from "#console/shared/api/file.ts";
import { postFile } from "#console/shared/upload.ts";

/** Exports all products as CSV in the format of an import. */
export function exportProducts(store: string): Promise<string> {
  return readFile("exportProducts", store, { format: "csv" });
}

/**
 * Uploads a file and starts its import.
 *
 * @returns the id of the import
 */
export async function startImport(store: string, sent: Blob): Promise<string> {
  const file = new Blob([sent], { type: "text/csv" });
  const body = { format: "csv" as const, size: file.size };
  const { id, upload } = await write("createImport", store, {}, body, intentKey());
  await postFile(upload, file, "products.csv");
  await write("startImport", store, { importId: id }, undefined, intentKey());
  return id;
}

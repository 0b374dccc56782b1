import { intentKey } from "@storefront-backend/client";
import { write } from "./api/call.ts";
import type { Schemas } from "./api/types.ts";

/** Bytes that go through the API with what is around them; a larger file goes straight into the bucket. */
const THROUGH_API = 4_500_000;

/** Sends a file of the reader's to the store's media. */
export async function uploadFile(store: string, file: File): Promise<Schemas["Media"] | undefined> {
  if (file.size > THROUGH_API) return uploadDirectly(store, file);
  const form = new FormData();
  form.append("files", file, file.name);
  // The body is a form: the document types it by its parts.
  const [made] = await write("createMedia", store, {}, form as never, intentKey());
  return made;
}

async function uploadDirectly(store: string, file: File): Promise<Schemas["Media"]> {
  const asked = { filename: file.name, size: file.size, ...(file.type ? { mime_type: file.type } : {}) };
  const { id, url, fields } = await write("createUpload", store, {}, asked, intentKey());
  await postFile({ url, fields }, file, file.name);
  return write("completeUpload", store, { uploadId: id }, undefined, intentKey());
}

/**
 * Posts a file into the bucket, by a form that the API has signed. Whether it has arrived is told by the call that goes on
 * with it: the bucket of a machine without AWS says nothing that a page of another origin may read.
 */
export async function postFile(
  { url, fields }: { url: string; fields: Readonly<Record<string, string>> },
  file: Blob,
  name: string,
): Promise<void> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", file, name);
  await fetch(url, { method: "POST", body: form, mode: "no-cors" });
}

import { intentKey } from "@storefront-backend/client";
import { write } from "./api/call.ts";
import type { Schemas } from "./api/types.ts";

/** The largest file in bytes that fits a request to the API. A larger one is sent directly to the bucket. */
const MAX_API_UPLOAD = 4_500_000;

export async function uploadFile(store: string, file: File): Promise<Schemas["Media"] | undefined> {
  if (file.size > MAX_API_UPLOAD) return uploadDirectly(store, file);
  const form = new FormData();
  form.append("files", file, file.name);
  // The API's types describe this body as an object, and not as `FormData`.
  const [made] = await write("createMedia", store, {}, form as never, intentKey());
  return made;
}

async function uploadDirectly(store: string, file: File): Promise<Schemas["Media"]> {
  const body = { filename: file.name, size: file.size, ...(file.type ? { mime_type: file.type } : {}) };
  const { id, url, fields } = await write("createUpload", store, {}, body, intentKey());
  await postFile({ url, fields }, file, file.name);
  return write("completeUpload", store, { uploadId: id }, undefined, intentKey());
}

/**
 * Posts a file to the bucket with form fields that the API signed. The answer cannot be read, because a local
 * bucket has no CORS headers. So the caller's next call of the API reports whether the file arrived.
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

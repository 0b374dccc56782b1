import * as z from "zod";
import { RECORDS_VERSION } from "#core/records-version.ts";
import { Business } from "#lib/tenancy/tenants/schema.ts";

export const FORMAT = "storefront-backend/store";
/** The version of the table layout and of these lines. Raise it in `RECORDS_VERSION`. */
export const VERSION = RECORDS_VERSION;

/** The first line of an export: the format, and the store itself. */
export const Header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  export_id: z.string(),
  exported_at: z.int(),
  store: Business,
  store_version: z.int(),
  /** Kinds of records that are not exported, and why. */
  left_out: z.record(z.string(), z.string()),
});
export type Header = z.output<typeof Header>;

export const Member = z.object({
  email: z.string(),
  role: z.enum(["owner", "admin", "member", "viewer"]),
  created_at: z.int(),
});
export type Member = z.output<typeof Member>;

export const Item = z.looseObject({ pk: z.string(), sk: z.string(), _t: z.string() });
export type Item = z.output<typeof Item>;

export const File = z.object({
  key: z.string(),
  contentType: z.string(),
  cacheControl: z.string().optional(),
  contentDisposition: z.string().optional(),
});
export type File = z.output<typeof File>;

/**
 * Every line after the first. `bytes` names binary attributes in base64; parts and `file_end` follow a file.
 */
export const Line = z.union([
  z.strictObject({ item: Item, bytes: z.array(z.string()).optional() }),
  z.strictObject({ part: z.base64() }),
  z.strictObject({ member: Member }),
  z.strictObject({ file: File }),
  z.strictObject({ file_end: z.object({ bytes: z.int(), sha256: z.string() }) }),
  z.strictObject({ end: z.object({ items: z.int(), files: z.int() }) }),
]);
export type Line = z.output<typeof Line>;

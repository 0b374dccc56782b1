// Pictures and files: uploads, addresses and other sizes.

import { GENERAL } from "#core/errors.ts";
import { del, get, post, put, routes } from "#core/http/contract.ts";
import { Deleted, PageQuery } from "#core/http/page.ts";
import { workers } from "#core/queue/contract.ts";
import { PROVIDER_EVENTS, SERVICE_EVENTS } from "#lib/booking/bookables/events.ts";
import { PRODUCT_EVENTS } from "#lib/commerce/products/events.ts";
import { ENTRY_EVENTS } from "#lib/content/entries/events.ts";
import { MEDIA, tooLargeAtOnce } from "#lib/content/media/errors.ts";
import { PurgeFiles, TrackUsage } from "#lib/content/media/messages.ts";
import {
  BusinessMediaArray,
  BusinessMediaPage,
  BusinessMediaQuery,
  CreateUpload,
  DeleteQuery,
  Media,
  MediaArray,
  MediaPage,
  MediaQuery,
  MediaUpload,
  UploadMedia,
  UsagePage,
} from "#lib/content/media/schema.ts";
import { UpdateMedia } from "#lib/content/media/update-schema.ts";
import { NODE_EVENTS } from "#lib/content/nodes/events.ts";
import { PLAN } from "#lib/tenancy/plans/errors.ts";

const UPLOAD_ERRORS = [
  PLAN.PLAN_LIMIT,
  MEDIA.UPLOAD_FAILED,
  MEDIA.INVALID_FILE_TYPE,
  MEDIA.FILE_TOO_LARGE,
] as const;

const uploadOptions = {
  description:
    "Takes up to ten files and URLs as multipart/form-data, in parts named files and urls. Either all of them are stored, or none. A request can have 4,706,304 bytes, about 4.5 MB. Send larger files directly to the bucket: POST to media/uploads of the same store or business.",
  needs: "WRITE",
  body: UploadMedia,
  bodyKind: "multipart",
  status: 201,
  errors: [...UPLOAD_ERRORS, GENERAL.BAD_REQUEST],
  emits: ["media.created"],
  uses: ["table:write", "media:write"],
  memory: 1769,
  timeout: 28,
} as const;

export const media = routes("content/media", "/v1/stores/{storeId}/media", {
  createMedia: post("", {
    ...uploadOptions,
    tooLarge: (limit, { storeId }) => tooLargeAtOnce(limit, `/v1/stores/${storeId}/media/uploads`),
    summary: "Upload files, or download them from URLs",
    returns: MediaArray,
  }),
  listMedia: get("", { summary: "Files of a store", needs: "public", query: MediaQuery, returns: MediaPage }),
  getMedia: get("/{mediaId}", {
    summary: "One file",
    needs: "public",
    returns: Media,
    errors: [MEDIA.NOT_FOUND],
  }),
  updateMedia: put("/{mediaId}", {
    summary: "Change a file's slug",
    needs: "WRITE",
    body: UpdateMedia,
    returns: Media,
    errors: [MEDIA.NOT_FOUND],
    emits: ["media.updated"],
  }),
  deleteMedia: del("/{mediaId}", {
    summary: "Delete a file and every picture made of it",
    needs: "WRITE",
    returns: Deleted,
    errors: [MEDIA.NOT_FOUND],
    emits: ["media.deleted"],
  }),
  getMediaUsage: get("/{mediaId}/usage", {
    summary: "Records that refer to a file",
    needs: "READ",
    query: PageQuery,
    returns: UsagePage,
    errors: [MEDIA.NOT_FOUND],
    extension: true,
  }),
  createUpload: post("/uploads", {
    also: ["/v1/businesses/{businessId}/media/uploads"],
    summary: "Begin the upload of a large file",
    description:
      "Returns a signed form. Post its fields to its url, with the file as the last field, named file. Then complete the upload.",
    needs: "WRITE",
    body: CreateUpload,
    returns: MediaUpload,
    status: 201,
    errors: UPLOAD_ERRORS,
    extension: true,
    uses: ["table:write", "media:write"],
  }),
  completeUpload: post("/uploads/{uploadId}/complete", {
    also: ["/v1/businesses/{businessId}/media/uploads/{uploadId}/complete"],
    summary: "Complete an upload",
    needs: "WRITE",
    returns: Media,
    status: 201,
    errors: [...UPLOAD_ERRORS, MEDIA.NOT_FOUND],
    emits: ["media.created"],
    extension: true,
    uses: ["table:write", "media:read", "media:write"],
    memory: 1769,
    timeout: 28,
  }),
});

export const businessMedia = routes("content/media", "/v1/businesses/{businessId}", "business", {
  listBusinessMedia: get("/media", {
    summary: "Files of a business",
    needs: "public",
    query: BusinessMediaQuery,
    returns: BusinessMediaPage,
  }),
  createBusinessMedia: post("/upload", {
    ...uploadOptions,
    tooLarge: (limit, { businessId }) => tooLargeAtOnce(limit, `/v1/businesses/${businessId}/media/uploads`),
    summary: "Upload files to a business, or download them from URLs",
    returns: BusinessMediaArray,
  }),
  deleteBusinessMedia: del("/upload", {
    summary: "Delete a file of a business",
    needs: "WRITE",
    query: DeleteQuery,
    returns: Deleted,
    errors: [MEDIA.NOT_FOUND],
    emits: ["media.deleted"],
  }),
});

export const mediaWorkers = workers("content/media", {
  transformImage: {
    summary: "Transforms a picture to another size, format or look, and stores the variant",
    trigger: { kind: "url" },
    // It reads the table only to count requests against budgets.
    uses: ["media:read", "variants:write", "table:read"],
    // MB that give a whole processor; the largest picture needs a third of the memory.
    memory: 1769,
    timeout: 25,
  },
  purgeFiles: {
    summary: "Deletes the bytes of deleted files, and of all files of a deleted store",
    trigger: { kind: "queue", message: PurgeFiles, batchSize: 1 },
    on: ["media.deleted", "store.deleted"],
    uses: ["table:write", "media:read", "media:write", "variants:write"],
    timeout: 60,
  },
  trackUsage: {
    summary: "Updates the list of records that use a file",
    trigger: { kind: "queue", message: TrackUsage },
    on: [...NODE_EVENTS, ...ENTRY_EVENTS, ...SERVICE_EVENTS, ...PROVIDER_EVENTS, ...PRODUCT_EVENTS],
    timeout: 60,
  },
  deleteExpiredUploads: {
    summary: "Deletes uploads that were not finished in time",
    trigger: { kind: "due", of: [{ kind: "media_upload", index: "MEDIA_UPLOAD#{id%8}", every: 10 }] },
    uses: ["table:write", "media:write"],
    timeout: 60,
  },
});

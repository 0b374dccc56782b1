import { defineErrors, noSuch } from "#core/errors.ts";

export const MEDIA = defineErrors("MEDIA", {
  NOT_FOUND: noSuch(400, "media"),
  UPLOAD_FAILED: [400, "{file} could not be uploaded: {why}"],
  INVALID_FILE_TYPE: [400, "Unsupported file type of {file}: {why}"],
  FILE_TOO_LARGE: [
    413,
    "{file} is too large: {kind} files can have {limit} bytes. Send larger files with POST /v1/stores/{store}/media/uploads.",
  ],
  INVALID_TRANSFORMATION: [400, "The picture cannot be made: {why}"],
});

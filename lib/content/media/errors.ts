import { type ApiError, defineErrors, noSuch } from "#core/errors.ts";

export const MEDIA = defineErrors("MEDIA", {
  NOT_FOUND: noSuch(400, "media"),
  UPLOAD_FAILED: [400, "{file} could not be uploaded: {why}"],
  INVALID_FILE_TYPE: [400, "Unsupported file type of {file}: {why}"],
  FILE_TOO_LARGE: [413, "{file} is too large: {why}"],
  INVALID_TRANSFORMATION: [400, "The picture cannot be made: {why}"],
});

/** The error for a request that is too large. Larger files are uploaded at `path`. */
export function tooLargeAtOnce(limit: number, path: string): ApiError {
  return MEDIA.FILE_TOO_LARGE({
    file: "The upload",
    why: `a request can have ${limit} bytes. Send larger files with POST ${path}.`,
  });
}

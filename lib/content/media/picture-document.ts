type Json = Record<string, unknown>;

const FORMATS = ["webp", "avif", "jpg", "png"];

const queryParameter = (name: string, description: string, schema: Json): Json => ({
  name,
  in: "query",
  required: false,
  description,
  schema,
});
const pathParameter = (name: string, description: string): Json => ({
  name,
  in: "path",
  required: true,
  description,
  schema: { type: "string" },
});
const side = { type: "integer", minimum: 1, maximum: 4096 };
const percent = { type: "integer", minimum: 1, maximum: 100 };

/** Path at which the local stack serves pictures. */
export const PICTURE_PATH = "/media/{storeId}/{mediaId}/{fileName}";

/** The reference's path for pictures, which the CDN serves and not the API. */
export const PICTURE: Json = {
  get: {
    operationId: "getPicture",
    tags: ["media"],
    summary: "A picture in the size and format that is asked for",
    description:
      "The `url` of a file, with parameters. Without any it is the file as it was uploaded. What is left out of `format` is chosen by the `Accept` header. With one of `w` and `h` the other follows the picture's own shape. A picture is never made larger than it is.",
    security: [],
    parameters: [
      pathParameter("storeId", "Id of the store."),
      pathParameter("mediaId", "Id of the file."),
      pathParameter("fileName", "Name of the file, as its `url` has it."),
      queryParameter("w", "Width in pixels.", side),
      queryParameter("h", "Height in pixels.", side),
      queryParameter("fit", "What happens where `w` and `h` have another shape than the picture.", {
        type: "string",
        enum: ["contain", "cover", "fill"],
      }),
      queryParameter("q", "Quality in percent, of lossy formats.", percent),
      queryParameter("format", "Format of the answer.", { type: "string", enum: FORMATS }),
      queryParameter("blur", "How much the picture is blurred.", percent),
      queryParameter("grayscale", "`true` takes the colours out.", { type: "string", enum: ["true"] }),
    ],
    responses: {
      200: {
        description: "The picture.",
        content: Object.fromEntries(
          ["image/webp", "image/avif", "image/jpeg", "image/png"].map((type) => [
            type,
            { schema: { type: "string", format: "binary" } },
          ]),
        ),
      },
      400: {
        description: "GENERAL.VALIDATION_FAILED",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  },
};

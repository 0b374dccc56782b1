type Json = Record<string, unknown>;

/** The error response of an operation whose success is a redirect. */
export const REFUSAL_RESPONSE: Json = {
  description: "What was refused, and why",
  content: { "application/json": { schema: { $ref: "#/components/schemas/output:Error" } } },
};

/** The body of every error. */
export const ERROR_SCHEMA: Json = {
  type: "object",
  required: ["message", "error", "statusCode", "validationErrors"],
  properties: {
    message: { type: "string", description: "What is wrong, for a person." },
    error: { type: "string", description: "Stable code, such as `FORM.KEY_TAKEN`: branch on it." },
    statusCode: { type: "integer", description: "The status of the answer." },
    validationErrors: {
      type: "array",
      description: "What is wrong with single fields.",
      items: {
        type: "object",
        required: ["field", "message", "error"],
        properties: {
          field: { type: "string", description: "Path of the field, such as `items[0].quantity`." },
          message: { type: "string", description: "What is wrong with the field, for a person." },
          error: { type: "string", description: "Stable code of what is wrong with the field." },
        },
      },
    },
  },
};

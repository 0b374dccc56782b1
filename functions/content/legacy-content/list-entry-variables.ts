import { lambda } from "#functions/lambda.ts";
import { listEntryVariables } from "#lib/content/legacy-content/variables.ts";
import { entryTypes } from "./routes.ts";

export const handler = lambda(entryTypes.listEntryVariables, (_ctx, { params }) =>
  listEntryVariables(params.entryType),
);

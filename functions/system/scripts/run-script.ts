import { threadFile } from "#core/thread-file.ts";
import { lambda } from "#functions/lambda.ts";
import { runScript } from "#lib/system/scripts/service.ts";
import { scripts } from "./routes.ts";

const thread = threadFile(import.meta.url, "run-script");

export const handler = lambda(scripts.runScript, (ctx, { body }) => runScript(ctx, body, thread));

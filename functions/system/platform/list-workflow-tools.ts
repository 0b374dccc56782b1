import { env } from "#core/env.ts";
import { lambda } from "#functions/lambda.ts";
import { tools } from "#functions/workflow-tools.ts";
import { listWorkflowTools } from "#lib/system/workflow-tools/service.ts";
import { platform } from "./routes.ts";

export const handler = lambda(platform.listWorkflowTools, () => listWorkflowTools(tools, env("PUBLIC_URL")));

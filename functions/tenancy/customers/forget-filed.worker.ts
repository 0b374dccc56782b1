import { worker } from "#core/queue/worker.ts";
import { forgetFiled } from "#lib/system/customers/forget-filed.ts";
import { customerWorkers } from "./routes.ts";

export const handler = worker(customerWorkers.forgetFiled, (ctx, message) => forgetFiled(ctx, message));

import * as z from "zod";
import { Event } from "#core/events.ts";
import { type Body, message } from "#core/queue/message.ts";

/** A change that a site may be built from. */
export const BuildAfterChange = message("buildAfterChange", Event);

/** Says that a business's site may be due for a build. */
export const RunBuilds = message("runBuilds", z.object({ tenant_id: z.string() }));
export type RunBuilds = Body<typeof RunBuilds>;

/** Has one build hook called. */
export const CallBuildHook = message("callBuildHook", z.object({ tenant_id: z.string(), url: z.string() }));
export type CallBuildHook = Body<typeof CallBuildHook>;

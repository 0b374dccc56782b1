import * as z from "zod";
import { Event } from "#core/events.ts";
import { type BodyOf, message } from "#core/queue/message.ts";

export const BuildAfterChange = message("buildAfterChange", Event);

/** Calls a business's build hooks if a build is due. */
export const RunBuilds = message("runBuilds", z.object({ tenant_id: z.string() }));
export type RunBuilds = BodyOf<typeof RunBuilds>;

export const CallBuildHook = message("callBuildHook", z.object({ tenant_id: z.string(), url: z.string() }));
export type CallBuildHook = BodyOf<typeof CallBuildHook>;

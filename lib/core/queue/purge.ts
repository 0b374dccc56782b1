import * as z from "zod";
import { type BodyOf, message } from "./message.ts";

/**
 * Deletes the rest of partitions in the background, of a tenant or of a person. It is here because every area
 * deletes.
 */
export const Purge = message(
  "purge",
  z.union([
    z.object({ kind: z.literal("partitions"), partitions: z.array(z.string()) }),
    z.object({ kind: z.literal("tenant"), tenant_id: z.string() }),
    z.object({ kind: z.literal("person"), person_id: z.string() }),
    z.object({ kind: z.literal("sessions"), person_id: z.string() }),
  ]),
);
export type Purge = BodyOf<typeof Purge>;

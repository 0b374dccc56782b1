import * as z from "zod";
import { type BodyOf, message } from "./message.ts";

/**
 * Continues a deletion in the background: of partitions, of a tenant or of a person. It is declared here because every
 * area uses it.
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

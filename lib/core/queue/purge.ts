import * as z from "zod";
import { type Body, message } from "./message.ts";

/** Has deleted in the background what is left of partitions, of a tenant or of a person. Every area deletes, so it is here. */
export const Purge = message(
  "purge",
  z.union([
    z.object({ kind: z.literal("partitions"), partitions: z.array(z.string()) }),
    z.object({ kind: z.literal("tenant"), tenant_id: z.string() }),
    z.object({ kind: z.literal("person"), person_id: z.string() }),
    z.object({ kind: z.literal("sessions"), person_id: z.string() }),
  ]),
);
export type Purge = Body<typeof Purge>;

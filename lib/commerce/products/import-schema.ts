import * as z from "zod";
import { anyCase } from "#core/http/page.ts";

const FORMATS = ["jsonl", "csv"] as const;
export const IMPORT_STATUSES = ["pending", "running", "completed", "failed"] as const;
/** Most bytes of a file, because it is read as a whole. */
export const MAX_BYTES = 20_000_000;

/** A fault of a line: `field` is a column of a CSV file or a field of a JSON line. */
export const Fault = z.object({
  line: z.int(),
  /** The first lines that have the fault; `count` counts all. */
  lines: z.array(z.int()).default([]),
  count: z.int().default(1),
  key: z.string().nullable(),
  field: z.string(),
  /** The faulty value in the first of the lines. */
  value: z.string().nullable().default(null),
  error: z.string(),
  message: z.string(),
});
export type Fault = z.output<typeof Fault>;
const FaultView = Fault.pick({
  line: true,
  lines: true,
  count: true,
  key: true,
  field: true,
  value: true,
  error: true,
  message: true,
});

const counts = {
  /** Number of products that were read so far. */
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  failed: z.int(),
};

export const ProductImport = z.object({
  id: z.string(),
  store_id: z.string(),
  format: z.enum(FORMATS),
  size: z.int(),
  status: z.enum(IMPORT_STATUSES),
  ...counts,
  faults: z.array(Fault),
  looks: z.int().default(0),
  created_at: z.int(),
  updated_at: z.int(),
});
export type ProductImport = z.output<typeof ProductImport>;

export const ProductImportView = ProductImport.pick({
  id: true,
  format: true,
  size: true,
  status: true,
  rows: true,
  created: true,
  updated: true,
  failed: true,
  created_at: true,
  updated_at: true,
})
  .extend({ faults: z.array(FaultView) })
  .meta({
    examples: [
      {
        id: "imp_01j9z3k4m5n6p7q8r9s0t1v2w3",
        format: "csv",
        size: 2048,
        status: "completed",
        rows: 2,
        created: 1,
        updated: 0,
        failed: 1,
        faults: [
          {
            line: 3,
            lines: [3],
            count: 1,
            key: "mug",
            field: "price:eu",
            value: "12.50",
            error: "FIELD.TYPE_MISMATCH",
            message: "must be a whole number of the smallest unit, such as 1250 for 12.50",
          },
        ],
        created_at: 1790000000,
        updated_at: 1790000000,
      },
    ],
  });
export type ProductImportView = z.output<typeof ProductImportView>;

/** A new import with the form that posts its file. */
export const ProductImportCreated = ProductImportView.extend({
  status: z.literal("pending"),
  upload: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }),
});

export const CreateProductImport = z
  .object({ format: anyCase(FORMATS), size: z.int().min(1).max(MAX_BYTES) })
  .meta({ examples: [{ format: "csv", size: 2048 }] });
export type CreateProductImport = z.output<typeof CreateProductImport>;

export const ExportQuery = z.object({
  format: anyCase(FORMATS).optional(),
  cursor: z.string().min(1).optional(),
});

import * as z from "zod";
import { anyCase, ListQuery, noRepeats, page } from "#core/http/page.ts";
import { expectedVersion, RecordKey, RecordQuery } from "#core/records/schema.ts";
import { recordVersion } from "#core/view-schema.ts";

export const FIELD_TYPES = ["text", "number", "boolean", "date", "geo_location", "select"] as const;

const FieldId = z.string().min(1).max(100);

export const SchemaField = z.object({
  type: z.enum(FIELD_TYPES),
  id: z.string(),
  key: z.string(),
  required: z.boolean(),
  min: z.number().optional(),
  max: z.number().optional(),
  options: z.array(z.string()).optional(),
});
export type SchemaField = z.output<typeof SchemaField>;
export const SchemaFieldView = SchemaField.pick({
  type: true,
  id: true,
  key: true,
  required: true,
  min: true,
  max: true,
  options: true,
});

const SchemaFieldInput = z
  .object({
    type: anyCase(FIELD_TYPES),
    id: FieldId.optional(),
    key: RecordKey,
    required: z.boolean().default(false),
    min: z.number().optional(),
    max: z.number().optional(),
    options: z.array(z.string().min(1).max(200)).max(200).optional(),
  })
  .superRefine((field, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (field.type !== "number" && field.min !== undefined) refuse("min", "belongs to number fields only");
    if (field.type !== "number" && field.max !== undefined) refuse("max", "belongs to number fields only");
    if (field.min !== undefined && field.max !== undefined && field.min > field.max)
      refuse("min", "is above max");
    if (field.type !== "select" && field.options) refuse("options", "belongs to select fields only");
    if (field.type === "select" && !field.options?.length) refuse("options", "needs at least one option");
    if (field.options && new Set(field.options).size < field.options.length)
      refuse("options", "has an option twice");
  });
export type SchemaFieldInput = z.output<typeof SchemaFieldInput>;

const Schema = z.array(SchemaFieldInput).max(100).superRefine(noRepeats("id", "key"));

export const STATUSES = ["active", "archived"] as const;
const Status = anyCase(STATUSES);

export const Form = z.object({
  id: z.string(),
  key: z.string(),
  store_id: z.string(),
  schema: z.array(SchemaField),
  status: z.enum(STATUSES),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Form = z.output<typeof Form>;

export const FormView = Form.pick({
  id: true,
  key: true,
  store_id: true,
  status: true,
  created_at: true,
  updated_at: true,
})
  .extend({ schema: z.array(SchemaFieldView), version: recordVersion() })
  .meta({
    examples: [
      {
        id: "form_01j9z3k4m5n6p7q8r9s0t1v2w3",
        key: "contact",
        store_id: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
        schema: [{ type: "text", id: "field_01j9z3k4m5n6p7q8r9s0t1v2w3", key: "message", required: true }],
        status: "active",
        created_at: 1790000000,
        updated_at: 1790000000,
      },
    ],
  });
export const FormPage = page(FormView);

export const CreateForm = z.object({ key: RecordKey, schema: Schema.optional() }).meta({
  examples: [{ key: "wholesale", schema: [{ type: "text", key: "message", required: true }] }],
});

const textField = (key: string, required: boolean): z.input<typeof SchemaFieldInput> => ({
  type: "text",
  key,
  required,
});

/** The forms that every store starts with. */
export const DEFAULT_FORMS: readonly z.input<typeof CreateForm>[] = [
  {
    key: "contact",
    schema: [textField("name", false), textField("email", true), textField("message", true)],
  },
  {
    key: "service-intake",
    schema: [
      textField("name", true),
      textField("email", true),
      textField("phone", false),
      textField("notes", false),
    ],
  },
  { key: "order-notes", schema: [textField("notes", false)] },
];

export const UpdateForm = z
  .object({
    key: RecordKey.optional(),
    schema: Schema.optional(),
    status: Status.optional(),
    version: expectedVersion,
  })
  .meta({ examples: [{ schema: [{ type: "text", key: "message", required: true }], status: "active" }] });

export const FormQuery = RecordQuery.extend({ status: Status.optional() });

export const Place = z.object({
  coordinates: z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) }),
  label: z.string().max(500).optional(),
});

/** A stored field; `type` decides the shape of `value`. */
export const SubmittedField = z.object({
  type: z.enum(FIELD_TYPES),
  id: z.string(),
  key: z.string(),
  value: z.unknown(),
});
export type SubmittedField = z.output<typeof SubmittedField>;
export const SubmittedFieldView = SubmittedField.pick({ type: true, id: true, key: true, value: true });

const FieldInput = z.object({
  type: z.string().max(50).optional(),
  id: z.string().max(200).optional(),
  key: z.string().max(200).optional(),
  value: z.unknown().optional(),
});
export type FieldInput = z.output<typeof FieldInput>;

export const Submission = z.object({
  id: z.string(),
  form_id: z.string(),
  store_id: z.string(),
  /** The visitor whose session sent it; null for any other sender. */
  contact_id: z.string().nullable().default(null),
  /** The store's customer to whom it is linked for staff. */
  customer_id: z.string().nullable().default(null),
  fields: z.array(SubmittedField),
  created_at: z.int(),
  updated_at: z.int(),
});
export type Submission = z.output<typeof Submission>;

export const SubmissionView = Submission.pick({
  id: true,
  form_id: true,
  store_id: true,
  contact_id: true,
  created_at: true,
  updated_at: true,
})
  .extend({ fields: z.array(SubmittedFieldView), version: recordVersion() })
  .meta({
    examples: [
      {
        id: "sub_01j9z3k4m5n6p7q8r9s0t1v2w3",
        form_id: "form_01j9z3k4m5n6p7q8r9s0t1v2w3",
        store_id: "store_01j9z3k4m5n6p7q8r9s0t1v2w3",
        contact_id: null,
        fields: [{ type: "text", id: "field_01j9z3k4m5n6p7q8r9s0t1v2w3", key: "message", value: "Hello" }],
        created_at: 1790000000,
        updated_at: 1790000000,
      },
    ],
  });
export const SubmissionPage = page(SubmissionView);

const Fields = z.array(FieldInput).max(200);

export const SubmitForm = z.object({ form_id: z.string().max(200).optional(), fields: Fields }).meta({
  examples: [
    {
      form_id: "form_01j9z3k4m5n6p7q8r9s0t1v2w3",
      fields: [{ type: "text", key: "message", value: "Hello" }],
    },
  ],
});
export const UpdateSubmission = z.object({ fields: Fields, version: expectedVersion }).meta({
  examples: [{ fields: [{ type: "text", key: "message", value: "Hello again" }] }],
});

export const SubmissionQuery = ListQuery.extend({
  sort_field: z.enum(["created_at", "updated_at"]).optional(),
});

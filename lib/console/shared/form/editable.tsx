import type { ReactNode } from "react";
import type { AnyField } from "#console/shared/fields.ts";
import { Terms } from "#console/shared/page.tsx";
import { say } from "#console/shared/texts.ts";
import { Form } from "./form.tsx";
import { Inputs } from "./inputs.tsx";
import { type RecordFormOptions, useRecordForm } from "./record-form.ts";

interface EditableProps<R> extends RecordFormOptions<R> {
  fields: readonly AnyField[];
  /** Whether who looks may change it. */
  may: boolean;
  /** The button of the form, `Save` unless set; a new record has it from the beginning. */
  action?: string;
  /** In place of the fields, one below the other. */
  children?: ReactNode;
}

/** A record as a form for who may change it, and in words for others. */
export function Editable<R>({ may, ...props }: EditableProps<R>) {
  return may ? <Edit {...props} /> : <InWords {...props} />;
}

function Edit<R>({ fields, action, children, ...options }: Omit<EditableProps<R>, "may">) {
  const form = useRecordForm<R>(options);
  return (
    <Form
      form={form}
      fields={fields}
      always={options.record === undefined}
      {...(action === undefined ? {} : { action })}
    >
      {children ?? <Inputs of={fields} />}
    </Form>
  );
}

function InWords<R>({ fields, record, values }: Omit<EditableProps<R>, "may">) {
  const known = values(record);
  return (
    <Terms
      of={fields.map((field) => [
        say(field.label),
        <bdi key={field.name}>{field.text?.(known[field.name], record)}</bdi>,
      ])}
    />
  );
}

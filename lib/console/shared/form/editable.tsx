import type { ReactNode } from "react";
import type { AnyField } from "#console/shared/fields.ts";
import { DescriptionList } from "#console/shared/page.tsx";
import { say } from "#console/shared/texts.ts";
import { Form } from "./form.tsx";
import { Inputs } from "./inputs.tsx";
import { type RecordFormOptions, useRecordForm } from "./record-form.ts";

interface EditableProps<R> extends RecordFormOptions<R> {
  fields: readonly AnyField[];
  /** Whether the user may change the record. */
  canEdit: boolean;
  /** The text of the button, `Save` unless set. */
  action?: string;
  /** Replaces the plain list of inputs. */
  children?: ReactNode;
}

/** A form for users who may change the record, and a list of values for all others. */
export function Editable<R>({ canEdit, ...props }: EditableProps<R>) {
  return canEdit ? <EditForm {...props} /> : <ReadOnlyValues {...props} />;
}

function EditForm<R>({ fields, action, children, ...options }: Omit<EditableProps<R>, "canEdit">) {
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

function ReadOnlyValues<R>({ fields, record, values }: Omit<EditableProps<R>, "canEdit">) {
  const known = values(record);
  return (
    <DescriptionList
      items={fields.map((field) => [
        say(field.label),
        <bdi key={field.name}>{field.text?.(known[field.name], record)}</bdi>,
      ])}
    />
  );
}

import { Alert, Button, Group, Stack } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { faultsOf } from "#console/shared/api/errors.ts";
import { confirm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import type { AnyField } from "#console/shared/fields.ts";
import { IconAlert } from "#console/shared/icons.ts";
import { Action } from "#console/shared/page.tsx";
import { w } from "#console/shared/words.ts";
import { labelOf } from "./label.ts";
import type { RecordForm } from "./record-form.ts";
import { FormContext, isPathOf, useFormValue } from "./store.ts";
import { t } from "./texts.ts";

// Loaded only when two people changed one field, because that is rare.
const Comparison = lazy(() => import("./comparison.tsx"));

interface FormProps<R> {
  form: RecordForm<R>;
  fields: readonly AnyField[];
  /** The text of the button, `Save` unless set. */
  action?: string;
  /** Shows the save button even before anything is changed. */
  always?: boolean;
  children: ReactNode;
}

/** A form with errors, draft and comparison. It saves by button or Ctrl S, and asks before input is lost. */
export function Form<R>({ form, fields, action = w.save, always = false, children }: FormProps<R>) {
  const { store, busy, error, conflict, draft } = form;
  const dirty = useFormValue(store, (each) => Object.keys(each.changes()).length > 0);
  const frame = useRef<HTMLFormElement>(null);
  useSaveKey(form);
  useLeaveQuestion(dirty && !busy, form);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void form.save();
  };
  return (
    <FormContext value={store}>
      <form ref={frame} onSubmit={submit} noValidate>
        <Stack>
          {draft && (
            <Alert title={t.draft}>
              <Group mt="xs">
                <Button size="xs" onClick={form.restore}>
                  {w.restore}
                </Button>
                <Button size="xs" variant="default" onClick={form.discard}>
                  {w.discard}
                </Button>
              </Group>
            </Alert>
          )}
          <Faults form={form} fields={fields} error={error} />
          {children}
          {(dirty || always) && (
            <div className="save-bar">
              <Action submit primary busy={busy}>
                {action}
              </Action>
              {dirty && !busy && <Action onClick={form.discard}>{w.discard}</Action>}
            </div>
          )}
        </Stack>
      </form>
      {conflict && (
        <Suspense>
          <Comparison form={form as RecordForm} fields={fields} />
        </Suspense>
      )}
    </FormContext>
  );
}

/** Lists the faults with links to their fields, and receives the focus when an error appears. */
function Faults<R>({
  form,
  fields,
  error,
}: {
  form: RecordForm<R>;
  fields: readonly AnyField[];
  error: unknown;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== undefined) box.current?.focus();
  }, [error]);
  if (error === undefined) return null;
  const faults = faultsOf(error);
  if (faults.length === 0)
    return (
      <div ref={box} tabIndex={-1}>
        <Failure error={error} retry={() => void form.save()} />
      </div>
    );
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      role="alert"
      color="red"
      icon={<IconAlert size={18} />}
      title={t.faults(faults.length)}
    >
      <ul>
        {faults.map(({ field, message }) => (
          <li key={field + message}>
            <a
              href={`#field-${fieldNameOf(fields, field)}`}
              onClick={(event) => focusField(event, fieldNameOf(fields, field))}
            >
              {labelOf(fields, field)}
            </a>
            : {message}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function fieldNameOf(fields: readonly AnyField[], path: string): string {
  return fields.find(({ name }) => isPathOf(path, name))?.name ?? path;
}

function focusField(event: React.MouseEvent, name: string): void {
  event.preventDefault();
  const field = document.getElementById(`field-${name}`);
  field?.scrollIntoView({ block: "center" });
  field?.focus();
}

function useSaveKey<R>({ save }: RecordForm<R>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      void save();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
}

function useLeaveQuestion<R>(dirty: boolean, { discard }: RecordForm<R>): void {
  useBlocker({
    enableBeforeUnload: dirty,
    disabled: !dirty,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false;
      const leave = await confirm({ title: w.leaveQuestion, text: w.leaveText, yes: w.leave, no: w.stay });
      if (leave) discard();
      return !leave;
    },
  });
}

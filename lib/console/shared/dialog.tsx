import { Group, Modal, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type FormEvent, type ReactNode, useSyncExternalStore } from "react";
import { Failure } from "./failure.tsx";
import { Action } from "./page.tsx";
import { useStoreNavigate } from "./store-link.tsx";
import { showToast } from "./toast.tsx";
import { w } from "./words.ts";

type DialogProps = { title: string; close: () => void; children: ReactNode; wide?: boolean };

/** A modal dialog. If `wide`, it covers the whole screen of a phone. When it closes, the focus returns. */
export function Dialog({ title, close, children, wide = false }: DialogProps) {
  const phone = useMediaQuery("(max-width: 700px)") ?? false;
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={wide ? "xl" : "md"}
      fullScreen={phone && wide}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ "aria-label": w.close }}
      // The `header` element would otherwise be a second banner of the page.
      attributes={{ header: { role: "none" } }}
      centered
    >
      {children}
    </Modal>
  );
}

interface DialogFormProps extends DialogProps {
  /** The text of the button: `Refund €24.00`. */
  action: string;
  submit: () => void;
  busy?: boolean;
  error?: unknown;
  danger?: boolean;
  /** Whether the input cannot be sent as it is. */
  blocked?: boolean;
}

/** A dialog with a form: fields, the last error, and the button that sends it. */
export function DialogForm(props: DialogFormProps) {
  const {
    title,
    close,
    children,
    wide,
    action,
    submit,
    busy = false,
    error,
    danger = false,
    blocked,
  } = props;
  const send = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!busy && !blocked) submit();
  };
  return (
    <Dialog title={title} close={close} wide={wide ?? false}>
      <form onSubmit={send} noValidate>
        <Stack>
          {children}
          {error !== undefined && error !== null && <Failure error={error} retry={submit} />}
          <Group justify="flex-end">
            <Action onClick={close}>{w.cancel}</Action>
            <Action submit primary busy={busy} danger={danger}>
              {action}
            </Action>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

type Question = { title: string; text?: ReactNode; yes: string; no?: string; danger?: boolean };

let pendingQuestion: { question: Question; answer: (yes: boolean) => void } | undefined;
const listeners = new Set<() => void>();

function setPending(next: typeof pendingQuestion): void {
  pendingQuestion = next;
  for (const listener of listeners) listener();
}

/** Asks a question in a dialog, and resolves to whether the answer was yes. */
export function confirm(question: Question): Promise<boolean> {
  pendingQuestion?.answer(false);
  return new Promise((resolve) => {
    setPending({
      question,
      answer: (yes) => {
        setPending(undefined);
        resolve(yes);
      },
    });
  });
}

/** Renders the question of `confirm`. It must be on the page exactly once. */
export function ConfirmDialog() {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pendingQuestion,
  );
  if (!now) return null;
  const { title, text, yes, no = w.cancel, danger = false } = now.question;
  return (
    <Dialog title={title} close={() => now.answer(false)}>
      <Stack>
        {text && <Text component="div">{text}</Text>}
        <Group justify="flex-end">
          <Action onClick={() => now.answer(false)}>{no}</Action>
          <Action primary danger={danger} onClick={() => now.answer(true)}>
            {yes}
          </Action>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface DeleteButtonProps {
  /** The write that deletes the record. */
  write: { busy: boolean; error: unknown };
  send: () => Promise<unknown>;
  /** The text of the button, and the title of the question. */
  title: string;
  text: ReactNode;
  done: string;
  /** The path of the list to open afterwards, if the open screen is the record's own. */
  to?: string;
}

/** A button that deletes a record after a confirmation, or shows why the API refuses. */
export function DeleteButton({ write, send, title, text, done, to }: DeleteButtonProps) {
  const go = useStoreNavigate();
  const act = async () => {
    if (!(await confirm({ title, text, yes: title, danger: true }))) return;
    if (!(await send())) return;
    showToast(done);
    if (to !== undefined) await go(to, { ignoreBlocker: true });
  };
  return (
    <>
      <Action danger busy={write.busy} onClick={() => void act()}>
        {title}
      </Action>
      {write.error !== undefined && <Failure error={write.error} />}
    </>
  );
}

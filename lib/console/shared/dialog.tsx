import { Group, Modal, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type FormEvent, type ReactNode, useSyncExternalStore } from "react";
import { Failure } from "./failure.tsx";
import { useGo } from "./go.tsx";
import { Act } from "./page.tsx";
import { tell } from "./status.tsx";
import { w } from "./words.ts";

interface DialogProps {
  title: string;
  close: () => void;
  children: ReactNode;
  wide?: boolean;
}

/** A dialog over the screen, and on a phone in place of it. Its focus returns to what opened it. */
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
      // The heading of a dialog is no banner of the page.
      attributes={{ header: { role: "none" } }}
      centered
    >
      {children}
    </Modal>
  );
}

interface DialogFormProps extends DialogProps {
  /** What the button says that does it: `Refund €24.00`. */
  action: string;
  submit: () => void;
  busy?: boolean;
  error?: unknown;
  danger?: boolean;
  /** What is wrong with it as it is; nothing is sent then. */
  blocked?: boolean;
}

/** A dialog that does one thing: its fields, what failed, and the button that says what will happen. */
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
          {error !== undefined && error !== null && <Failure error={error} again={submit} />}
          <Group justify="flex-end">
            <Act act={close}>{w.cancel}</Act>
            <Act submit primary busy={busy} danger={danger}>
              {action}
            </Act>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface Question {
  title: string;
  text?: ReactNode;
  yes: string;
  no?: string;
  danger?: boolean;
}

let asked: { question: Question; answer: (yes: boolean) => void } | undefined;
const listeners = new Set<() => void>();

function put(next: typeof asked): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks, and says whether the answer was yes: `if (await confirm({ title, text, yes: "Delete" })) …`. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    put({
      question,
      answer: (yes) => {
        put(undefined);
        resolve(yes);
      },
    });
  });
}

/** Where questions are asked; the shell has it once. */
export function Questions() {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
  if (!now) return null;
  const { title, text, yes, no = w.cancel, danger = false } = now.question;
  return (
    <Dialog title={title} close={() => now.answer(false)}>
      <Stack>
        {text && <Text component="div">{text}</Text>}
        <Group justify="flex-end">
          <Act act={() => now.answer(false)}>{no}</Act>
          <Act primary danger={danger} act={() => now.answer(true)}>
            {yes}
          </Act>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface RemoveProps {
  /** The write that deletes it; it is gone when `send` answers. */
  write: { busy: boolean; error: unknown };
  send: () => Promise<unknown>;
  /** What the button says, and the dialog asks. */
  title: string;
  text: ReactNode;
  done: string;
  /** The list that is shown afterwards, where the screen is of the record. */
  to?: string;
}

/** Deletes a record once somebody has agreed to it. If it is refused, the screen stays and says why. */
export function Remove({ write, send, title, text, done, to }: RemoveProps) {
  const go = useGo();
  const act = async () => {
    if (!(await confirm({ title, text, yes: title, danger: true }))) return;
    if (!(await send())) return;
    tell(done);
    if (to !== undefined) await go(to, { unasked: true });
  };
  return (
    <>
      <Act danger busy={write.busy} act={() => void act()}>
        {title}
      </Act>
      {write.error !== undefined && <Failure error={write.error} />}
    </>
  );
}

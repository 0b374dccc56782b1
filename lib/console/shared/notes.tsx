import { ActionIcon, Stack, Text, Textarea } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Failure } from "./failure.tsx";
import { IconTrash } from "./icons.ts";
import { Act, Region } from "./page.tsx";
import { tell, tellUndoable } from "./status.tsx";
import { useStore } from "./store.ts";
import { dayAndTime } from "./time.ts";
import { w } from "./words.ts";

interface Note {
  id: string;
  text: string;
  created_at: number;
}

interface Adding {
  busy: boolean;
  error: unknown;
  send: (text: string) => Promise<unknown>;
}

interface NotesProps<N extends Note> {
  notes: readonly N[];
  /** Undefined for users who may not add notes. */
  adding?: Adding | undefined;
  mayDrop: (note: N) => boolean;
  /** Deletes a note, after the time in which `Undo` brings it back. */
  drop: (noteId: string) => Promise<unknown>;
  /** The text for no notes. */
  none?: string;
  children?: ReactNode;
}

/** Internal notes of the staff about a record. */
export function Notes<N extends Note>({ notes, adding, mayDrop, drop, none, children }: NotesProps<N>) {
  const { timezone } = useStore();
  const [writing, setWriting] = useState(false);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const shown = notes.filter(({ id }) => !hidden.includes(id)).toReversed();
  const hide = (noteId: string) => {
    setHidden([...hidden, noteId]);
    const back = () => setHidden(hidden.filter((each) => each !== noteId));
    tellUndoable(w.noteDeleted, () => void drop(noteId), back);
  };
  return (
    <Region
      title={w.notes}
      beside={adding && !writing && <Act act={() => setWriting(true)}>{w.addNote}</Act>}
    >
      {children}
      {adding && writing && <Write adding={adding} close={() => setWriting(false)} />}
      {none !== undefined && shown.length === 0 && !writing && <Text>{none}</Text>}
      <ul className="plain">
        {shown.map((note) => (
          <li key={note.id} className="parcel">
            <div>
              <Text className="typed">
                <bdi>{note.text}</bdi>
              </Text>
              <Text size="sm" className="quiet">
                {dayAndTime(note.created_at, timezone)}
              </Text>
            </div>
            {mayDrop(note) && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={w.removeNote}
                onClick={() => hide(note.id)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </Region>
  );
}

function Write({ adding, close }: { adding: Adding; close: () => void }) {
  const [text, setText] = useState("");
  const save = async () => {
    if (!text.trim() || !(await adding.send(text.trim()))) return;
    tell(w.saved);
    close();
  };
  return (
    <Stack gap="xs" my="xs">
      <Textarea
        label={w.note}
        autosize
        minRows={2}
        maxLength={2000}
        autoFocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {adding.error !== undefined && <Failure error={adding.error} again={() => void save()} />}
      <div className="two">
        <Act primary busy={adding.busy} act={() => void save()}>
          {w.saveNote}
        </Act>
        <Act act={close}>{w.cancel}</Act>
      </div>
    </Stack>
  );
}

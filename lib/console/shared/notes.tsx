import { ActionIcon, Stack, Text, Textarea } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Failure } from "./failure.tsx";
import { IconTrash } from "./icons.ts";
import { Action, Region } from "./page.tsx";
import { useStore } from "./store.ts";
import { dayAndTime } from "./time.ts";
import { showToast, showUndoToast } from "./toast.tsx";
import { w } from "./words.ts";

type Note = { id: string; text: string; created_at: number };

type AddNote = { busy: boolean; error: unknown; send: (text: string) => Promise<unknown> };

interface NotesProps<N extends Note> {
  notes: readonly N[];
  /** Undefined for users who may not add notes. */
  adding?: AddNote | undefined;
  canDelete: (note: N) => boolean;
  /** Deletes a note. Called only after the time in which `Undo` restores the note. */
  deleteNote: (noteId: string) => Promise<unknown>;
  /** The text for no notes. */
  emptyText?: string;
  children?: ReactNode;
}

/** Internal notes of the staff about a record. */
export function Notes<N extends Note>({
  notes,
  adding,
  canDelete,
  deleteNote,
  emptyText: none,
  children,
}: NotesProps<N>) {
  const { timezone } = useStore();
  const [writing, setWriting] = useState(false);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const shown = notes.filter(({ id }) => !hidden.includes(id)).toReversed();
  const deleteLater = (noteId: string) => {
    setHidden([...hidden, noteId]);
    const restore = () => setHidden(hidden.filter((each) => each !== noteId));
    showUndoToast(w.noteDeleted, () => void deleteNote(noteId), restore);
  };
  return (
    <Region
      title={w.notes}
      beside={adding && !writing && <Action onClick={() => setWriting(true)}>{w.addNote}</Action>}
    >
      {children}
      {adding && writing && <NoteForm adding={adding} close={() => setWriting(false)} />}
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
            {canDelete(note) && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={w.removeNote}
                onClick={() => deleteLater(note.id)}
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

function NoteForm({ adding, close }: { adding: AddNote; close: () => void }) {
  const [text, setText] = useState("");
  const save = async () => {
    if (!text.trim() || !(await adding.send(text.trim()))) return;
    showToast(w.saved);
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
      {adding.error !== undefined && <Failure error={adding.error} retry={() => void save()} />}
      <div className="two">
        <Action primary busy={adding.busy} onClick={() => void save()}>
          {w.saveNote}
        </Action>
        <Action onClick={close}>{w.cancel}</Action>
      </div>
    </Stack>
  );
}

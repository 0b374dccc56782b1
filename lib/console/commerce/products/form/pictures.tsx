import { ActionIcon, Group, Text, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { useRead } from "#console/shared/api/hooks.ts";
import { Failure } from "#console/shared/failure.tsx";
import { useFieldState } from "#console/shared/form/store.ts";
import { IconEarlier, IconLater, IconTrash } from "#console/shared/icons.ts";
import { Region } from "#console/shared/page.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { uploadFile } from "#console/shared/upload.ts";
import type { Picture } from "../content.ts";
import { Thumbnail } from "../picture.tsx";
import { inLanguage } from "./language.ts";
import { t } from "./texts.ts";
import { alt } from "./values.ts";

interface PicturesProps {
  known: ReadonlyMap<string, Picture>;
  /** Adds an uploaded file. */
  addKnown: (picture: Picture) => void;
  mayUpload: boolean;
}

/** The pictures of a product; the first one represents it. */
export function Pictures({ known, addKnown, mayUpload }: PicturesProps) {
  const { value, set } = useFieldState("pictures");
  const ids: string[] = Array.isArray(value) ? value.map(String) : [];
  const currentIds = useRef(ids);
  currentIds.current = ids;
  const upload = useUpload((picture) => {
    addKnown(picture);
    currentIds.current = [...currentIds.current, picture.id];
    set(currentIds.current);
  });
  const move = (from: number, to: number) => {
    const next = ids.filter((_, index) => index !== from);
    next.splice(to, 0, ids[from] ?? "");
    set(next);
  };
  return (
    <Region title={t.pictures} beside={mayUpload && <AddPictures take={upload.take} busy={upload.busy} />}>
      <div role="status">{upload.says}</div>
      {upload.failed.map(({ file, error }) => (
        <div key={file.name}>
          <Text size="sm">
            <bdi>{file.name}</bdi>
          </Text>
          <Failure error={error} retry={() => void upload.take([file])} />
        </div>
      ))}
      {ids.length === 0 && <Text className="quiet">{t.noPictures}</Text>}
      <ul className="plain">
        {ids.map((id, index) => (
          <PictureRow
            key={id}
            id={id}
            known={known.get(id)}
            first={index === 0}
            last={index === ids.length - 1}
            move={(by) => move(index, index + by)}
            remove={() => set(ids.filter((each) => each !== id))}
          />
        ))}
      </ul>
    </Region>
  );
}

function AddPictures({
  take: uploadAll,
  busy,
}: {
  take: (files: readonly File[]) => Promise<void>;
  busy: boolean;
}) {
  return (
    <label className="go-button file" data-busy={busy || undefined}>
      {t.addPictures}
      <input
        type="file"
        className="unseen"
        accept="image/*"
        multiple
        aria-busy={busy}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          void uploadAll(files);
        }}
      />
    </label>
  );
}

type Failed = { file: File; error: unknown };

/** Uploads files one after the other; a failed one does not stop the others. */
function useUpload(onUploaded: (picture: Picture) => void) {
  const { id: store } = useStore();
  const [progress, setProgress] = useState("");
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const uploadAll = async (files: readonly File[]) => {
    setFailed((before) => before.filter(({ file }) => !files.includes(file)));
    for (const [index, file] of files.entries()) {
      setProgress(t.uploading(index, files.length));
      try {
        const made = await uploadFile(store, file);
        if (made) onUploaded(made);
      } catch (error) {
        setFailed((before) => [...before, { file, error }]);
      }
    }
    setProgress("");
  };
  return { says: progress, failed, take: uploadAll, busy: progress !== "" };
}

interface PictureRowProps {
  id: string;
  known: Picture | undefined;
  first: boolean;
  last: boolean;
  move: (by: number) => void;
  remove: () => void;
}

function PictureRow({ id, known, first, last, move, remove }: PictureRowProps) {
  const may = useMay();
  const { languages } = useStore();
  // A picture of a restored draft is not in the stored product yet, so its record is read.
  const read = useRead("getMedia", { mediaId: id }, undefined, { enabled: !known });
  const picture = known ?? read.data;
  const name = picture?.name ?? id;
  return (
    <li className="picture-row">
      <Thumbnail of={picture} size={64} />
      <div className="picture-texts">
        {may("updateMedia") &&
          languages.map((language) => (
            <AltText
              key={language}
              field={alt(id, language)}
              label={inLanguage(t.altOf(name), language, languages)}
              stored={picture?.alt[language] ?? ""}
            />
          ))}
      </div>
      <Group gap={4} wrap="nowrap">
        {!first && (
          <ActionIcon variant="default" size="lg" aria-label={t.moveEarlier} onClick={() => move(-1)}>
            <IconEarlier size={16} />
          </ActionIcon>
        )}
        {!last && (
          <ActionIcon variant="default" size="lg" aria-label={t.moveLater} onClick={() => move(1)}>
            <IconLater size={16} />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t.removePicture(name)}
          onClick={remove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
    </li>
  );
}

function AltText({ field, label, stored }: { field: string; label: string; stored: string }) {
  const { value, fault, set } = useFieldState(field);
  return (
    <TextInput
      id={`field-${field}`}
      label={label}
      maxLength={1000}
      error={fault}
      value={typeof value === "string" ? value : stored}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

import { entity } from "#core/dynamo/entity.ts";
import { facet, narrowingWord, searchWords } from "#core/dynamo/terms.ts";
import { DAY } from "#core/seconds.ts";
import { MEDIA_EVENTS } from "./events.ts";
import { Media, Reference, Referrer, StoredMedia, StoredUpload } from "./schema.ts";
import { dueOf, uploadLife } from "./upload-lifecycle.ts";
import { viewMedia } from "./view.ts";

/** Most search words from a file's names, so that ten new files fit one transaction. */
const MAX_WORDS = 5;
const MAX_NAME_WORDS = 4;
/** Seconds for which an upload's record is stored after its `expires_at`. */
const RECORD_SECONDS = 7 * DAY;

/** Search words besides a file's names: its kind, its type, and its size as `1200x800`. */
function metadataWords({
  kind,
  mime_type,
  file,
  width,
  height,
}: Pick<StoredMedia, "kind" | "mime_type" | "file" | "width" | "height">) {
  const extension = file.slice(file.lastIndexOf(".") + 1);
  return [
    ...new Set([
      kind,
      ...searchWords(mime_type),
      extension,
      ...(width && height ? [`${width}x${height}`] : []),
    ]),
  ];
}

export const media = entity({
  name: "media",
  schema: StoredMedia,
  pk: "TENANT#{store_id}#MEDIA",
  sk: "{id}",
  indexes: {
    list: "TENANT#{store_id}#MEDIA",
    by_updated: "{updated_at}#{id}",
    by_key: "{name}#{id}",
  },
  terms: ({ name, slug, ...file }) => [
    facet("kind", file.kind),
    facet("mime_type", file.mime_type),
    ...metadataWords(file).map(narrowingWord),
    ...new Set(
      [...searchWords(name).slice(0, MAX_NAME_WORDS), ...searchWords(...Object.values(slug))].slice(
        0,
        MAX_WORDS,
      ),
    ),
  ],
  tenant: "store_id",
  announces: { events: MEDIA_EVENTS, shows: Media, view: viewMedia },
  deletion: { tenant: "partition", person: "unaffected" },
});

/** Uploads that are not files yet, and completed ones for a while; an upload that expires is deleted. */
export const uploads = entity({
  name: "media_upload",
  schema: StoredUpload,
  life: uploadLife,
  pk: "TENANT#{store_id}#MEDIA_UPLOAD",
  sk: "{id}",
  indexes: { due: "MEDIA_UPLOAD#{id%8}" },
  due_at: dueOf,
  ttl: (upload) => upload.expires_at + RECORD_SECONDS,
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

export const references = entity({
  name: "media_reference",
  schema: Reference,
  pk: "TENANT#{store_id}#MEDIA_REFERENCE",
  sk: "{media_id}#{resource}#{record_id}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

/** The files of each record: `references` lists the records of each file. */
export const referrers = entity({
  name: "media_referrer",
  schema: Referrer,
  pk: "TENANT#{store_id}#MEDIA_REFERRER",
  sk: "{resource}#{record_id}",
  tenant: "store_id",
  deletion: { tenant: "partition", person: "unaffected" },
});

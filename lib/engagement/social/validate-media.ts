import { fieldError } from "#core/errors.ts";
import { sideBySide } from "#core/side-by-side.ts";
import type { Media } from "#lib/content/media/schema.ts";
import type { MediaKind, MediaLimit, Placement } from "./limit.ts";
import { sourceOf } from "./media.ts";
import type { PublicationProblem } from "./schema.ts";
import { readVideo } from "./video.ts";

/** A file that content names; `media` is undefined if it does not exist. */
export interface NamedFile {
  id: string;
  media: Media | undefined;
  kind: MediaKind | undefined;
}

interface CheckedMedia {
  errors: PublicationProblem[];
  warnings: PublicationProblem[];
}

/** Problems with the files of a post: errors if they are certain, else warnings. */
export async function checkMedia(placement: Placement, files: NamedFile[]): Promise<CheckedMedia> {
  const { mediaField, mediaRequired, media: limits } = placement;
  if (files.length === 0) {
    const missing = mediaRequired
      ? [fieldError(mediaField, `is required for a ${placement.name}`, "FIELD.REQUIRED_MISSING")]
      : [];
    return { errors: missing, warnings: [] };
  }
  const place = (index: number) => (mediaField === "media_ids" ? `media_ids[${index}]` : mediaField);
  const absent = files.flatMap(({ media }, index) =>
    media ? [] : [fieldError(place(index), "is not a file of this store")],
  );
  if (absent.length > 0) return { errors: absent, warnings: [] };
  const repeated = files.findIndex(({ id }, index) => files.findIndex((other) => other.id === id) < index);
  if (repeated >= 0) return { errors: [fieldError(place(repeated), "is named twice")], warnings: [] };
  const limit = limits.find(({ kind }) => kind === files[0]?.kind);
  if (!limit) return { errors: [fieldError(place(0), `is no ${kindsOf(limits)}`)], warnings: [] };
  const strangers = files.flatMap(({ kind }, index) =>
    kind === limit.kind
      ? []
      : [
          fieldError(
            place(index),
            `is no ${limit.kind}, as the first one is: a ${placement.name} has one kind of media`,
          ),
        ],
  );
  if (strangers.length > 0) return { errors: strangers, warnings: [] };
  const errors =
    files.length > limit.max_count
      ? [fieldError(mediaField, `has ${files.length} files, and ${limit.max_count} is the most`)]
      : [];
  const each = await sideBySide(
    files.map(({ media }, index) => (media ? checkFile(limit, media, place(index)) : NO_PROBLEMS)),
  );
  return {
    errors: [...errors, ...each.flatMap((checked) => checked.errors)],
    warnings: each.flatMap((checked) => checked.warnings),
  };
}

const NO_PROBLEMS: CheckedMedia = { errors: [], warnings: [] };

async function checkFile(limit: MediaLimit, media: Media, place: string): Promise<CheckedMedia> {
  const { mime_types, max_bytes, aspect, duration } = limit;
  const errors: PublicationProblem[] = [];
  if (!mime_types.includes(media.mime_type)) {
    errors.push(fieldError(place, `is ${media.mime_type}, and the network takes ${mime_types.join(", ")}`));
  }
  if (max_bytes !== null && media.size > max_bytes) {
    errors.push(fieldError(place, `has ${media.size} bytes, and ${max_bytes} is the most`));
  }
  const { width, height } = media.metadata;
  if (limit.kind !== "video") {
    if (aspect && width && height) errors.push(...checkAspect(aspect, width / height, place));
    return { errors, warnings: [] };
  }
  if (!aspect && !duration) return { errors, warnings: [] };
  const facts = await readVideo(sourceOf(media));
  if (!facts)
    return {
      errors,
      warnings: [fieldError(place, "cannot be read: how long it is, is not known", "unreadable_media")],
    };
  if (duration && (facts.duration < duration[0] || facts.duration > duration[1])) {
    errors.push(
      fieldError(
        place,
        `lasts ${round(facts.duration)} s, and the network takes ${duration[0]} to ${duration[1]} s`,
      ),
    );
  }
  if (aspect && facts.width && facts.height)
    errors.push(...checkAspect(aspect, facts.width / facts.height, place));
  return { errors, warnings: [] };
}

function checkAspect(
  [least, most]: readonly [number, number],
  ratio: number,
  place: string,
): PublicationProblem[] {
  if (ratio >= least && ratio <= most) return [];
  return [
    fieldError(place, `is ${round(ratio)} times as wide as high, and the network takes ${least} to ${most}`),
  ];
}

function kindsOf(limits: readonly MediaLimit[]): string {
  return limits.map(({ kind }) => kind).join(" or ");
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

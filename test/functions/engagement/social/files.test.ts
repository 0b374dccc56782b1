import { expect, test } from "vitest";
import { newId } from "#core/id.ts";
import { findMedia } from "#lib/content/media/service.ts";
import { LIMITS } from "#lib/engagement/social/limits.ts";
import { PROVIDER_TYPES } from "#lib/engagement/social/schema.ts";
import { checkMedia } from "#lib/engagement/social/validate-media.ts";
import { fileOf } from "#test/proofs/social-accounts.ts";
import { newFilm } from "#test/support/films.ts";

const MB = 1_000_000;

const films = PROVIDER_TYPES.flatMap((type) =>
  LIMITS[type].placements.flatMap((placement) =>
    placement.media.flatMap((limit) =>
      limit.kind === "video" && limit.duration ? [{ type, placement, limit, duration: limit.duration }] : [],
    ),
  ),
);

test.each(films)(
  "$type $placement.name: a film of the least and the most seconds and shapes passes, and one beyond is an error at it",
  async ({ placement, limit, duration }) => {
    const storeId = newId("store");
    const place = placement.mediaField === "media_ids" ? "media_ids[0]" : placement.mediaField;
    const wrong = async (seconds: number, width: number, height: number) => {
      const id = await fileOf(storeId, "video", newFilm({ seconds, width, height }));
      const [media] = await findMedia(storeId, [id]);
      const { errors, warnings } = await checkMedia(placement, [{ id, media, kind: "video" }]);
      expect(warnings).toEqual([]);
      return errors.map(({ field }) => field);
    };
    const [least, most] = duration;
    const [narrow, wide] = limit.aspect ?? [9 / 16, 9 / 16];
    const shape = (ratio: number): [number, number] => [Math.round(1920 * ratio), 1920];
    for (const seconds of [least, most]) expect(await wrong(seconds, ...shape(narrow))).toEqual([]);
    for (const seconds of [least / 2, most + 1]) {
      if (seconds > 0) expect(await wrong(seconds, ...shape(narrow))).toEqual([place]);
    }
    if (!limit.aspect) return;
    expect(await wrong(least, ...shape(wide))).toEqual([]);
    for (const ratio of [narrow * 0.9, wide * 1.1])
      expect(await wrong(least, ...shape(ratio))).toEqual([place]);
  },
);

const pictures = PROVIDER_TYPES.flatMap((type) =>
  LIMITS[type].placements.flatMap((placement) =>
    placement.media.flatMap(({ kind, max_bytes }) =>
      kind === "image" && max_bytes !== null && max_bytes < 10 * MB ? [{ type, placement, max_bytes }] : [],
    ),
  ),
);

test.each(pictures)(
  "$type $placement.name: a picture of $max_bytes bytes passes, and one byte more is an error at it",
  async ({ placement, max_bytes }) => {
    const storeId = newId("store");
    const wrong = async (bytes: number) => {
      const id = await fileOf(storeId, "image", Buffer.alloc(bytes, 7));
      const [media] = await findMedia(storeId, [id]);
      return (await checkMedia(placement, [{ id, media, kind: "image" }])).errors.map(({ field }) => field);
    };
    expect([await wrong(max_bytes), await wrong(max_bytes + 1)]).toEqual([[], ["media_ids[0]"]]);
  },
);

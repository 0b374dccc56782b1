import type { Schemas } from "#console/shared/api/types.ts";

type Block = Pick<Schemas["Block"], "key" | "type" | "value">;
/** A media record, as the API includes it in a product on request. */
export type Picture = Pick<Schemas["Media"], "id" | "name" | "alt" | "url" | "resolutions">;
/** The block that has the pictures of a product. */
export function pictureBlock<B extends Block>(blocks: readonly B[]): B | undefined {
  const media = blocks.filter(({ type }) => type === "RELATIONSHIP_MEDIA");
  return media.find(({ key }) => key === "pictures") ?? media[0];
}

/** The id in a media value, which is a text such as `media:{id}` or the whole media record. */
export function mediaIdOf(value: unknown): string {
  const id: unknown = typeof value === "string" ? value : Object(value).id;
  return typeof id === "string" ? id.replace(/^media:/, "") : "";
}

/** The media records among a product's pictures, by id. */
export function picturesOf(blocks: readonly Block[]): ReadonlyMap<string, Picture> {
  const values: unknown[] = pictureBlock(blocks)?.value ?? [];
  return new Map(values.flatMap((each) => (isPicture(each) ? [[each.id, each] as const] : [])));
}

function isPicture(value: unknown): value is Picture {
  return typeof value === "object" && value !== null && "resolutions" in value;
}

/** Replaces records in blocks by references, because the API accepts only references. */
export function withReferences(blocks: readonly Schemas["Block"][]): Schemas["Block"][] {
  return blocks.map((block) => {
    if (block.type === "BLOCK") return { ...block, value: withReferences(block.value as Schemas["Block"][]) };
    const kind = { RELATIONSHIP_MEDIA: "media", RELATIONSHIP_ENTRY: "entry" }[block.type as string];
    if (!kind) return block;
    const back = (value: unknown) =>
      typeof value === "object" && value !== null && "id" in value ? `${kind}:${value.id}` : value;
    return { ...block, value: block.value.map(back) };
  });
}

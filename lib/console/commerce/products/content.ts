import type { Schemas } from "#console/shared/api/types.ts";

type Block = Pick<Schemas["BlocksBlock"], "key" | "type" | "value">;
/** A media file in a hydrated product. */
export type Picture = Pick<Schemas["Media"], "id" | "name" | "alt" | "url" | "resolutions">;
/** The block that has the pictures of a product. */
export function pictureBlock<B extends Block>(blocks: readonly B[]): B | undefined {
  const media = blocks.filter(({ type }) => type === "RELATIONSHIP_MEDIA");
  return media.find(({ key }) => key === "pictures") ?? media[0];
}

/** The id of a media value, which is a reference or a hydrated file. */
export function mediaIdOf(value: unknown): string {
  const id: unknown = typeof value === "string" ? value : Object(value).id;
  return typeof id === "string" ? id.replace(/^media:/, "") : "";
}

/** The hydrated pictures of a product, by id. */
export function picturesOf(blocks: readonly Block[]): ReadonlyMap<string, Picture> {
  const values: unknown[] = pictureBlock(blocks)?.value ?? [];
  // A hydrated value is the API's media record.
  return new Map(values.flatMap((each) => (isPicture(each) ? [[each.id, each] as const] : [])));
}

function isPicture(value: unknown): value is Picture {
  return typeof value === "object" && value !== null && "resolutions" in value;
}

/** Turns hydrated values of blocks back into references, to send them. */
export function withReferences(blocks: readonly Schemas["BlocksBlock"][]): Schemas["BlocksBlock"][] {
  return blocks.map((block) => {
    if (block.type === "BLOCK")
      return { ...block, value: withReferences(block.value as Schemas["BlocksBlock"][]) };
    const kind = { RELATIONSHIP_MEDIA: "media", RELATIONSHIP_ENTRY: "entry" }[block.type as string];
    if (!kind) return block;
    const back = (value: unknown) =>
      typeof value === "object" && value !== null && "id" in value ? `${kind}:${value.id}` : value;
    return { ...block, value: block.value.map(back) };
  });
}

import type { AnyLife } from "#core/lifecycle.ts";
import { editionLife } from "#lib/delivery/newsletters/edition-lifecycle.ts";
import { subscriberLife } from "#lib/delivery/newsletters/subscriber-lifecycle.ts";
import { publicationLife } from "#lib/engagement/social/lifecycle.ts";

/** Every life, with the guide that has its table. */
export const lives: readonly { life: AnyLife; guide: string }[] = [
  { life: editionLife, guide: "lib/delivery/newsletters/guide.md" },
  { life: subscriberLife, guide: "lib/delivery/newsletters/guide.md" },
  { life: publicationLife, guide: "lib/engagement/social/guide.md" },
];

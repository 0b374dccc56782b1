import type { AnyLife } from "#core/lifecycle.ts";
import { publicationLife } from "#lib/engagement/social/lifecycle.ts";

/** Every life, with the guide that has its table. */
export const lives: readonly { life: AnyLife; guide: string }[] = [
  { life: publicationLife, guide: "lib/engagement/social/guide.md" },
];

import type { Schemas } from "#console/shared/api/types.ts";

export type Promo = Schemas["PromoCode"];

/** The value of the first condition of a type. */
export function ruleOf<T extends Promo["conditions"][number]["type"]>(
  { conditions }: Pick<Promo, "conditions">,
  type: T,
) {
  const found = conditions.find((each) => each.type === type);
  // The type of a condition decides the type of its value.
  return found?.value.value as
    | Extract<Promo["conditions"][number], { type: T }>["value"]["value"]
    | undefined;
}

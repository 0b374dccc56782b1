import type { AnyLifecycle } from "#core/lifecycle.ts";
import { reservationLife } from "#lib/booking/reservations/lifecycle.ts";
import { cartLife } from "#lib/commerce/carts/lifecycle.ts";
import { orderLife } from "#lib/commerce/orders/lifecycle.ts";
import { importLife } from "#lib/commerce/products/import-lifecycle.ts";
import { uploadLife } from "#lib/content/media/upload-lifecycle.ts";
import { editionLife } from "#lib/delivery/newsletters/edition-lifecycle.ts";
import { subscriberLife } from "#lib/delivery/newsletters/subscriber-lifecycle.ts";
import { publicationLife } from "#lib/engagement/social/lifecycle.ts";
import { paymentLife } from "#lib/money/payments/lifecycle.ts";

/** Each lifecycle with the guide that has its table. */
export const lifecycles: readonly { life: AnyLifecycle; guide: string }[] = [
  { life: reservationLife, guide: "lib/booking/reservations/guide.md" },
  { life: cartLife, guide: "lib/commerce/carts/guide.md" },
  { life: orderLife, guide: "lib/commerce/orders/guide.md" },
  { life: importLife, guide: "lib/commerce/products/guide.md" },
  { life: uploadLife, guide: "lib/content/media/guide.md" },
  { life: editionLife, guide: "lib/delivery/newsletters/guide.md" },
  { life: subscriberLife, guide: "lib/delivery/newsletters/guide.md" },
  { life: paymentLife, guide: "lib/money/payments/guide.md" },
  { life: publicationLife, guide: "lib/engagement/social/guide.md" },
];

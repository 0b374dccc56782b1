import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "#core/env.ts";
import { reservations } from "#functions/booking/reservations/routes.ts";
import { axeFindings, describeInBrowser, openBrowser, openPage, SIZES } from "#test/support/browser.ts";
import { ok } from "#test/support/client.ts";
import { HOUR, openSalon } from "#test/support/salon.ts";
import { mailTo, somebody } from "#test/support/world.ts";

const LINK = /https?:\S+\/v1\/reservation-pages\/\S+/;

/** Folder for a picture of every page; none are taken without it. */
const PICTURES = process.env.PICTURES;

describeInBrowser("every page of ours", () => {
  let browser: Browser;
  let pages: Record<string, string>;
  beforeAll(async () => {
    browser = await openBrowser();
    pages = await addresses();
  });
  afterAll(() => browser.close());

  const NAMES = [
    "home",
    "inbox",
    "mail",
    "webhooks",
    "phone",
    "app",
    "social",
    "booking",
    "payment",
    "dead",
    "reference",
    "guide",
    "operations",
  ];
  for (const scheme of ["light", "dark"] as const) {
    test.each(SIZES)(
      `has no finding of axe and fits, in ${scheme}, at $width px`,
      async (size) => {
        for (const name of NAMES) {
          const context = await browser.createBrowserContext();
          const { page, errors } = await openPage(context, "about:blank", size);
          await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
          await page.goto(pages[name] ?? "");
          const wide = await page.evaluate("document.documentElement.scrollWidth");
          expect({ name, wide, errors: errors.filter((each) => !each.includes("404")) }).toEqual({
            name,
            wide: size.width,
            errors: [],
          });
          expect({ name, found: await axeFindings(page) }).toEqual({ name, found: [] });
          if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}-${scheme}-${size.width}.png` });
          await context.close();
        }
      },
      300_000,
    );
  }
});

/** One of each kind of page, with something on it. */
async function addresses(): Promise<Record<string, string>> {
  const api = env("PUBLIC_URL");
  const { serviceId, providerId } = await openSalon();
  const customer = await somebody();
  const soon = Math.ceil(Date.now() / 86_400_000) * 86_400 + 3 * 24 * HOUR;
  const parts = (hour: number) => [{ serviceId, providerId, startTime: soon + hour * HOUR }];
  await ok(reservations.checkoutReservation, {
    as: customer,
    body: { paymentMethod: "cash", parts: parts(10) },
  });
  const card = { paymentMethod: "CREDIT_CARD", parts: parts(12) };
  const { checkoutUrl } = await ok(reservations.checkoutReservation, { as: customer, body: card });
  const mail = await mailTo(customer.email);
  const booking = LINK.exec(mail.body.text ?? "")?.[0] ?? "";
  const reply = await fetch(`${api}/_local/inbox`, { headers: { accept: "application/json" } });
  const { items }: { items: { messageId: string; destination: { to: string[] } }[] } = JSON.parse(
    await reply.text(),
  );
  const shown = items.find(({ destination }) => destination.to.some((to) => to.includes(customer.email)));
  return {
    home: `${api}/_local`,
    inbox: `${api}/_local/inbox`,
    mail: `${api}/_local/inbox/${shown?.messageId}`,
    webhooks: `${api}/_local/webhooks`,
    phone: `${api}/_phone`,
    app: `${api}/_app`,
    social: `${api}/_social/`,
    booking,
    payment: checkoutUrl ?? "",
    reference: `${api}/v1/reference`,
    guide: `${api}/v1/reference/concepts`,
    operations: `${api}/v1/reference/forms`,
    dead: `${booking.slice(0, -6)}AAAAAA`,
  };
}

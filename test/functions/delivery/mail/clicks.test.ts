import { expect, test } from "vitest";
import { html } from "#core/html.ts";
import { newId } from "#core/id.ts";
import { businessCollections } from "#functions/content/legacy-content/routes.ts";
import { mailReports } from "#functions/delivery/mail/routes.ts";
import { newsletterSends } from "#functions/delivery/newsletters/routes.ts";
import { trackClick, trackLinks, withCampaignParameters } from "#lib/delivery/mail/clicks.ts";
import { call, ok, refused } from "#test/support/client.ts";
import { getFigures, recountFigures } from "#test/support/figures.ts";
import { addSubscribers, openNewsletter, type TestNewsletter, writeEntry } from "#test/support/newsletter.ts";
import { waitForWorkers } from "#test/support/wait-for-workers.ts";
import { eventually, mailTo, newEmail, testContext } from "#test/support/world.ts";

const BROWSER = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const BODY =
  '<p><a href="https://shop.example/mugs?size=l&amp;x=1#top">Mugs</a> <a href="mailto:a@b.example">Write</a> <a href="{{unsubscribeUrl}}">Leave</a></p>';

/** A newsletter with an edition sent to one reader, and that mail. */
async function sendEdition(tracking?: { opens?: boolean; clicks?: boolean }) {
  const newsletter = await openNewsletter();
  const { businessId, collectionId, owner: as } = newsletter;
  if (tracking) {
    const params = { businessId, collectionId };
    await ok(businessCollections.updateBusinessCollection, { params, as, body: { tracking } });
  }
  const email = newEmail();
  await addSubscribers(newsletter, [email]);
  const entryId = await writeEntry(newsletter, "Mugs", BODY);
  await ok(newsletterSends.sendEntry, { params: { businessId, entryId }, as, body: {} });
  const mail = await mailTo(email);
  await eventually(async () => {
    const send = await ok(newsletterSends.getSend, { params: { businessId, entryId }, as });
    return send.status === "sent";
  }, "the end of the sending");
  await waitForWorkers();
  return { newsletter, entryId, html: mail.body.html ?? "" };
}

const figuresOf = async ({ businessId: id, owner }: TestNewsletter) =>
  (await getFigures({ id, owner }, "newsletters", { range: "7d", by: "total" })).groups[0]?.totals;

test("a counted link leads to its target, names its source, and counts each person once", async () => {
  const { newsletter, entryId, html } = await sendEdition({ clicks: true });
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href);
  const tracked = links.filter((href) => href.includes("/track/click/"));
  expect(tracked).toHaveLength(1);
  expect(links.some((href) => href.startsWith("mailto:"))).toBe(true);
  expect(links.some((href) => href.includes("/unsubscribe"))).toBe(true);
  const token = tracked[0]?.split("/").at(-1) ?? "";
  const at = Math.floor(Date.now() / 1000) + 60;
  const follow = (agent: string) =>
    call(mailReports.trackClick, { params: { token }, headers: { "user-agent": agent }, at });
  for (const agent of [BROWSER, BROWSER, "Barracuda Sentinel"]) {
    const { status, headers } = await follow(agent);
    expect(status).toBe(302);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("set-cookie")).toBeNull();
    const location = new URL(headers.get("location") ?? "");
    expect(location.href).toContain("https://shop.example/mugs?size=l&x=1&");
    expect(location.hash).toBe("#top");
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      utm_source: "newsletter",
      utm_medium: "email",
      ref: expect.stringContaining(`nl.${entryId}.`),
    });
  }
  await waitForWorkers();
  expect(await figuresOf(newsletter)).toMatchObject({ sent: 1, clicked: 1, click_rate: 1, orders: 0 });
  const store = { id: newsletter.businessId, owner: newsletter.owner };
  const split = (await getFigures(store, "newsletters", { range: "7d", split: "edition" })).groups[0];
  expect(split?.rows).toMatchObject([{ id: entryId, values: { sent: 1, clicked: 1 } }]);
  expect(await recountFigures(store)).toMatchObject({ status: "equal" });
});

const TARGET = "https://shop.example/mugs?size=l&x=1";
test.each([
  html`<a href="${TARGET}">`.toString(),
  `<a href="${TARGET.replace("&", "&amp;")}">`,
  `<a href='${TARGET.replace("=", "&#x3d;")}'>`,
  `<a class=x href=${TARGET}>`,
  `<A title="a > b" HREF = "${TARGET}">`,
])("a link that is written as %s is counted, and leads to its target", async (tag) => {
  const inMail = { tenantId: newId("store"), mailId: newId("mail"), campaign: "weekly" };
  const html = await trackLinks(testContext(), inMail, `<p>${tag}Mugs</a></p>`, []);
  const [, token = ""] = /track\/click\/([^"]+)"/.exec(html) ?? [];
  const { headers } = await trackClick(testContext(), token);
  expect(headers?.location).toMatch(`${TARGET}&utm_source=`);
});

test("links stay as written and clicks are not counted unless a newsletter asks for it", async () => {
  const { newsletter, html } = await sendEdition();
  expect(html).not.toContain("/track/click/");
  expect(html).toContain("/track/email/");
  expect(await figuresOf(newsletter)).toMatchObject({
    sent: 1,
    clicked: null,
    orders: null,
    click_rate: null,
  });
});

test("a newsletter that does not count opens sends no tracking pixel", async () => {
  const { html } = await sendEdition({ opens: false });
  expect(html).not.toContain("/track/email/");
});

test("an unsubscription counts once, for the edition with the link", async () => {
  const { newsletter, entryId, html } = await sendEdition();
  const url = /href="([^"]+unsubscribe[^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  for (let times = 0; times < 2; times++) await fetch(url, { method: "POST" });
  await waitForWorkers();
  expect(await figuresOf(newsletter)).toMatchObject({ sent: 1, unsubscribed: 1 });
  const store = { id: newsletter.businessId, owner: newsletter.owner };
  const split = (await getFigures(store, "newsletters", { range: "7d", split: "edition" })).groups[0];
  expect(split?.rows).toMatchObject([{ id: entryId, values: { unsubscribed: 1 } }]);
});

test("a forged link is a 404, and a link keeps its own campaign parameters", async () => {
  expect(await refused(mailReports.trackClick, { params: { token: "none" } })).toMatchObject({ status: 404 });
  const ref = "nl.lent_1.abc";
  expect(withCampaignParameters("https://a.example/?utm_source=x&ref=y", "weekly", ref)).toBe(
    "https://a.example/?utm_source=x&ref=y",
  );
  expect(withCampaignParameters("https://a.example/p?q=a+b%20c#f", "weekly", ref)).toBe(
    `https://a.example/p?q=a+b%20c&utm_source=newsletter&utm_medium=email&utm_campaign=weekly&ref=${ref}#f`,
  );
});

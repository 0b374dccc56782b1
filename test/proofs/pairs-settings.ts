// What staff do to products, settings, markets, members and invitations, for pairs at one moment.

import { products } from "#functions/commerce/products/routes.ts";
import { markets } from "#functions/money/markets/routes.ts";
import { invitations, members, openInvitations } from "#functions/tenancy/members/routes.ts";
import { stores } from "#functions/tenancy/stores/routes.ts";
import { member, newEmail } from "#test/support/world.ts";
import type { PairsKind } from "./pairs.ts";

type Body = Record<string, unknown>;

const price = (amount: number) => ({ market: "eu", amount });

export const productKind: PairsKind = {
  name: "product",
  async prepare(shop) {
    const { id: storeId, owner: as } = await shop.newStore();
    const staff = await member(storeId, "member");
    let made = 0;
    const make = () => {
      const variants = [1, 2].map((n) => ({
        sku: `SKU-${++made}`,
        prices: [price(n * 100)],
        inventory: [{ available: 10 }],
      }));
      const body = { key: `mug-${++made}`, status: "draft", variants };
      return shop.ok(products.createProduct, { params: { storeId }, as, body });
    };
    const look = async (productId: string) => {
      const { status, body } = await shop.ask(products.getProduct, { params: { storeId, productId }, as });
      const { key: _, slug, ...seen } = body as Body;
      const variants = (seen.variants ?? []) as Body[];
      return [
        status,
        status === 200
          ? {
              ...seen,
              slugs: Object.keys(slug as Body),
              variants: variants.map(({ sku: _sku, ...each }) => each),
            }
          : {},
      ];
    };
    const aside = await make();
    return {
      bystander: () => look(String(aside.id)),
      async copy() {
        const { id, version, variants, key } = await make();
        const [one, other] = variants as { id: string }[];
        const params = { storeId, productId: String(id) };
        const change = (body: object) => () => shop.ask(products.updateProduct, { params, as: staff, body });
        const stock = (body: object) => () =>
          shop.ask(products.changeInventory, { params, as: staff, body: { variant_id: one?.id, ...body } });
        const name = [{ key: "name", type: "LOCALIZED_TEXT", value: [{ en: "Mug" }] }];
        return {
          look: () => look(String(id)),
          acts: {
            "set the status": change({ status: "active" }),
            "set the status of this version": change({ status: "archived", version }),
            "set the key": change({ key: `${key}-x` }),
            "set blocks": change({ blocks: name }),
            "set blocks of this version": change({ blocks: [], slug: { en: String(key) }, version }),
            "set one price": change({ variants: [{ id: one?.id, prices: [price(7)] }] }),
            "set the other price": change({ variants: [{ id: other?.id, prices: [price(8)] }] }),
            "set the other weight of this version": change({
              variants: [{ id: other?.id, weight: 5 }],
              version,
            }),
            "add a variant": change({ variants: [{ prices: [price(9)], inventory: [{ available: 1 }] }] }),
            "add units": stock({ delta: 3 }),
            "take units": stock({ delta: -4 }),
            "set counted units": stock({ available: 6, expected: 10 }),
            "set a warning": stock({ low_at: 2 }),
            delete: () => shop.ask(products.deleteProduct, { params, as: staff }),
          },
        };
      },
    };
  },
};

export const settingsKind: PairsKind = {
  name: "settings and markets",
  async prepare(shop) {
    type Store = Awaited<ReturnType<typeof shop.newStore>>;
    const look = async ({ id: storeId, key, owner: as }: Store) => {
      const seen = await shop.ok(stores.getStore, { params: { storeId }, as });
      const listed = await shop.ok(markets.listMarkets, { params: { storeId }, as });
      return { store: { ...seen, key: String(seen.key).replace(key, "key") }, listed };
    };
    const aside = await shop.newStore();
    return {
      bystander: () => look(aside),
      async copy() {
        const store = await shop.newStore();
        const { owner: as, id: storeId, key } = store;
        const staff = await member(storeId, "admin");
        const { version } = await shop.ok(stores.getStore, { params: { storeId }, as });
        const change = (body: object) => () =>
          shop.ask(stores.updateStore, { params: { storeId }, as: staff, body });
        const market = (marketId: string, body: object) => () =>
          shop.ask(markets.updateMarket, { params: { storeId, marketId }, as: staff, body });
        const remove = (marketId: string) => () =>
          shop.ask(markets.deleteMarket, { params: { storeId, marketId }, as });
        const create = (name: string) => () =>
          shop.ask(markets.createMarket, {
            params: { storeId },
            as: staff,
            body: { key: name, currency: "GBP", tax_mode: "INCLUSIVE", tax_bps: 2000 },
          });
        return {
          look: () => look(store),
          acts: {
            "set the name": change({ name: "One" }),
            "set the name of this version": change({ name: "Two", version }),
            "set the time zone": change({ timezone: "Asia/Tokyo" }),
            "set the support email": change({ emails: { support: "help@example.com" } }),
            "set the billing email": change({ emails: { billing: "pay@example.com" } }),
            "set languages of this version": change({ languages: ["de", "en"], version }),
            "set origins": change({ origins: ["https://shop.example.com"] }),
            "set the key": change({ key: `${key}-x` }),
            "set a tax": market("eu", { tax_bps: 1000 }),
            "set a tax of this version": market("eu", { tax_bps: 1100, version }),
            "set a currency": market("eu", { currency: "CHF" }),
            "set another tax": market("us", { tax_bps: 900 }),
            "make a market": create("uk"),
            "make another market": create("gb"),
            "delete a market": remove("us"),
            "delete the other market": remove("eu"),
          },
        };
      },
    };
  },
};

export const invitationKind: PairsKind = {
  name: "invitation",
  async prepare(shop) {
    type Store = Awaited<ReturnType<typeof shop.newStore>>;
    const look = async ({ id: storeId, owner: as }: Store) => {
      const asking = { params: { storeId }, as };
      const [invited, joined] = [
        await shop.ok(openInvitations.listInvitations, asking),
        await shop.ok(members.listMembers, asking),
      ];
      const roles = (joined.items as Body[]).map(({ role, email }) => `${role} ${email}`).sort();
      return { invited: (invited.items as Body[]).map(({ role, email }) => [role, email]), roles };
    };
    const aside = await shop.newStore();
    return {
      bystander: () => look(aside),
      async copy() {
        const store = await shop.newStore();
        const { id: storeId, owner: as } = store;
        const [admin, helper] = [await member(storeId, "admin"), await member(storeId, "member")];
        const [email, fresh] = [newEmail(), newEmail()];
        const at = { params: { businessId: storeId } };
        const invite =
          (to: string, role: string, by = admin) =>
          () =>
            shop.ask(invitations.createInvitation, { ...at, as: by, body: { email: to, role } });
        await shop.ok(invitations.createInvitation, { ...at, as: admin, body: { email, role: "member" } });
        const mail = await shop.mailTo(email);
        const token = new URL(/https?:\S+token=\S+/.exec(mail)?.[0] ?? "").searchParams.get("token");
        const { items } = await shop.ok(openInvitations.listInvitations, { params: { storeId }, as });
        const [open] = items as { id: string }[];
        const answer = (action: string) => () =>
          shop.ask(invitations.answerInvitation, { ...at, body: { token, action } });
        const role = (accountId: string, body: object) => () =>
          shop.ask(members.updateMember, { params: { storeId, accountId }, as, body });
        return {
          look: () => look(store),
          acts: {
            // Rights are those at the begin of a request, so nobody who loses them meanwhile invites again.
            "invite again": invite(email, "viewer", store.owner),
            "invite somebody": invite(fresh, "member"),
            "invite that somebody": invite(fresh, "viewer", store.owner),
            accept: answer("ACCEPT"),
            reject: answer("REJECT"),
            withdraw: () =>
              shop.ask(openInvitations.withdrawInvitation, {
                params: { storeId, invitationId: open?.id ?? "" },
                as,
              }),
            "make the helper an admin": role(helper.id, { role: "admin" }),
            "make the helper a viewer of this version": role(helper.id, { role: "viewer", version: 1 }),
            "take the admin's role": role(admin.id, { role: "viewer" }),
            "remove the helper": () =>
              shop.ask(members.removeMember, { params: { storeId, accountId: helper.id }, as: admin }),
            "leave as the helper": () =>
              shop.ask(members.removeMember, { params: { storeId, accountId: helper.id }, as: helper }),
          },
        };
      },
    };
  },
};

import type { SeedApi } from "#infra/local/seed/api.ts";

const INVITATIONS = [
  ["mira@example.com", "Admin"],
  ["jo@example.com", "Viewer"],
] as const;

/** Creates a profile of the owner, two unanswered invitations and an unconfirmed registration. */
export async function seedPeople(api: SeedApi): Promise<string[]> {
  await api.put("/v1/users/update", {
    body: {
      name: "Ada Lovelace",
      phoneNumbers: ["+442071234567"],
      addresses: [{ street: "12 St James's Square", city: "London", zip: "SW1Y 4LB", country: "GB" }],
    },
  });
  for (const [email, role] of INVITATIONS) {
    await api.post(`/v1/businesses/${api.store.id}/invitation`, { body: { email, role } });
  }
  const email = `grace-${Date.now().toString(36)}@example.com`;
  await api.post("/v1/users/register", {
    body: { provider: "EMAIL_REGISTER", email, password: "a lantern in the orchard", name: "Grace" },
    token: null,
  });
  return [
    "invitations to mira@example.com and jo@example.com, to be answered from the inbox",
    `a registration of ${email} with the password "a lantern in the orchard", to be confirmed from the inbox`,
    `sign-in with a password, an identity provider or as a guest: ${api.address}/_app`,
  ];
}

import type { SeedApi } from "#infra/local/seed/api.ts";

const VISITOR_MESSAGES = [
  ["Grace", "grace@example.com", "Do you deliver to Hamburg?"],
  ["Alan", "alan@example.com", "The grinder arrived, and it is lovely. Thank you!"],
  ["Margaret", "margaret@example.com", "I would like to book a tasting for twelve people."],
  ["Linus", "linus@example.com", "My order says shipped, but the tracking page is empty."],
  ["Barbara", "barbara@example.com", "Is the Ethiopia Guji coming back this autumn?"],
] as const;

/** Creates forms, with submissions from anonymous and from known visitors. */
export async function seedForms(api: SeedApi): Promise<string[]> {
  const path = `/v1/stores/${api.store.id}/forms`;
  const contact = await changeContactForm(api, path);
  const submit = ([name, email, message]: (typeof VISITOR_MESSAGES)[number]) => {
    const fields = [
      { type: "text", key: "name", value: name },
      { type: "text", key: "email", value: email },
      { type: "text", key: "message", value: message },
      { type: "select", key: "topic", value: [message.includes("order") ? "an order" : "something else"] },
    ];
    return api.post(`${path}/${contact}/submissions`, { token: null, body: { form_id: contact, fields } });
  };
  const [wholesale] = await Promise.all([makeWholesaleForm(api, path), ...VISITOR_MESSAGES.map(submit)]);
  await submitAsVisitor(api, wholesale);
  return [
    `${VISITOR_MESSAGES.length} submissions of the form contact, one of wholesale by a visitor with a session`,
  ];
}

async function changeContactForm(api: SeedApi, path: string): Promise<string> {
  const { id } = await api.get(`${path}/${api.store.id}:contact`);
  const text = (key: string, required: boolean) => ({ type: "text", key, required });
  const topic = { type: "select", key: "topic", options: ["an order", "a tasting", "something else"] };
  const schema = [text("name", false), text("email", true), text("message", true), topic];
  await api.put(`${path}/${id}`, { body: { schema } });
  return id;
}

async function makeWholesaleForm(api: SeedApi, path: string): Promise<string> {
  const schema = [
    { type: "text", key: "company", required: true },
    { type: "number", key: "kilograms_a_month", min: 5, max: 500 },
    { type: "date", key: "from" },
    { type: "geo_location", key: "place" },
    { type: "boolean", key: "has_grinder" },
  ];
  return (await api.post(path, { body: { key: "wholesale", schema } })).id;
}

async function submitAsVisitor(api: SeedApi, formId: string): Promise<void> {
  const body = { email: "katherine@example.com" };
  const identified = await api.post(`/v1/storefront/${api.store.id}/account/identify`, { token: null, body });
  const { token } = Object(identified.token);
  const fields = [
    { key: "company", value: "Orbit Coffee" },
    { key: "kilograms_a_month", value: 40 },
    { key: "from", value: 1_790_000_000 },
    { key: "place", value: { coordinates: { lat: 52.52, lon: 13.405 }, label: "Berlin" } },
    { key: "has_grinder", value: true },
  ];
  const submission = { form_id: formId, fields };
  await api.post(`/v1/storefront/forms/${formId}/submissions`, { token: String(token), body: submission });
}

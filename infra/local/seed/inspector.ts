import type { SeedApi } from "#infra/local/seed/api.ts";

/**
 * Creates a webhook that sends events to the inspector, and one event for it. Runs last, because delivering all
 * events of the demo would make the seed a fifth slower.
 */
export async function seedInspector(api: SeedApi): Promise<string[]> {
  const inspector = `${api.address}/_local/webhooks/demo`;
  const store = `/v1/stores/${api.store.id}`;
  await api.post(`${store}/webhooks`, { body: { name: "Inspector", url: inspector, events: [] } });
  const { id } = await api.get(`${store}/forms/${api.store.id}:contact`);
  const fields = [
    { key: "email", value: "katherine@example.com" },
    { key: "message", value: "Do you have the large mug in blue?" },
  ];
  await api.post(`${store}/forms/${id}/submissions`, { token: null, body: { form_id: id, fields } });
  return [`a webhook to the inspector, which shows every event from now on: ${inspector}`];
}

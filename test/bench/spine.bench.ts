import { services } from "#functions/booking/services/routes.ts";
import { entries } from "#functions/content/entries/routes.ts";
import { forms } from "#functions/content/forms/routes.ts";
import { nodes } from "#functions/content/nodes/routes.ts";
import {
  type BenchContent,
  entryBlocks,
  entryBody,
  entryFields,
  FORM_SCHEMA,
  openBenchContent,
  submissionBody,
} from "./content.ts";
import { downstreamCost } from "./downstream-cost.ts";
import { buildBundles } from "./handlers.ts";
import { compareScenarios, type Scenario, scenarioChange } from "./scenario.ts";
import type { BenchStack } from "./stack.ts";
import { throughput } from "./throughput.ts";

export const name = "spine: CPU, round trips and capacity of warm calls through the deployed code";

export async function run(stack: BenchStack): Promise<string> {
  process.env.BUDGETS = JSON.stringify({ "*": [1_000_000_000, 600] });
  const content = await openBenchContent();
  const groups = scenariosOf(content);
  const all = Object.values(groups).flat();
  const chosen = all.filter(({ label }) => label.includes(process.env.BENCH_ONLY ?? ""));
  await buildBundles(chosen.map(({ operation }) => operation));
  const changes = chosen.filter(({ operation }) => operation.method !== "GET");
  return [
    await compareScenarios(chosen),
    await downstreamCost(stack, changes.map(scenarioChange)),
    process.env.BENCH_ONLY ? "" : await throughput(stack, [...groups.forms, ...groups.entries]),
  ].join("\n\n");
}

let keyCount = 0;
const uniqueKey = () => `bench-${Date.now().toString(36)}-${++keyCount}`;
// Indexes of the first round are negative.
const pickId = (ids: string[], index: number) => ids.at((index * 37) % ids.length) ?? "";

function scenariosOf(content: BenchContent) {
  return {
    forms: formScenarios(content),
    entries: entryScenarios(content),
    nodes: nodeScenarios(content),
    services: serviceScenarios(content),
    submissions: submissionScenarios(content),
  };
}

function formScenarios({ storeId, formId, formIds, token }: BenchContent): Scenario[] {
  const params = { storeId, formId };
  const far = Math.floor(Date.now() / 1000);
  const uncached = (index: number) => ({ "x-local-time": String(far + ((index + 1000) % 100) * 31) });
  return [
    {
      label: "form, read",
      goal: { cpu: 0.6 },
      operation: forms.getForm,
      request: () => ({ params, token }),
    },
    {
      label: "form, read, membership too",
      operation: forms.getForm,
      request: (index) => ({ params, token, headers: uncached(index) }),
    },
    {
      label: "forms, list of 50",
      goal: { cpu: 2.14 },
      operation: forms.listForms,
      request: () => ({ params: { storeId }, token, query: { limit: "50" } }),
    },
    {
      label: "form, create",
      goal: { cpu: 0.8 },
      operation: forms.createForm,
      request: () => ({ params: { storeId }, token, body: { key: uniqueKey(), schema: FORM_SCHEMA } }),
    },
    {
      label: "form, update",
      goal: { cpu: 1.16 },
      operation: forms.updateForm,
      request: (index) => ({
        params: { storeId, formId: pickId(formIds, index) },
        token,
        body: { schema: [...FORM_SCHEMA, { type: "text", key: uniqueKey() }] },
      }),
    },
  ];
}

function entryScenarios({ storeId, token, collectionId, entryIds }: BenchContent): Scenario[] {
  const params = { storeId };
  return [
    {
      label: "entry, read",
      goal: { cpu: 0.7, trips: 1 },
      operation: entries.getEntry,
      request: (index) => ({ params: { ...params, entryId: pickId(entryIds, index) }, token }),
    },
    {
      label: "entries, list of 50 of a collection",
      goal: { cpu: 1.1, trips: 2 },
      operation: entries.listEntries,
      request: () => ({ params, token, query: { limit: "50", collection_id: collectionId } }),
    },
    {
      label: "entries, list of 50 to a visitor",
      goal: { cpu: 1.1, trips: 2 },
      operation: entries.listEntries,
      request: () => ({ params, query: { limit: "50", collection_id: collectionId } }),
    },
    {
      label: "entry, create",
      goal: { cpu: 1.2 },
      operation: entries.createEntry,
      request: () => ({ params, token, body: entryBody(collectionId, uniqueKey()) }),
    },
    {
      label: "entry, update",
      goal: { cpu: 1.2, trips: 2 },
      operation: entries.updateEntry,
      request: (index) => ({
        params: { ...params, entryId: pickId(entryIds, index) },
        token,
        body: { fields: entryFields(uniqueKey()) },
      }),
    },
  ];
}

function nodeScenarios({ storeId, token, nodeIds }: BenchContent): Scenario[] {
  const params = { storeId };
  return [
    {
      label: "node, read",
      operation: nodes.getNode,
      request: (index) => ({ params: { ...params, nodeId: pickId(nodeIds, index) }, token }),
    },
    {
      label: "nodes, list of 50",
      operation: nodes.listNodes,
      request: () => ({ params, token, query: { limit: "50" } }),
    },
    {
      label: "node, create",
      operation: nodes.createNode,
      request: () => ({ params, token, body: { key: uniqueKey(), blocks: entryBlocks("New") } }),
    },
    {
      label: "node, update",
      operation: nodes.updateNode,
      request: (index) => ({
        params: { ...params, nodeId: pickId(nodeIds, index) },
        token,
        body: { blocks: entryBlocks(uniqueKey()) },
      }),
    },
  ];
}

function serviceScenarios({ storeId: businessId, token, serviceIds }: BenchContent): Scenario[] {
  const params = { businessId };
  return [
    {
      label: "service, read",
      operation: services.getService,
      request: (index) => ({ params: { ...params, serviceId: pickId(serviceIds, index) }, token }),
    },
    {
      label: "services, list of 50",
      operation: services.listServices,
      request: () => ({ params, token, query: { limit: "50" } }),
    },
    {
      label: "service, create",
      operation: services.createService,
      request: () => ({
        params,
        token,
        body: { key: uniqueKey(), name: "New", blocks: entryBlocks("New"), durations: [{ duration: 30 }] },
      }),
    },
    {
      label: "service, update",
      operation: services.updateService,
      request: (index) => ({
        params: { ...params, serviceId: pickId(serviceIds, index) },
        token,
        body: { blocks: entryBlocks(uniqueKey()) },
      }),
    },
  ];
}

function submissionScenarios({ storeId, token, formId, submissionIds }: BenchContent): Scenario[] {
  const params = { storeId, formId };
  return [
    {
      label: "submission, read",
      operation: forms.getSubmission,
      request: (index) => ({ params: { ...params, submissionId: pickId(submissionIds, index) }, token }),
    },
    {
      label: "submissions, list of 50",
      operation: forms.listSubmissions,
      request: () => ({ params, token, query: { limit: "50" } }),
    },
    {
      label: "submission, create",
      operation: forms.submitForm,
      request: () => ({ params, body: submissionBody(formId) }),
    },
    {
      label: "submission, update",
      operation: forms.updateSubmission,
      request: (index) => ({
        params: { ...params, submissionId: pickId(submissionIds, index) },
        token,
        body: {
          fields: [...submissionBody(formId).fields.slice(0, 1), { key: "message", value: uniqueKey() }],
        },
      }),
    },
  ];
}

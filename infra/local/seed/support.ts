import type { Answer, SeedApi } from "#infra/local/seed/api.ts";

/** Creates a support agent that greets, asks for an email address, answers from pages, or calls staff. */
export async function seedSupport(api: SeedApi): Promise<string[]> {
  await makePages(api);
  await makeAgent(api);
  const [open, answered, waiting, resolved] = await Promise.all([
    startConversation(api, [buttonInput("Where is my order?")]),
    startConversation(api, [textInput("Do you deliver to Hamburg?"), textInput("How long do beans keep?")]),
    startConversation(api, [
      buttonInput("Where is my order?"),
      textInput("grace@example.com"),
      buttonInput("Talk to a person"),
    ]),
    startConversation(api, [buttonInput("Talk to a person")]),
  ]);
  const inbox = `/v1/stores/${api.store.id}/support/conversations`;
  const content = "It left this morning. You will have it on Thursday.";
  await api.post(`${inbox}/${resolved.id}/reply`, { body: { content, resolve: true } });
  Object.assign(api.variables, { CONVERSATION: open.id, SUPPORT_TOKEN: open.token });
  return [
    `conversations active, in AI mode, escalated and resolved: ${[open, answered, waiting, resolved].map(({ id }) => id).join(", ")}`,
    `a chat for a page: <script src="${api.address}/widgets/support.js" data-store="${api.store.id}" async></script>`,
  ];
}

const HELP_PAGES = [
  [
    "delivery",
    "Delivery",
    "We deliver within Germany in two days, to Hamburg and Berlin by bicycle. Parcels leave on Tuesdays and Fridays.",
  ],
  [
    "storage",
    "How to keep coffee",
    "Beans keep their taste for six weeks in the closed bag. Grind them just before you brew. Never put them into the fridge.",
  ],
  ["returns", "Returns", "An unopened bag can be sent back within 30 days. Write to us first."],
] as const;

async function makePages(api: SeedApi): Promise<void> {
  const made = HELP_PAGES.map(([key, title, body]) => {
    const blocks = [
      { key: "title", type: "LOCALIZED_TEXT", value: [{ en: title }] },
      { key: "body", type: "LOCALIZED_TEXT", value: [{ en: body }] },
    ];
    return api.post(`/v1/stores/${api.store.id}/nodes`, { body: { key, slug: { en: key }, blocks } });
  });
  await Promise.all(made);
}

async function makeAgent(api: SeedApi): Promise<void> {
  const person = "Talk to a person";
  const nodes = {
    hello: {
      type: "message",
      text: "Hello from Kiln & Bean! What can we do for you?",
      buttons: ["Where is my order?", person],
    },
    address: {
      type: "input",
      prompt: "Which email address did you order with?",
      field: "email",
      input_type: "email",
    },
    noted: {
      type: "message",
      text: "Thank you. Ask what you would like to know, or let our team look for it.",
      buttons: [person],
    },
    answers: { type: "ai_handoff" },
    staff: { type: "action", action: { type: "human_handoff", message: "We look into it." } },
  };
  const edge = (source: string, target: string, trigger: object) => ({ source, target, trigger });
  const button = (label: string) => ({ type: "button", label });
  const otherwise = { type: "default" };
  const edges = [
    edge("hello", "address", button("Where is my order?")),
    edge("hello", "staff", button(person)),
    edge("hello", "answers", otherwise),
    edge("address", "noted", { type: "input", field: "email" }),
    edge("noted", "staff", button(person)),
    edge("noted", "answers", otherwise),
    edge("answers", "staff", button(person)),
  ];
  const body = {
    key: "front-desk",
    name: "Front desk",
    status: "active",
    entry_node_id: "hello",
    nodes,
    edges,
  };
  await api.post(`/v1/stores/${api.store.id}/support/agents`, { body });
}

type VisitorInput = { type: "text"; content: string } | { type: "button"; label: string };

const textInput = (content: string): VisitorInput => ({ type: "text", content });
const buttonInput = (label: string): VisitorInput => ({ type: "button", label });

async function startConversation(
  api: SeedApi,
  inputs: VisitorInput[],
): Promise<{ id: string; token: string }> {
  const path = `/v1/storefront/${api.store.id}/support/conversations`;
  const conversation: Answer = await api.post(path, { token: null, body: { metadata: { page: "/coffee" } } });
  const token = String(conversation.support_token);
  for (const input of inputs) {
    const headers = { "x-support-token": token };
    await api.post(`${path}/${conversation.id}/messages`, { token: null, headers, body: { input } });
  }
  return { id: conversation.id, token };
}

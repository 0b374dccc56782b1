import { operations } from "./manifest.ts";
import { document } from "./openapi-document.ts";

/** A text for language models (https://llmstxt.org); `{api}` stands for the API's URL. */
export const llms = `# Storefront backend

> A multi-tenant backend for storefronts: sign-in, forms, content in several languages, pictures, products, carts, orders, appointments, payments, newsletters, webhooks, support chat and social posts. Each store is a tenant.

- Paths below /v1/stores/{storeId} are of operators, those below /v1/storefront/{storeId} of visitors of a shop. A business is the same tenant as a store, in an older interface.
- Send \`Authorization: Bearer <token>\`: an access token (POST {api}/v1/auth/code, then POST {api}/v1/auth/verify), an API token, or a contact session of a visitor (POST {api}/v1/storefront/{storeId}/account/identify).
- Money is an integer in minor units, such as cents. Times are Unix seconds. Lists answer \`items\` and \`cursor\`.
- Send \`Idempotency-Key\` with a POST that must not be done twice.
- Errors have \`message\`, \`error\` (a stable code), \`statusCode\` and \`validationErrors\`.

## Reference

- [OpenAPI document]({api}/v1/openapi.json): every operation, schema, error and guide
- [Event types]({api}/v1/platform/events): what webhooks are told of

${domainsOf(document.tags).map(sectionOf).join("\n\n")}
`;

function domainsOf(tags: unknown): { name: string; description: string }[] {
  return Array.isArray(tags)
    ? tags.map(({ name, description }) => ({ name: String(name), description: String(description) }))
    : [];
}

function sectionOf({ name, description }: { name: string; description: string }): string {
  const [, about = ""] = /^(?!#)(\S[\s\S]*?)(?:\n\n|$)/m.exec(description) ?? [];
  const own = operations.filter(({ domain }) => domain === name);
  const lines = own.map(({ method, path, summary }) => `- ${method} ${path}: ${summary}`);
  return [`## ${name}`, about.replaceAll("\n", " "), lines.join("\n")].filter(Boolean).join("\n\n");
}

import { answer } from "@storefront-backend/client";
import { publicClient, type Schemas, storeId, visitor } from "#shop/backend.ts";
import { html, type Markup } from "#shop/html.ts";
import { field, mailField, onSubmit, type Page, type PageContext } from "#shop/page-context.ts";
import { wordFor } from "#shop/words.ts";

type Field = Schemas["Form"]["schema"][number];

export const contact: Page = async (context) => {
  const { words } = context;
  const form = await answer(
    publicClient.GET("/v1/stores/{storeId}/forms/{formId}", {
      params: { path: { storeId, formId: "_" }, query: { key: "contact" } },
    }),
  );
  const body = html`<div class="narrow"><h1 tabindex="-1">${words.contact}</h1><p class="lead">${words.contactLead}</p>
    <form id="contact">${form.schema.map((each) => fieldInput(each, context))}
    <button>${words.send}</button><p role="status"></p></form></div>`;
  const ready = (main: HTMLElement) => {
    const element = main.querySelector<HTMLFormElement>("#contact");
    if (element) onSubmit(element, context, (fields) => send(element, form, fields, words.sent));
  };
  return { title: words.contact, body, ready };
};

async function send(element: HTMLFormElement, form: Schemas["Form"], formData: FormData, thanks: string) {
  const fields = form.schema.flatMap(({ key, type }) => {
    const value = field(formData, key);
    return value ? [{ key, type, value: type === "select" ? [value] : value }] : [];
  });
  const params = { path: { formId: form.id } };
  const body = { form_id: form.id, fields };
  await answer(visitor.POST("/v1/storefront/forms/{formId}/submissions", { params, body }));
  element.reset();
  return thanks;
}

/** An input for a field of the store's form. */
function fieldInput({ key, type, required, ...rest }: Field, { words }: PageContext): Markup {
  const need = required && html`required`;
  const label = html`<label for="${key}">${wordFor(words, key)}</label>`;
  const options = "options" in rest && Array.isArray(rest.options) ? rest.options.map(String) : [];
  if (type === "select") {
    return html`${label}<select id="${key}" name="${key}" ${need}>${options.map(
      (option) => html`<option value="${option}">${wordFor(words, option)}</option>`,
    )}</select>`;
  }
  if (key === "message")
    return html`${label}<textarea id="${key}" name="${key}" rows="6" ${need}></textarea>`;
  const kind = key === "email" ? mailField(words) : html`type="text" autocomplete="name"`;
  return html`${label}<input id="${key}" name="${key}" ${kind} ${need}>`;
}

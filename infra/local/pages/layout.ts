import { html, type SafeHtml, trustedHtml } from "#core/html.ts";
import { PAGE_STYLE } from "#core/http/page-style.ts";

/** The HTML of a page of the local stack. `live`: adds a line outside of `main` for what a script says. */
export function page(
  title: string,
  body: SafeHtml,
  options: { script?: string; live?: boolean } = {},
): string {
  // Safe: style and scripts are constants of this project.
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trustedHtml(STYLE)}</style>
</head>
<body>
<header><a href="/_local" class="brand">Storefront backend</a><span class="tag">on this machine</span>${options.live && html`<span id="live" class="tag" role="status" aria-live="polite"></span>`}</header>
<main>
${body}
</main>
${options.script && html`<script>${trustedHtml(options.script)}</script>`}
</body>
</html>
`.toString();
}

const STYLE = `${PAGE_STYLE}
header { display: flex; gap: .75rem; align-items: baseline; padding: 1.25rem max(1.25rem, calc(50vw - 30rem)); border-bottom: 1px solid var(--line); }
main { padding: 1.5rem max(1.25rem, calc(50vw - 30rem)) 4rem; }
.brand { font-weight: 650; color: var(--ink); text-decoration: none; }
.tag { color: var(--soft); font-size: .875rem; }
code, pre { font: .875rem/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { background: var(--code); border-radius: 8px; padding: .875rem 1rem; margin: 0; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(12.5rem, 1fr)); gap: .875rem; padding: 0; margin: 1.25rem 0 0; list-style: none; }
.cards li > * { display: block; height: 100%; padding: 1rem 1.125rem; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; text-decoration: none; color: var(--ink); }
.cards div { border-style: dashed; }
.cards a:hover { border-color: var(--accent); }
.cards strong { display: block; }
.cards a strong { color: var(--accent); }
.cards span { font-size: .9375rem; color: var(--soft); }
.halves { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 0 2rem; }
.halves h2 { margin: 1rem 0 .5rem; }
.halves p { margin: .5rem 0; }
.halves .mails { margin: .5rem 0; }
.halves .mails a { padding-block: .375rem; }
.halves .mails strong { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.command { display: flex; gap: .5rem; align-items: start; }
.command pre { flex: 1; }
.panel { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
th, td { text-align: left; vertical-align: top; padding: .5rem 1.125rem; border-top: 1px solid var(--line); }
tr:first-child > * { border-top: 0; }
th { font-weight: 550; white-space: nowrap; width: 1%; }
p code { white-space: nowrap; }
td, td code { overflow-wrap: anywhere; }
pre:empty { display: none; }
p > button { margin: 0 .25rem .5rem 0; }
details { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; margin: .625rem 0; }
summary { cursor: pointer; padding: .75rem 1.125rem; }
details > div { padding: 0 1.125rem 1.125rem; }
details h3 { font-size: .875rem; font-weight: 550; color: var(--soft); margin: .875rem 0 .375rem; }
p > label { display: block; }
p > label > input { display: block; width: 22rem; margin-top: .25rem; }
.grow { flex: 1 1 16rem; display: flex; gap: .5rem; align-items: center; }
.grow input { flex: 1; min-width: 0; }
.mails { list-style: none; margin: 1rem 0 0; padding: 0; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.mails:empty { display: none; }
.mails li + li { border-top: 1px solid var(--line); }
.mails a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; padding: .625rem 1.125rem; color: var(--ink); text-decoration: none; }
.mails a:hover { background: var(--code); }
.mails strong { grid-column: 1 / -1; font-weight: 600; overflow-wrap: anywhere; }
.mails span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.mails time { color: var(--soft); font-size: .875rem; }
@media (max-width: 30rem) { .mails time { grid-column: 1 / -1; } }
iframe.mail { display: block; width: 100%; height: 40rem; border: 1px solid var(--line); border-radius: 10px; background: #fff; }
.badge { display: inline-block; min-width: 3.25rem; text-align: center; font: 600 .8125rem/1.5 ui-monospace, Menlo, Consolas, monospace; padding: 0 .4rem; border-radius: 5px; background: var(--code); }
.good { background: var(--goodwash); color: var(--good); }
.bad { background: var(--badwash); color: var(--bad); }
.row { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; }
.row time { margin-left: auto; color: var(--soft); font-size: .875rem; }
`;

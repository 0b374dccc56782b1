import { PAGE_STYLE } from "#core/http/page-style.ts";

/** The style of the reference, added to that of every page. */
export const REFERENCE_STYLE = `${PAGE_STYLE}
html { scroll-padding-top: 1rem; }
body { display: grid; grid-template-columns: 15rem minmax(0, 1fr); }
.side { position: sticky; z-index: 3; top: 0; height: 100vh; display: flex; flex-direction: column; border-right: 1px solid var(--line); }
nav { overflow-y: auto; padding: .75rem 1rem 2rem 1.25rem; font-size: .9375rem; }
search { padding: 1rem 1rem 0 1.25rem; font-size: .875rem; }
search input { width: 100%; padding: .25rem .5rem; }
search [role="status"] { margin: 0; }
#found { position: absolute; z-index: 2; width: min(36rem, 100vw - 2rem); max-height: 80vh; overflow-y: auto; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: .25rem .75rem .75rem; box-shadow: 0 8px 24px #0003; }
#found h2 { margin: .75rem 0 .25rem; font-size: .8125rem; color: var(--soft); }
#found ul { list-style: none; margin: 0; padding: 0; }
#found a { display: block; padding: .25rem .5rem; border-radius: 5px; color: var(--ink); text-decoration: none; overflow-wrap: anywhere; }
#found a:hover, #found a:focus { background: var(--code); }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
nav li { margin: .125rem 0; }
nav a { color: var(--ink); text-decoration: none; display: block; padding: .125rem .5rem; border-radius: 5px; }
nav a:hover, nav a[aria-current] { background: var(--code); }
nav ul ul { margin: .125rem 0 .5rem .5rem; border-left: 1px solid var(--line); font-size: .875rem; }
nav .brand { font-weight: 650; margin-bottom: .75rem; }
nav h2 { margin: 1rem .5rem .25rem; font-size: .8125rem; font-weight: 600; color: var(--soft); }
main { padding: 1.5rem clamp(1rem, 3vw, 2.5rem) 5rem; max-width: 84rem; }
h2 { font-size: 1.25rem; } h3 { font-size: .9375rem; margin: 1.25rem 0 .375rem; }
p, li { max-width: 44rem; } li { margin: .25rem 0; }
code, pre { font: .875em/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
:not(pre) > code { background: var(--code); border-radius: 4px; padding: .0625rem .25rem; overflow-wrap: anywhere; }
pre { background: var(--code); border-radius: 8px; padding: .75rem .875rem; margin: .5rem 0 1rem; overflow: auto; max-height: 32rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.samples pre { max-height: none; margin: 0 0 .75rem; }
.samples h4 { margin: 0 0 .375rem; font-size: .875rem; }
.samples:has([value="typescript"]:checked) .curl, .samples:has([value="curl"]:checked) .typescript { display: none; }
.tabs { border: 0; margin: 0 0 .375rem; padding: 0; display: flex; gap: .25rem; font-size: .875rem; }
.tabs legend { float: left; font-weight: 600; margin-right: .75rem; padding: .125rem 0; }
.tabs label { padding: .125rem .5rem; border-radius: 5px; cursor: pointer; }
.tabs input { position: absolute; opacity: 0; pointer-events: none; }
.tabs label:has(:checked) { background: var(--code); font-weight: 600; }
.tabs label:has(:focus-visible) { outline: 3px solid var(--accent); }
.copied { position: relative; }
.copied > button { position: absolute; top: .375rem; right: .375rem; font-size: .8125rem; padding: .0625rem .5rem; }
.copied > pre { padding-right: 4.5rem; }
.samples .copied > pre { padding-right: .875rem; }
.samples .copied > button { top: -2rem; right: 0; }
.wide { overflow-x: auto; margin: .5rem 0 1rem; }
.wide th, .wide td { padding: .375rem .75rem .375rem 0; border-top: 1px solid var(--line); min-width: 6rem; }
.wide thead th { border-top: 0; font-weight: 600; }
.operation { border-top: 1px solid var(--line); margin-top: 2.5rem; padding-top: .5rem; content-visibility: auto; contain-intrinsic-size: auto 60rem; }
.operation h2 { margin: 1rem 0 .25rem; }
.call { margin-bottom: .75rem; }
.method { font: 600 .8125rem/1.5 ui-monospace, monospace; color: var(--accent); }
.sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2rem; }
.samples { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; }
.fields { list-style: none; margin: 0; padding: 0; }
.fields > li { padding: .375rem 0; border-top: 1px solid var(--line); }
.fields > li:first-child { border-top: 0; }
.fields p { margin: .125rem 0 0; font-size: .9375rem; }
.fields .fields { margin: .25rem 0 0 .75rem; padding-left: .75rem; border-left: 1px solid var(--line); }
.fields .soft, .fields .mark { font-size: .875rem; }
.mark { color: var(--note); }
summary { cursor: pointer; padding: .25rem 0; }
.index { list-style: none; padding: 0; columns: 2 22rem; column-gap: 2rem; }
.index li { break-inside: avoid; }
.all { display: none; }
@media (max-width: 60rem) {
  body { display: flex; flex-direction: column; } main { padding-top: 1rem; order: -1; } .all { display: block; margin: 0; } .sides { grid-template-columns: minmax(0, 1fr); gap: 0; } .samples { position: static; max-height: none; } .samples .answer pre, .samples pre.answer { max-height: 28rem; }
  .side { display: contents; } search { order: -2; } nav { border-top: 1px solid var(--line); }
}
`;

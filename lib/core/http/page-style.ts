/** The style of every page: colours of light and dark mode, type, buttons, tables. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f7f7f5; --paper: #fff; --ink: #1d1d1f; --soft: #5c5f66; --line: #e3e3df; --accent: #0b5cad;
  --good: #17663a; --goodwash: #e2f3e8; --bad: #a11d1d; --badwash: #fbe6e4; --code: #f1f1ee; --note: #6b4e00; --notewash: #fdf1cf;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #131416; --paper: #1b1d20; --ink: #ececee; --soft: #a3a7af; --line: #303338; --accent: #7db8f5;
    --good: #8fdcae; --goodwash: #173324; --bad: #ffaaa3; --badwash: #40191a; --code: #25282c; --note: #f0d48a; --notewash: #3a2f10;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 1rem 0 .25rem; letter-spacing: -.01em; overflow-wrap: anywhere; }
h2 { font-size: 1.0625rem; margin: 2.25rem 0 .75rem; }
p { margin: .25rem 0 1rem; max-width: 42rem; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
button { font: inherit; padding: .35rem .875rem; border: 1px solid var(--line); border-radius: 7px; background: var(--paper); color: var(--ink); cursor: pointer; }
button:hover { border-color: var(--accent); }
input, select { font: inherit; padding: .45rem .625rem; border: 1px solid var(--line); border-radius: 7px; background: var(--paper); color: var(--ink); max-width: 100%; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; }
.soft { color: var(--soft); }
`;

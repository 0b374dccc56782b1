import { html, type SafeHtml } from "#core/html.ts";
import type { AnyLifecycle } from "#core/lifecycle.ts";

type Transition = AnyLifecycle["table"][string][string];

/** The table of a lifecycle in Markdown, for guides: a row for each event, a column for each state. */
export function stateTable({ name, states, initial, table }: AnyLifecycle): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const first = states.map((state) => (initial.includes(state) ? state : ""));
  return [
    row([name, ...states]),
    row(["---", ...states.map(() => "---")]),
    row(["created", ...first]),
    ...Object.entries(table).map(([event, cells]) =>
      row([event, ...states.map((state) => transitionText(cells[state]))]),
    ),
  ].join("\n");
}

function transitionText(transition: Transition | undefined): string {
  if (!transition || transition.kind === "ignored") return "–";
  if (transition.kind === "refuses") return shortCode(transition.error);
  return [...transition.to, ...transition.errors.map(shortCode)].join(", ");
}

function shortCode({ code }: { code: string }): string {
  return `\`${code.slice(code.indexOf(".") + 1)}\``;
}

const COLUMN_WIDTH = 132;
const ROW_HEIGHT = 30;
const TOP_HEIGHT = 44;
const HALF_COLUMN = COLUMN_WIDTH / 2;

/**
 * The diagram of a lifecycle in SVG: a column for each state, and an arrow for each change of state, with the events
 * that cause it. It needs no script, and uses the colour of the surrounding text.
 */
export function stateDiagram(life: AnyLifecycle): SafeHtml {
  const columns = [
    ...life.states,
    ...(stateChanges(life).some(({ to }) => to === "deleted") ? ["deleted"] : []),
  ];
  const middle = (state: string) => columns.indexOf(state) * COLUMN_WIDTH + HALF_COLUMN;
  const changes = [
    ...life.initial.map((to) => ({ from: undefined, to, words: "created" })),
    ...stateChanges(life),
  ];
  const [width, height] = [columns.length * COLUMN_WIDTH, TOP_HEIGHT + changes.length * ROW_HEIGHT + 10];
  const heads = columns.map(
    (state) =>
      html`<rect x="${middle(state) - HALF_COLUMN + 6}" y="4" width="${COLUMN_WIDTH - 12}" height="26" rx="6" fill="none" stroke="currentColor"/><text x="${middle(state)}" y="21" text-anchor="middle">${state}</text><line x1="${middle(state)}" y1="30" x2="${middle(state)}" y2="${height}" stroke="currentColor" stroke-opacity="0.25"/>`,
  );
  const arrows = changes.map(({ from, to, words }, index) => {
    const y = TOP_HEIGHT + index * ROW_HEIGHT + 18;
    return arrow(from === undefined ? undefined : middle(from), middle(to), y, words);
  });
  const title = `States of a ${life.name}`;
  return html`<div class="wide" tabindex="0"><svg role="img" aria-label="${title}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-size="12" fill="currentColor">${heads}${arrows}</svg></div>`;
}

function arrow(from: number | undefined, to: number, y: number, words: string): SafeHtml {
  const start = from ?? to - HALF_COLUMN + 14;
  const back = to > start ? -8 : 8;
  const begin = from === undefined && html`<circle cx="${start}" cy="${y}" r="4"/>`;
  return html`${begin}<line x1="${start}" y1="${y}" x2="${to}" y2="${y}" stroke="currentColor"/><path d="M${to} ${y}l${back} -4v8z"/><text x="${(start + to) / 2}" y="${y - 5}" text-anchor="middle">${words}</text>`;
}

/** Each change from one state to another, once, with the events that cause it. */
function stateChanges({ states, table }: AnyLifecycle): { from: string; to: string; words: string }[] {
  const changes = new Map<string, { from: string; to: string; words: string }>();
  for (const from of states) {
    for (const [event, cells] of Object.entries(table)) {
      const cell = cells[from];
      for (const to of cell?.kind === "moves" ? cell.to : []) {
        if (to === from) continue;
        const known = changes.get(`${from} ${to}`);
        const words = known ? `${known.words}, ${event}` : event;
        changes.set(`${from} ${to}`, { from, to, words });
      }
    }
  }
  return [...changes.values()];
}

/** Colors of a drawing by glaze: the thing, its shaded side, the wall and the table. */
const GLAZES = {
  blue: { body: "#48698c", deep: "#2f4a68", wall: "#dde4ea", table: "#c3ced8" },
  red: { body: "#b9573c", deep: "#8d3d28", wall: "#f3e1d6", table: "#e3c6b5" },
  white: { body: "#f4efe5", deep: "#d8cfbf", wall: "#d9d0c0", table: "#c5b9a4" },
  black: { body: "#34322f", deep: "#1c1b19", wall: "#dcd8d0", table: "#c5bfb4" },
  green: { body: "#74855f", deep: "#536244", wall: "#e5e8da", table: "#cfd4be" },
} as const;
type Glaze = keyof typeof GLAZES;

type Draw = (body: string, deep: string) => string;

const CLAY = "#c8a57e";
const STEEL = "#a9abab";
const WOOD = "#9a6f4a";
const COFFEE = "#2a1710";

/** The SVG elements of each thing, for a picture of 1200 × 1500 in which the table begins at y = 900. */
const THINGS = {
  mug: (body, deep) =>
    `${shadow(600, 1085, 330)}${ring("M812 690q190-20 180 140t-215 150", deep, 46)}${shaded("M330 590h540v330q0 160-160 160H490q-160 0-160-160Z", body)}${shape("M360 1000q240 45 480 0-30 80-130 80H490q-100 0-130-80Z", CLAY)}${oval(600, 590, 270, 62, deep)}${oval(600, 600, 235, 46, COFFEE)}${steam(520)}${steam(660)}`,
  bowl: (body, deep) =>
    `${shadow(600, 1090, 380)}${shaded("M220 690h760q0 260-220 380H440Q220 950 220 690Z", body)}${shape("M440 1040h320v45H440Z", CLAY)}${oval(600, 690, 380, 92, deep)}${oval(600, 706, 335, 70, body)}${oval(600, 726, 240, 44, deep, 0.5)}`,
  plate: (body, deep) =>
    `${shadow(600, 1110, 460)}${[1060, 1000, 940].map((y) => `${oval(600, y + 26, 430, 130, deep)}${oval(600, y, 430, 130, body)}`).join("")}${oval(600, 945, 300, 84, deep, 0.28)}${oval(600, 952, 285, 76, body)}`,
  kettle: (body, deep) =>
    `${shadow(580, 1090, 350)}${ring("M790 650q190-40 185 150t-160 190", deep, 44)}${ring("M330 980q-140-40-130-210t-110-190", STEEL, 34)}${shaded("M390 620h400l70 400q6 65-60 65H380q-66 0-60-65Z", body)}${oval(590, 622, 200, 40, deep)}${oval(590, 608, 180, 34, STEEL)}${shape("M560 520h60v70h-60Z", WOOD)}${oval(590, 520, 46, 30, WOOD)}`,
  grinder: (body, deep) =>
    `${shadow(600, 1095, 220)}${shaded("M450 560h300v480q0 45-45 45H495q-45 0-45-45Z", body)}${shape("M450 790h300v26H450Z", deep)}${oval(600, 560, 150, 34, STEEL)}${shape("M580 420h40v140h-40Z", STEEL)}${shape("M590 410h300v28H590Z", STEEL)}${shape("M862 300h56v120h-56Z", WOOD)}${oval(890, 300, 44, 40, WOOD)}`,
  filter: (body, deep) =>
    `${shadow(600, 1095, 280)}${shaded("M400 900h400l30 130q6 55-60 55H430q-66 0-60-55Z", "#dfe6e4")}${shape("M395 980h410l25 60q0 45-60 45H430q-60 0-60-45Z", COFFEE)}${oval(600, 880, 330, 52, deep)}${shaded("M300 560h600L690 860H510Z", body)}${oval(600, 560, 300, 66, deep)}${oval(600, 572, 262, 50, "#efe6d4")}${oval(600, 584, 200, 32, COFFEE)}${ring("M880 610q140 10 120 110t-190 60", deep, 34)}`,
  beans: (body, deep) =>
    `${shadow(600, 1105, 320)}${shaded("M340 500q260-34 520 0l26 540q4 60-56 60H370q-60 0-56-60Z", body)}${shape("M340 430h520v92q-260-34-520 0Z", deep)}${shape("M440 700h320v240H440Z", "#f6efe2")}${bean(545, 820, -25)}${bean(655, 820, 25)}${bean(310, 1120, 15)}${bean(390, 1165, -40)}${bean(900, 1140, 30)}`,
  tea: (body, deep) =>
    `${shadow(600, 1095, 300)}${shaded("M350 640h500v400q0 50-50 50H400q-50 0-50-50Z", body)}${oval(600, 640, 250, 52, deep)}${shaded("M338 540h524v92q-262 88-524 0Z", deep)}${oval(600, 540, 262, 54, body)}${shape("M440 780h320v200H440Z", "#f6efe2")}${leaf(600, 880)}`,
} satisfies Record<string, Draw>;
type Thing = keyof typeof THINGS;

/** An SVG picture of a thing on a table, of 1200 × 1500. */
export function drawing(thing: Thing, glaze: Glaze): string {
  const { body, deep, wall, table } = GLAZES[glaze];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1500" viewBox="0 0 1200 1500"><defs><linearGradient id="s"><stop offset="0" stop-color="#000" stop-opacity=".26"/><stop offset=".28" stop-color="#fff" stop-opacity=".2"/><stop offset=".6" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".32"/></linearGradient><linearGradient id="w" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".45"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient></defs><rect width="1200" height="1500" fill="${wall}"/><rect width="1200" height="900" fill="url(#w)"/><rect y="900" width="1200" height="600" fill="${table}"/>${THINGS[thing](body, deep)}</svg>`;
}

function shape(path: string, fill: string): string {
  return `<path d="${path}" fill="${fill}"/>`;
}

/** A shape that is lit from the left. */
function shaded(path: string, fill: string): string {
  return `${shape(path, fill)}<path d="${path}" fill="url(#s)"/>`;
}

function ring(path: string, stroke: string, width: number): string {
  return `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"/>`;
}

function oval(cx: number, cy: number, rx: number, ry: number, fill: string, opacity = 1): string {
  return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}" opacity="${opacity}"/>`;
}

function shadow(cx: number, cy: number, rx: number): string {
  return `${oval(cx + 90, cy + 4, rx + 110, 58, "#1d140c", 0.1)}${oval(cx + 40, cy, rx + 30, 36, "#1d140c", 0.2)}`;
}

function steam(x: number): string {
  return `<path d="M${x} 500q-50-60 0-120t0-120" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="16" stroke-linecap="round"/>`;
}

function bean(x: number, y: number, turn: number): string {
  return `<g transform="translate(${x} ${y}) rotate(${turn})"><ellipse rx="42" ry="62" fill="#4a2a1a"/><path d="M0-56q-22 56 0 112" fill="none" stroke="#2a1710" stroke-width="9"/></g>`;
}

function leaf(x: number, y: number): string {
  return `<path d="M${x - 90} ${y + 40}q20-110 180-100-10 140-180 100Z" fill="#74855f"/><path d="M${x - 90} ${y + 40}q90-30 150-80" fill="none" stroke="#536244" stroke-width="8"/>`;
}

import type { SeedApi } from "#infra/local/seed/api.ts";

const PICTURES = [
  { name: "Ethiopia Guji.svg", cup: "#7a4b2a", sky: "#ffd9a0", ground: "#e07a3f" },
  { name: "Kenya Kiambu.svg", cup: "#4b2e1e", sky: "#bfe3d0", ground: "#3f8f6b" },
  { name: "House Espresso.svg", cup: "#2b1a12", sky: "#cfd8f5", ground: "#4a5fa8" },
] as const;

type Uploaded = { name: string; url: string };

export async function seedMedia(api: SeedApi): Promise<string[]> {
  const form = new FormData();
  for (const picture of PICTURES) {
    form.append("files", new Blob([drawing(picture)], { type: "image/svg+xml" }), picture.name);
  }
  const answer = await fetch(`${api.address}/v1/stores/${api.store.id}/media`, {
    method: "POST",
    headers: { authorization: `Bearer ${api.token}` },
    body: form,
  });
  const uploaded = (await answer.json()) as Uploaded[];
  if (!answer.ok) throw new Error(`The upload answered ${answer.status}: ${JSON.stringify(uploaded)}`);
  const [first] = uploaded;
  return [
    `${uploaded.length} pictures: ${first?.url}`,
    `one of them 400 wide, in grey, as WebP: ${first?.url}?w=400&grayscale=true&format=webp`,
  ];
}

function drawing({ cup, sky, ground }: { cup: string; sky: string; ground: string }): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 120 90">',
    `<rect width="120" height="90" fill="${sky}"/><path d="M0 62Q30 52 60 60T120 56V90H0Z" fill="${ground}"/>`,
    '<ellipse cx="60" cy="72" rx="30" ry="5" fill="#0003"/>',
    '<path d="M84 42h6a8 8 0 0 1 0 16h-8" fill="none" stroke="#fff" stroke-width="4"/>',
    `<path d="M36 34h48v22a14 14 0 0 1-14 14H50a14 14 0 0 1-14-14Z" fill="#fff"/><ellipse cx="60" cy="34" rx="24" ry="5" fill="${cup}"/>`,
    '<path d="M52 24q-4-5 0-9t0-9M62 24q-4-5 0-9t0-9M72 24q-4-5 0-9t0-9" fill="none" stroke="#fff9" stroke-width="2.5"/>',
    "</svg>",
  ].join("");
}

import { IconPicture } from "#console/shared/icons.ts";
import type { Picture } from "./content.ts";

/** A small picture without alt text, because the product's name stands beside it. */
export function Thumbnail({ of, size = 40 }: { of: Picture | undefined; size?: number }) {
  const box = { width: size, height: size };
  if (!of)
    return (
      <span className="thumbnail" style={box}>
        <IconPicture size={size / 2.5} aria-hidden />
      </span>
    );
  return <img className="thumbnail" style={box} src={of.resolutions.small.url} alt="" loading="lazy" />;
}

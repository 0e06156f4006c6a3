/** An icon of one path, 24 × 24, for code outside of the panel, which has no Lit. */
export function pathIcon(path: string, className: string): SVGElement {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  const shape = document.createElementNS(namespace, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", className);
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}
